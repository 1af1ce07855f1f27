import PlumblineContractModel
import PlumblineHTTPMessages

/// An endpoint as two contracts have it.
struct EndpointPair {
  let old: Endpoint
  let new: Endpoint

  var method: String { new.request.method.description }
  var path: String { new.request.template.text }
}

/// Which endpoints of two contracts are the same: first those with one method and path, whatever their parameters are
/// called, and one condition; then those with one id.
struct EndpointMatches {
  private struct Key: Hashable {
    let method: HTTPMethod
    let shape: [PathTemplate.Shape]
    let condition: String?

    init(_ endpoint: Endpoint) {
      method = endpoint.request.method
      shape = endpoint.request.template.shape
      condition = endpoint.condition.identity
    }
  }

  /// In NEW's order.
  private(set) var pairs: [EndpointPair] = []
  /// In OLD's order.
  private(set) var removed: [Endpoint] = []
  /// In NEW's order.
  private(set) var added: [Endpoint] = []

  init(_ old: [Endpoint], _ new: [Endpoint]) {
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
    for endpoint in new {
      if let partner = partners[endpoint.id] ?? left.removeValue(forKey: endpoint.id) {
        pairs.append(EndpointPair(old: partner, new: endpoint))
      } else {
        added.append(endpoint)
      }
    }
    removed = old.filter { left[$0.id] != nil }
  }
}

extension Condition {
  /// What tells it from other conditions, whatever the order of its clauses and of the members in them; `nil` where it
  /// always holds.
  var identity: String? {
    if clauses.isEmpty { return nil }
    return clauses.map { "\($0.address) \($0.schema.source.canonicalText)" }.sorted().joined(separator: "\n")
  }
}
