import PlumblineHTTPMessages
import PlumblineJSONTree

/// Chooses among endpoints that have one request line by what else a request says.
///
/// The body is parsed once at most, and only for an endpoint that looks into it.
///
/// A reference, so that a contract without conditions passes nothing along.
final class RouteChoice {
  /// `nil` where any request is meant: then no condition holds.
  private let request: Request?
  private var reading: RequestReading?
  /// The endpoints whose conditions didn't hold, in the order in which they were asked.
  private(set) var missed: [Int] = []

  init(_ request: Request?) { self.request = request }

  /// The first of several endpoints whose condition holds.
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
  /// Returns a Boolean value that indicates whether all of it that doesn't look into a request's body holds.
  package func holdsBesidesBody(for request: RequestReading) -> Bool {
    Condition(clauses: clauses.filter { if case .body = $0.address { false } else { true } }).holds(for: request)
  }

  /// A Boolean value that indicates whether it looks into a request's body.
  package var looksIntoBody: Bool {
    clauses.contains { if case .body = $0.address { true } else { false } }
  }

  /// False where a header field alone shows at once that it doesn't hold: of dozens of operations that one field tells
  /// apart, only the one that is meant is looked at.
  fileprivate func mayHold(for request: Request) -> Bool {
    clauses.allSatisfy { clause in
      guard case .header(let name) = clause.address else { return true }
      let sent = request.headers.values(name)
      guard let values = clause.values, sent.count == 1 else { return !sent.isEmpty }
      return values.contains { value in
        // What isn't text can be written in more than one way.
        value.string.map { $0 == sent[0] } ?? true
      }
    }
  }
}
