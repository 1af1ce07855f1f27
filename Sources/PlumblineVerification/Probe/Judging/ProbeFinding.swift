import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting

/// The probe's finding about one endpoint, before it becomes a line of the report.
struct ProbeFinding: Sendable {
  typealias Kind = Report.Verdict.Kind
  typealias Confidence = Report.Verdict.Confidence

  let endpoint: Endpoint
  var kind: Kind
  var confidence: Confidence
  var sentence: String
  /// The decisive response.
  var answer: ProbeResponse?
  /// The server's responses, in order.
  var evidence: [Report.Verdict.Evidence] = []
  /// The request line of an alternative that exists, or the target of the server's redirect.
  var place: String?
  /// The redirect that led there, if there was one.
  var detour: ProbeResponse.Detour?
  /// The doubt that other endpoints may settle, with the necessary facts.
  var doubt: InconclusiveReason?

  /// The reason why an endpoint's own responses are inconclusive.
  enum InconclusiveReason: Sendable {
    /// "No such item" and "no such route" look alike.
    ///
    /// - `pathIsThere`: Whether the path exists with another method.
    /// - `isAnonymous`: Whether a login was required but not sent.
    case item(pathIsThere: Bool, isAnonymous: Bool)
    /// Allow doesn't list the method, and it is unknown whether this server's Allow is complete.
    case allow([String])
  }

  init(
    _ endpoint: Endpoint, _ kind: Kind, _ confidence: Confidence, _ sentence: String, by answer: ProbeResponse? = nil
  ) {
    self.endpoint = endpoint
    self.kind = kind
    self.confidence = confidence
    self.sentence = sentence
    self.answer = answer
  }
}
