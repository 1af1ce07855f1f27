import HTTPMessages

/// Finds the endpoints that a request with no endpoint may have meant, and says for each what missed.
package enum NearestEndpoints {
  /// Beyond this cost an endpoint has nothing to do with the request.
  package static let farthest = 10

  /// The nearest endpoints, the nearest first, each with the one thing that missed in a short phrase: `path segment 3 is
  /// "tikets", not "tickets"`, `method is PATCH, it takes PUT`, `one segment too many: "edit"`.
  ///
  /// - Parameters:
  ///   - path: as sent, percent-encoded and without its query.
  ///   - limit: What may miss: a mistyped segment costs 2, one too many 4, another one 6.
  package static func find(
    _ method: HTTPMethod, path: String, in contract: Contract, count: Int = 3, within limit: Int = farthest
  ) -> [(endpoint: Endpoint, reason: String)] {
    let segments = PathSegments.of(path) ?? [path]
    var found: [(endpoint: Endpoint, reason: String, cost: Int)] = []
    for endpoint in contract.endpoints {
      let alignment = PathAlignment(segments, to: endpoint)
      let hasMethod = endpoint.request.method == method
      let cost = alignment.cost + (hasMethod ? 0 : 1)
      guard cost > 0, cost <= limit else { continue }
      let reason = alignment.reason ?? "method is \(method), it takes \(endpoint.request.method)"
      // Insertion keeps equals in the contract's order.
      let place = found.firstIndex { $0.cost > cost } ?? found.endIndex
      found.insert((endpoint, reason, cost), at: place)
      if found.count > max(0, count) { found.removeLast() }
    }
    return found.map { ($0.endpoint, $0.reason) }
  }
}
