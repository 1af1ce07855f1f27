import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// One of the requests in a batch.
struct BatchedRequest {
  /// The reason why an element of a batch isn't a valid request, and the location of the problem within the element.
  struct Problem: Error {
    let message: String
    let place: JSONPointer
  }

  /// The request, relative to the contract's templates.
  let request: Request
  /// The path and query of the request, as shown in responses, including the path of the server's URL.
  let target: String
  /// The id that its response echoes.
  let id: JSON?

  /// The maximum length of a path with its query. It is larger than the limit of any common server.
  private static let longest = 8_000

  /// Creates a request from an element of a batch.
  ///
  /// - Parameters:
  ///   - value: The request's value in the batch.
  ///   - defaults: The default values for members that are missing at any level.
  ///   - outer: The request that contains the batch. It provides the host and missing credentials.
  init(_ value: JSON, defaults: JSON?, in batch: Batch, outer: Request, _ contract: Contract) throws(Problem) {
    guard value.kind == .object else {
      throw Problem(message: "A request in a batch must be an object, not \(value.kind).", place: JSONPointer())
    }
    let value = Self.merged(value, over: defaults, depth: 0)
    let places = batch.request
    let word = places.method.flatMap { value.at($0) }
    guard let method = word.map({ $0.string.flatMap { HTTPMethod($0) } }) ?? .get else {
      throw Problem(message: "This isn't a valid method.", place: places.method ?? JSONPointer())
    }
    guard let path = value.at(places.path)?.string, path.utf8.count <= Self.longest else {
      throw Problem(message: "A request in a batch needs a path, which must be a string.", place: places.path)
    }
    let own = try Self.fields(places.headers.flatMap { value.at($0) }, at: places.headers)
    let (body, type) = Self.body(places.body.flatMap { value.at($0) }, own.mediaType)
    var request = Request(method: method, target: Self.target(path), headers: own, body: body)
    if let type { request.headers["Content-Type"] = type }
    request.inherit(outer, contract)
    let asked = Self.target(path)
    self.request = contract.withoutServerPath(request)
    id = places.id.flatMap { value.at($0) }
    let base = contract.servers.lazy.compactMap { try? BaseURL(parsing: $0.url).path }.first { !$0.isEmpty } ?? ""
    target = asked == base || asked.hasPrefix("\(base)/") && !base.isEmpty ? asked : base + asked
  }

  /// Returns a request with its missing members filled in from the defaults.
  private static func merged(_ value: JSON, over defaults: JSON?, depth: Int) -> JSON {
    guard let defaults, defaults.kind == .object, value.kind == .object, depth < 32 else { return value }
    var draft = ItemDraft(defaults) { _ in true }
    for (name, own) in value.members {
      draft.set(name, merged(own, over: defaults[name], depth: depth + 1))
    }
    return draft.json
  }

  /// Returns a path and query that can be sent: with a leading slash, and with illegal characters encoded.
  private static func target(_ path: String) -> String {
    let sent = path.prefix { $0 != "#" }
    var target = sent.hasPrefix("/") ? "" : "/"
    for byte in sent.utf8 {
      let isPlain = byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
      target += isPlain ? String(UnicodeScalar(byte)) : PercentEncoding.encoded(byte)
    }
    return target
  }

  /// Returns the header fields, which must be an object of strings.
  private static func fields(_ value: JSON?, at place: JSONPointer?) throws(Problem) -> HeaderFields {
    guard let value, let place, !value.isNull else { return HeaderFields() }
    guard value.kind == .object else {
      throw Problem(message: "Header fields must be an object of strings.", place: place)
    }
    var fields = HeaderFields()
    for (name, field) in value.members {
      guard let text = field.string else {
        throw Problem(
          message: "A header field of a request in a batch must be a string, not \(field.kind).",
          place: place.appending(name))
      }
      guard fields.append(checked: name, value: text) else {
        throw Problem(message: "This isn't a valid header field.", place: place.appending(name))
      }
    }
    return fields
  }

  /// Returns the body, along with its media type if the request doesn't specify one.
  private static func body(_ value: JSON?, _ type: String?) -> (Body, String?) {
    guard let value, !value.isNull else { return (.empty, nil) }
    if let type, !MediaType.isJSON(type), let text = value.string { return (Body(text), nil) }
    return (Body(value.serialized()), type == nil ? "application/json" : nil)
  }
}

extension Request {
  /// Copies the host and any missing credentials from the batch's request.
  fileprivate mutating func inherit(_ outer: Request, _ contract: Contract) {
    let names = Set(contract.credentials.compactMap(\.headerName))
    let own = headers
    for (name, value) in outer.headers
    where !own.contains(name) && (names.contains(name.lowercased()) || name.lowercased() == "host") {
      headers.append(name: name, value: value)
    }
    for case .query(let name) in contract.credentials.map(\.carrier) {
      guard !queryItems.contains(where: { $0.name == name }),
        let value = outer.queryItems.first(where: { $0.name == name })?.value
      else { continue }
      target += (query == nil ? "?" : "&") + "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
    }
  }
}
