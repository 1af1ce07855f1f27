import PlumblineContractModel
import PlumblineHTTPMessages

/// Advice for a request that got no response in time, which may be a long poll: the server may be waiting for something
/// to happen.
enum LongPollAdvice {
  private static let words = ["timeout", "wait", "poll", "block"]

  /// Returns the advice as a sentence, or `nil` if the request failed for another reason, or if servers don't hold such
  /// requests open.
  static func sentence(after failure: TransportFailure?, to method: HTTPMethod, of endpoint: Endpoint) -> String? {
    guard failure?.kind == .timeout, method == .get, !endpoint.query.contains(where: { $0.longPoll != nil }) else {
      return nil
    }
    let parameter = endpoint.query.first { parameter in words.contains { parameter.name.lowercased().contains($0) } }
    let holder = parameter.map { "its query parameter \($0.name)" } ?? "the query parameter that sets the waiting time"
    let wish = "an \"x-long-poll\" whose value makes the server respond immediately"
    return "\(endpoint.id) may hold requests open until something happens (a long poll): "
      + (endpoint.query.isEmpty ? "" : "give \(holder) \(wish), or ") + "raise --timeout."
  }
}
