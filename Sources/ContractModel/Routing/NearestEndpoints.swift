import HTTPMessages

/// Finds the endpoints that a request with no endpoint may have meant, and says for each what missed.
package enum NearestEndpoints {
  /// The nearest endpoints, the nearest first and three at most, each with the one thing that missed in a short phrase:
  /// `path segment 3 is "tikets", not "tickets"`, `method is PATCH, it takes PUT`, `one segment too many: "edit"`.
  ///
  /// To ask again for what was just asked for costs nothing, so nobody has to hand the result on.
  ///
  /// - Parameter path: as sent, percent-encoded and without its query.
  package static func find(
    _ method: HTTPMethod, path: String, in contract: Contract, count: Int = 3
  ) -> [(endpoint: Endpoint, reason: String)] {
    Array(contract.nearest.find(method, path: path).prefix(max(0, count)))
  }
}
