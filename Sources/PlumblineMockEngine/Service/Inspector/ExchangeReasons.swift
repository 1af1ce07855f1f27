import PlumblineContractModel
import PlumblineHTTPMessages

/// The reasons for an exchange's response and its nearest matches, computed on demand.
struct ExchangeReasons: Sendable {
  private let mock: MockSession
  private let judge: JournalJudge
  /// A Boolean value that indicates whether requests are forwarded to a real server instead of the mock.
  private let isForwarding: Bool

  init(_ mock: MockSession, _ judge: JournalJudge, isForwarding: Bool) {
    self.mock = mock
    self.judge = judge
    self.isForwarding = isForwarding
  }

  /// Returns the caller, or `nil` if it is unknown. For issued credentials, this is the persona that currently holds
  /// them.
  func persona(_ entry: JournalEntry) -> Persona? {
    if let everyone = judge.everyone(at: entry) { return everyone }
    guard let endpoint = judge.library.endpoint(of: entry.request), !endpoint.authentication.names.isEmpty else {
      return nil
    }
    return mock.caller(of: entry.request, at: endpoint)
  }

  /// Returns the reason for an entry's response, as a human-readable sentence.
  ///
  /// A mock records the reason only for errors. For other responses, the sentence gives the reason why the mock would
  /// choose that response now, or says that it would no longer choose it.
  func why(_ entry: JournalEntry) -> String {
    let headers = entry.answer.response.headers
    if let fault = entry.fault { return "the fault \(fault) was injected" }
    if entry.recording == Labels.notSent { return "this server didn't forward the request" }
    if entry.recording == Labels.unanswered { return "the server behind --upstream sent no response" }
    if let fallback = headers[Labels.fallback] { return "the mock took over: \(fallback)" }
    if isForwarding, entry.recording == nil { return "the server behind --upstream responded" }
    if let why = entry.answer.refusal ?? headers[Labels.why] { return why }
    if entry.recording == Labels.written { return "a stub returned a custom response" }
    if !entry.isWhole { return "a body was too large to keep, so the reason is unknown" }
    if isMadeByTest(entry) { return "a test computes the responses of this endpoint" }
    let now = mock.explanation(of: entry.request)
    if now.source == entry.recording { return now.words }
    return "the mock would no longer choose that response: it would now choose \(now.source), because \(now.words)"
  }

  /// Returns the nearest matches. These are endpoints if the request matches no endpoint, and recordings if the
  /// response doesn't come from a recording.
  func nearest(_ entry: JournalEntry) -> [(name: String, reason: String)] {
    let contract = judge.library.contract
    guard let endpoint = judge.library.endpoint(of: entry.request) else {
      // Skip long paths, because the time for comparing paths grows with the product of their lengths.
      if entry.request.pathBytes.count > 300 { return [] }
      return NearestEndpoints.find(entry.request, in: contract).map {
        ("\($0.endpoint.id) (\($0.endpoint.request))", $0.reason)
      }
    }
    let isMade = entry.recording == Labels.synthesised || entry.recording == Labels.built
    guard isMade, entry.isWhole, let recordings = judge.library.recordings(of: endpoint) else { return [] }
    let reading = RequestReading(entry.request, for: endpoint, persona: persona(entry))
    let values = RequestValues(reading, credentials: judge.library.credentials)
    return Selection(recordings: recordings, values: values, library: judge.library).nearMisses()
      .map { ($0.recorded.recording.id, $0.reason) }
  }

  /// Returns a Boolean value that indicates whether the endpoint's responses come from a stub that calls a closure of a
  /// test. The closure must be called for actual requests only.
  private func isMadeByTest(_ entry: JournalEntry) -> Bool {
    guard let id = judge.library.endpoint(of: entry.request)?.id,
      let override = mock.memory.override(for: id, used: false)
    else { return false }
    if case .made = override.plays { return true }
    return false
  }
}
