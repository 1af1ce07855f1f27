import PlumblineHTTPMessages
import PlumblineReporting

/// What one request, compared with its controls, says of the place that it was sent to.
enum ProbeSign: Sendable {
  typealias Confidence = Report.Verdict.Confidence

  /// A handler for this method stands here.
  case routed(Confidence, String)
  /// The path is there, and it doesn't take this method. With the methods that it takes, where the server lists them.
  case methodRefused(allow: [String]?, Confidence, String)
  /// The server answers as it answers a path that can't exist.
  case nonsense(String)
  /// The server says for itself that nothing is here, in other words than for a path that can't exist.
  case gone(String)
  /// Without a login, or with this one, nothing can be told.
  case blocked(String)
  /// The server sends callers to another place of its own.
  case moved(path: String, Confidence, String)
  case unclear(String)
  case unreachable(String)

  /// Whether the answer is that to a path that can't exist.
  var isNonsense: Bool {
    if case .nonsense = self { true } else { false }
  }
}
