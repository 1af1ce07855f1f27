import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting

/// What the probe holds of one endpoint, before it becomes a line of the report.
struct ProbeFinding: Sendable {
  typealias Kind = Report.Verdict.Kind
  typealias Confidence = Report.Verdict.Confidence

  let endpoint: Endpoint
  var kind: Kind
  var confidence: Confidence
  var sentence: String
  /// The answer that decided.
  var answer: ProbeAnswer?
  /// What the server answered, in order.
  var evidence: [Report.Verdict.Evidence] = []
  /// Where an alternative answers, or where the server redirects to.
  var place: String?
  /// The redirect to that place, where there was one.
  var detour: ProbeAnswer.Detour?
  /// What the other endpoints may show, and what would decide then.
  var doubt: Doubt?

  /// Why an endpoint's own answers leave something open.
  enum Doubt: Sendable {
    /// "No such item" and "no such route" could not be told apart.
    ///
    /// - `pathIsThere`: whether the path is there with another method.
    /// - `isAnonymous`: whether a login was needed and none was shown.
    case item(pathIsThere: Bool, isAnonymous: Bool)
    /// Allow lacks the method, and it isn't known whether this server's Allow is whole.
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
