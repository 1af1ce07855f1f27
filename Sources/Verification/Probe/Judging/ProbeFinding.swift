import ContractModel
import HTTPMessages
import Reporting

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
  /// Where an alternative answers.
  var place: String?
  /// That "no such item" and "no such route" could not be told apart here: what the other endpoints show may decide.
  var doubt: Doubt?

  /// What is known where only an identifier leaves a doubt.
  struct Doubt: Sendable {
    /// Whether the path is there with another method.
    let pathIsThere: Bool
    /// Whether a login was needed and none was shown.
    let isAnonymous: Bool
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
