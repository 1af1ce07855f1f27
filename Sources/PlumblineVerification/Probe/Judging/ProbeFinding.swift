import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting

/// The probe's finding on one endpoint, before it becomes a line of the report.
struct ProbeFinding: Sendable {
  typealias Kind = Report.Verdict.Kind
  typealias Confidence = Report.Verdict.Confidence

  let endpoint: Endpoint
  var kind: Kind
  var confidence: Confidence
  var sentence: String
  /// The response that decided.
  var answer: ProbeAnswer?
  /// The server's responses, in order.
  var evidence: [Report.Verdict.Evidence] = []
  /// The place of an alternative that answers, or the target of the server's redirect.
  var place: String?
  /// The redirect to that place, if there was one.
  var detour: ProbeAnswer.Detour?
  /// The doubt that other endpoints may settle, with the facts that would decide then.
  var doubt: Doubt?

  /// The reason why an endpoint's own responses leave something open.
  enum Doubt: Sendable {
    /// "No such item" and "no such route" look alike.
    ///
    /// - `pathIsThere`: whether the path is there with another method.
    /// - `isAnonymous`: whether a login was needed and none was shown.
    case item(pathIsThere: Bool, isAnonymous: Bool)
    /// Allow lacks the method, and it is unknown whether this server's Allow is whole.
    case allow([String])
  }

  init(
    _ endpoint: Endpoint, _ kind: Kind, _ confidence: Confidence, _ sentence: String, by answer: ProbeAnswer? = nil
  ) {
    self.endpoint = endpoint
    self.kind = kind
    self.confidence = confidence
    self.sentence = sentence
    self.answer = answer
  }
}
