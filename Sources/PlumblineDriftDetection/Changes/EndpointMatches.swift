import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema

/// An endpoint that exists in both contracts.
struct EndpointPair {
  let old: Endpoint
  let new: Endpoint
  /// A Boolean value that indicates whether a prefix has moved between the paths and the server's URL, so that the
  /// endpoint's path differs but its address is the same.
  var keepsAddress = false

  var method: String { new.request.method.description }
  var path: String { new.request.template.text }
}

/// The matching endpoints of two contracts. Endpoints are matched in four steps: by method, path (ignoring parameter
/// names), and condition; by address, if a prefix has moved between the paths and the server's URL; by ID; and finally,
/// for endpoints that were moved and renamed, by their requests and responses, if those are unique.
struct EndpointMatches {
  private struct Key: Hashable {
    let method: HTTPMethod
    let shape: [PathTemplate.Shape]
    let condition: String?

    /// Creates the key of an endpoint.
    ///
    /// - Parameter prefix: The path in the server's URL.
    init(_ endpoint: Endpoint, below prefix: String = "") {
      method = endpoint.request.method
      let whole = prefix.isEmpty ? nil : try? PathTemplate(parsing: prefix + endpoint.request.template.text)
      shape = (whole ?? endpoint.request.template).shape
      condition = endpoint.condition.identity
    }
  }

  /// The pairs, in NEW's order.
  private(set) var pairs: [EndpointPair] = []
  /// The endpoints that only OLD has, in OLD's order.
  private(set) var removed: [Endpoint] = []
  /// The endpoints that only NEW has, in NEW's order.
  private(set) var added: [Endpoint] = []

  /// Matches the endpoints of two contracts.
  ///
  /// - Parameters:
  ///   - oldPrefix: The path in the URLs of all of OLD's servers, or an empty string if there is none.
  ///   - newPrefix: The path in the URLs of all of NEW's servers, or an empty string if there is none.
  init(_ old: [Endpoint], _ new: [Endpoint], oldPrefix: String = "", newPrefix: String = "") {
    var byKey: [Key: [Endpoint]] = [:]
    for endpoint in old { byKey[Key(endpoint), default: []].append(endpoint) }
    var partners: [String: Endpoint] = [:]
    for endpoint in new {
      guard let candidates = byKey[Key(endpoint)], !candidates.isEmpty else { continue }
      let index = candidates.firstIndex { $0.id == endpoint.id } ?? 0
      partners[endpoint.id] = candidates[index]
      byKey[Key(endpoint)]?.remove(at: index)
    }
    var left: [String: Endpoint] = [:]
    for endpoint in byKey.values.joined() { left[endpoint.id] = endpoint }
    var addresses: [Key: Endpoint] = [:]
    if oldPrefix != newPrefix { for endpoint in left.values { addresses[Key(endpoint, below: oldPrefix)] = endpoint } }
    for endpoint in new {
      if partners[endpoint.id] == nil, let partner = addresses[Key(endpoint, below: newPrefix)],
        left.removeValue(forKey: partner.id) != nil
      {
        pairs.append(EndpointPair(old: partner, new: endpoint, keepsAddress: true))
      } else if let partner = partners[endpoint.id] ?? left.removeValue(forKey: endpoint.id) {
        pairs.append(EndpointPair(old: partner, new: endpoint))
      } else {
        added.append(endpoint)
      }
    }
    removed = old.filter { left[$0.id] != nil }
    matchByContent(new)
  }

  private mutating func matchByContent(_ new: [Endpoint]) {
    if removed.isEmpty || added.isEmpty { return }
    func only(_ endpoints: [Endpoint]) -> [String: Endpoint] {
      // A deprecated endpoint that no longer exists was removed as announced, not moved.
      Dictionary(grouping: endpoints.filter { !$0.isDeprecated }) { $0.content ?? "" }.compactMapValues {
        $0.count == 1 ? $0[0] : nil
      }
    }
    let (before, after) = (only(removed), only(added))
    for (content, endpoint) in after where !content.isEmpty {
      guard let partner = before[content] else { continue }
      pairs.append(EndpointPair(old: partner, new: endpoint))
      added.removeAll { $0.id == endpoint.id }
      removed.removeAll { $0.id == partner.id }
    }
    let ranks = Dictionary(new.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    pairs.sort { (ranks[$0.new.id] ?? 0) < (ranks[$1.new.id] ?? 0) }
  }
}

extension Endpoint {
  /// The description of the requests and responses as a string, or `nil` if it is too unspecific to identify the
  /// endpoint.
  fileprivate var content: String? {
    var isTelling = false
    func text(_ schema: Schema?) -> String {
      guard let source = schema?.source else { return "" }
      isTelling =
        isTelling || source["$ref"] != nil || !(source["properties"]?.members.isEmpty ?? true)
        || source["items"]?["$ref"] != nil
      return source.canonicalText
    }
    func text(_ content: [MediaContent]) -> String {
      content.map { "\($0.mediaType) \(text($0.schema))" }.joined(separator: " ")
    }
    let answers = answers.map { answer in
      let content =
        switch answer.content {
        case .payload(let schema): "payload \(text(schema))"
        case .body(let schema): "body \(text(schema))"
        case .media(let content): text(content)
        case .noPayload: "no payload"
        case .empty: ""
        }
      return "\(answer.statuses) \(content)"
    }
    let parameters = [query, headers, cookies].map { $0.map(\.name).sorted().joined(separator: ",") }
    // Without a summary, a document's title is the ID or the request line, which changes when the endpoint moves.
    let words = summary == id || summary == "\(request)" ? "" : summary
    let parts = ["\(request.method)", words, "\(path.count)"] + parameters + [text(body?.content ?? [])] + answers
    return isTelling ? parts.joined(separator: "\n") : nil
  }
}

extension Condition {
  /// The identity of a condition, based on the meaning of its clauses regardless of their order, or `nil` if it always
  /// holds.
  var identity: String? {
    if clauses.isEmpty { return nil }
    return clauses.map { "\($0.address) \($0.schema.source.meaningText)" }.sorted().joined(separator: "\n")
  }
}
