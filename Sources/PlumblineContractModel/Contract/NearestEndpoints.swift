import PlumblineHTTPMessages

/// A namespace for finding the endpoints that a request without a match was probably meant for, with a reason for each.
package enum NearestEndpoints {
  /// The maximum cost of an endpoint that still counts as similar to the request.
  package static let farthest = NearestIndex.farthest

  /// Returns the nearest endpoints, nearest first. Each comes with its main mismatch as a short phrase, such as
  /// `path segment 3 is "tikets", not "tickets"`, `method is PATCH, it takes PUT` or `one segment too many: "edit"`.
  ///
  /// The latest results are cached, so callers can repeat the call instead of passing results around.
  ///
  /// - Parameters:
  ///   - path: The path as sent, percent-encoded and without its query.
  ///   - count: The maximum number of endpoints to return.
  ///   - limit: The maximum cost. A different method costs 1, a mistyped segment 2, an extra segment 4 and a different
  ///     segment 6.
  package static func find(
    _ method: HTTPMethod, path: String, in contract: Contract, count: Int = 3, within limit: Int = farthest
  ) -> [(endpoint: Endpoint, reason: String)] {
    contract.nearest.find(method, path: path).filter { $0.cost <= limit }.prefix(max(0, count))
      .map { ($0.endpoint, $0.reason) }
  }

  /// Returns the endpoints that a request without a match was probably meant for. If endpoints with its method and path
  /// exist, returns those, each with the part of its `when` that the request doesn't satisfy, such as
  /// `header.x-amz-target is "Shop.GetItm", not Shop.GetItem`.
  package static func find(
    _ request: Request, in contract: Contract, count: Int = 3
  ) -> [(endpoint: Endpoint, reason: String)] {
    guard case .conditionMissing(let endpoints) = contract.router.route(request) else {
      return find(request.method, path: request.path, in: contract, count: count)
    }
    let misses = endpoints.enumerated().map { place, endpoint in
      (place: place, endpoint: endpoint, miss: ConditionMiss(RequestReading(request, for: endpoint)))
    }
    return misses.sorted { ($0.miss.cost, $0.place) < ($1.miss.cost, $1.place) }.prefix(max(0, count))
      .map { ($0.endpoint, $0.miss.reason) }
  }
}
