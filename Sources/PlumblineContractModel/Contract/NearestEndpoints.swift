import PlumblineHTTPMessages

/// Finds the likely intended endpoints of a request that matches none, with a reason for each.
package enum NearestEndpoints {
  /// The highest cost at which an endpoint still relates to the request.
  package static let farthest = NearestIndex.farthest

  /// Returns the nearest endpoints, the nearest first and three at most, each with its main mismatch in a short phrase: `path
  /// segment 3 is "tikets", not "tickets"`, `method is PATCH, it takes PUT`, `one segment too many: "edit"`.
  ///
  /// The latest results are cached, so callers can repeat the call instead of passing results around.
  ///
  /// - Parameters:
  ///   - path: as sent, percent-encoded and without its query.
  ///   - limit: the highest accepted cost: a different method costs 1, a mistyped segment 2, an extra segment 4, a
  ///     different one 6.
  package static func find(
    _ method: HTTPMethod, path: String, in contract: Contract, count: Int = 3, within limit: Int = farthest
  ) -> [(endpoint: Endpoint, reason: String)] {
    contract.nearest.find(method, path: path).filter { $0.cost <= limit }.prefix(max(0, count))
      .map { ($0.endpoint, $0.reason) }
  }

  /// Returns the likely intended endpoints of a request that matches none. If its method and path are known, those are
  /// the endpoints there, each with the part of its `when` that the request doesn't meet:
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
