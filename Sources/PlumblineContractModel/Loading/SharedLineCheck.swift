import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check of the conditions (`when`) that distinguish endpoints with the same request line.
///
/// A request goes to the first endpoint whose `when` holds. An endpoint without a `when` must therefore be last, and an
/// endpoint whose `when` implies an earlier one is unreachable. If two conditions may hold for the same request, the
/// order decides, so the author is warned.
struct SharedLineCheck {
  /// A request line without parameter names.
  private struct Shape: Hashable {
    let method: HTTPMethod
    let segments: [PathTemplate.Shape]

    init(_ request: Endpoint.RequestLine) {
      method = request.method
      segments = request.template.shape
    }
  }

  private let log: ProblemLog
  private var lines: [Shape: SharedLine] = [:]
  /// The number of clauses and values that may still be compared. Initially, it is enough for a thousand endpoints that
  /// list no values.
  private var comparisons: Int
  private var isCut = false

  init(log: ProblemLog, comparisons: Int = 2_000_000) {
    self.log = log
    self.comparisons = comparisons
  }

  /// Checks an endpoint against the earlier ones with its request line.
  ///
  /// - Parameter value: The endpoint as written in the contract.
  mutating func check(_ endpoint: Endpoint, _ value: JSON) {
    let shape = Shape(endpoint.request)
    // Duplicate endpoints are reported elsewhere.
    let isTwice = lines[shape]?.contains(endpoint.location) ?? false
    guard !isTwice, !isBroken(endpoint, value) else { return }
    let member = SharedLine.Member(endpoint)
    // Remove the value from the dictionary first, so that it is mutated in place.
    let isReached = isReached(member, value, beside: lines[shape] ?? SharedLine())
    if isReached { lines[shape, default: SharedLine()].add(member) }
  }

  /// Returns a Boolean value that indicates whether any request can reach an endpoint.
  private mutating func isReached(_ member: SharedLine.Member, _ value: JSON, beside line: SharedLine) -> Bool {
    let endpoint = member.endpoint
    if let open = line.open {
      report(endpoint, at: value["request"]?.location ?? endpoint.location, ofOpen: open)
      return false
    }
    guard !endpoint.condition.clauses.isEmpty else { return true }
    let when = value["when"].map { _ in value.place(of: "when") } ?? value["request"]?.location ?? endpoint.location
    let rivals = line.rivals(of: member, &comparisons)
    if let wider = rivals.wider {
      log.error(
        when,
        "Whenever this applies, so does the \"when\" of \(wider.id) (\(wider.location)), so \(endpoint.id) can't be "
          + "reached; put \(endpoint.id) before \(wider.id), or change its condition.")
      return false
    }
    if let rival = rivals.rival {
      log.warning(
        when,
        "A request may match both this and the \"when\" of \(rival.id) (\(rival.location)), and then goes to \(rival.id): "
          + "make both require different values at the same address, with \"const\" or \"enum\".")
    }
    if rivals.isCut, !isCut {
      isCut = true
      log.warning(
        when,
        "From \(endpoint.id) on, the \"when\" of endpoints with the same request line isn't compared with all earlier ones, because "
          + "too many of them list no values: make each require its own value at the same address, with \"const\" or \"enum\"."
      )
    }
    return true
  }

  private func report(_ endpoint: Endpoint, at place: SourceLocation, ofOpen open: Endpoint) {
    if endpoint.condition.clauses.isEmpty {
      log.error(
        place,
        "\(endpoint.request) is already the request of \(open.id) (\(open.location)); "
          + "different parameter names don't make a different path. Distinguish the two with \"when\".")
    } else {
      log.error(
        place,
        "\(open.id) (\(open.location)) matches every \(endpoint.request), so \(endpoint.id) can't be reached; give "
          + "\(open.id) a \"when\", or put it after \(endpoint.id).")
    }
  }

  /// Returns a Boolean value that indicates whether the endpoint's `when` is invalid. The reader has already reported
  /// that, and the meaning of such a condition is unknown.
  private func isBroken(_ endpoint: Endpoint, _ value: JSON) -> Bool {
    guard let when = value["when"] else { return false }
    return endpoint.condition.clauses.isEmpty || endpoint.condition.clauses.count < when.count
  }
}
