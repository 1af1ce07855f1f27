import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check for conditional requests (RFC 9110 section 13) with outcomes that the contract doesn't document.
///
/// The mock evaluates `If-Match` and `If-None-Match` if an endpoint with state describes them in its `headers`. It may
/// then respond with 304 or 412, so the contract must document these statuses.
struct ConditionalLint {
  let endpoint: JSON
  let failures: [Failure]
  let context: ReadingContext

  /// Checks the conditional fields of the endpoint.
  ///
  /// - Parameter isReading: A Boolean value that indicates whether the request is a GET or a HEAD. For these, an
  ///   unchanged item results in a 304.
  func check(isReading: Bool) {
    guard let headers = endpoint["headers"], headers.kind == .object else { return }
    for (name, _) in headers.members {
      let refuses: Bool
      switch name.lowercased() {
      case "if-match": refuses = true
      case "if-none-match": refuses = !isReading
      default: continue
      }
      if refuses, !failures.contains(where: { $0.occasions?.contains(.precondition) ?? $0.statuses.contains(412) }) {
        context.log.servableError(
          headers.place(of: name),
          "A request with \(name) may get a 412, but this endpoint has no such error: add "
            + "\"precondition\": { \"status\": 412 } to the \"errors\", and its name to those of the endpoint.")
      }
      if !refuses, endpoint["success"]?["304"] == nil {
        context.log.servableError(
          headers.place(of: name),
          "A request with \(name) may get a 304, but this endpoint has no such response: add \"304\": {} to \"success\"."
        )
      }
    }
  }
}
