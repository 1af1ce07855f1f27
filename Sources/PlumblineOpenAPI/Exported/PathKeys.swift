/// The keys of a contract's requests in a document's `paths`.
///
/// OpenAPI allows one operation per method of a path, and one path per shape. If a contract has more, conditions on the
/// request distinguish them, and all but one of their paths end in `#` and the endpoint's ID. A client sends only the
/// part before the `#` (RFC 3986, section 3.5), so a server sees the same request.
enum PathKeys {
  /// The methods of a Path Item Object in 3.1, in lowercase.
  static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

  /// Returns a Boolean value that indicates whether a Path Item Object has a method. Methods are case-sensitive (RFC
  /// 9110, section 9.1).
  static func has(_ method: String) -> Bool {
    methods.contains(method.lowercased()) && method == method.uppercased()
  }

  /// A request of a contract.
  struct Request {
    let id: String
    let method: String
    let template: String
    /// A Boolean value that indicates whether a condition distinguishes the request from others.
    let isConditional: Bool

    /// The template in OpenAPI form, which has no `{+path}`.
    var plain: String { template.replacing("{+", with: "{") }

    /// The template without parameter names, which make no difference.
    var shape: String {
      var shape = ""
      var isInside = false
      for letter in plain {
        if letter == "}" { isInside = false }
        if !isInside { shape.append(letter) }
        if letter == "{" { isInside = true }
      }
      return shape
    }
  }

  /// Returns the path of each request, in order. If requests differ only in their conditions, the request without a
  /// condition has the plain path or, if there is none, the first request.
  static func keys(of requests: [Request]) -> [String] {
    var owners: [String: String] = [:]
    var heads: [String: (id: String, isConditional: Bool)] = [:]
    for request in requests {
      if owners[request.shape] == nil { owners[request.shape] = request.plain }
      let line = "\(request.method) \(request.shape)"
      if heads[line].map({ $0.isConditional && !request.isConditional }) ?? true {
        heads[line] = (request.id, request.isConditional)
      }
    }
    return requests.map { request in
      let isFirst = heads["\(request.method) \(request.shape)"]?.id == request.id
      let isPlain = isFirst && owners[request.shape] == request.plain
      return isPlain ? request.plain : "\(request.plain)#\(request.id)"
    }
  }
}
