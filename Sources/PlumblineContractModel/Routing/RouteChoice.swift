import PlumblineHTTPMessages
import PlumblineJSONTree

/// A choice among endpoints with the same request line, based on the rest of a request.
///
/// The body is parsed at most once, and only for an endpoint whose condition depends on it. This is a class, so that
/// contracts without conditions don't pay for passing a value along.
final class RouteChoice {
  /// The request, or `nil` if no request is known. In that case, no condition holds.
  private let request: Request?
  private var reading: RequestReading?
  /// The endpoints whose conditions didn't hold, in the order in which they were tried.
  private(set) var missed: [Int] = []

  init(_ request: Request?) { self.request = request }

  /// Returns the first of several endpoints whose condition holds.
  func choose(from group: [Int], of endpoints: [Endpoint]) -> Int? {
    for index in group {
      if holds(endpoints[index]) { return index }
      missed.append(index)
    }
    return nil
  }

  private func holds(_ endpoint: Endpoint) -> Bool {
    guard let request else { return false }
    if endpoint.condition.clauses.isEmpty { return true }
    if !endpoint.condition.mayHold(for: request) { return false }
    let own = reading.map { RequestReading($0, for: endpoint) } ?? RequestReading(request, for: endpoint)
    reading = own
    return endpoint.condition.holds(for: own)
  }
}

extension Condition {
  /// Returns a Boolean value that indicates whether all clauses hold, ignoring those about the request's body.
  package func holdsBesidesBody(for request: RequestReading) -> Bool {
    Condition(clauses: clauses.filter { if case .body = $0.address { false } else { true } }).holds(for: request)
  }

  /// A Boolean value that indicates whether the condition depends on the request's body.
  package var looksIntoBody: Bool {
    clauses.contains { if case .body = $0.address { true } else { false } }
  }

  /// Returns a Boolean value that indicates whether the header fields allow the condition to hold. If dozens of
  /// operations differ in one field, only the requested one is examined further.
  fileprivate func mayHold(for request: Request) -> Bool {
    clauses.allSatisfy { clause in
      guard case .header(let name) = clause.address else { return true }
      let sent = request.headers.values(name)
      guard let values = clause.values, sent.count == 1 else { return !sent.isEmpty }
      return values.contains { value in
        // Compare only strings. Other values can be written in more than one way.
        value.string.map { $0 == sent[0] } ?? true
      }
    }
  }
}
