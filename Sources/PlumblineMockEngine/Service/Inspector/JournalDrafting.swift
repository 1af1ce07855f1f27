import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// The creation of a recording from an exchange in a journal, by the same rules as `record`. The recording is redacted
/// and checked against the contract, and never overwrites a different one.
///
/// A response of the real server becomes `recorded`, with its origin. A response of the mock becomes `authored`,
/// regardless of its source, because no real server sent it.
struct JournalDrafting {
  let shelf: RecordingShelf
  let judge: JournalJudge
  /// The recordings that have been saved since the files were loaded.
  let saved: [Recording]
  /// The current date in the format `YYYY-MM-DD`.
  let today: String

  func draft(_ entry: JournalEntry) throws(ControlRefusal) -> (file: RecordingPlan.File, kind: Provenance.Kind) {
    let contract = judge.library.contract
    if let reason = unfitness(of: entry) { throw .unfit(reason) }
    let kind: Provenance.Kind = isServers(entry) ? .recorded : .authored
    var options = RecordingPlan.Options(
      from: kind == .recorded ? shelf.from : nil, on: today, path: shelf.path, isThere: shelf.isThere)
    options.kind = kind
    options.keepsOthers = true
    options.schema = shelf.schema
    var callers = CallerRegistry(
      contract, known: shelf.known(contract), assumed: judge.everyone(at: entry),
      hidden: judge.secrets.table.credentials)
    let plan = RecordingPlan(
      [Capture(Self.told(entry), outage: judge.outage(of: entry).map { "\($0)" })], of: contract,
      beside: judge.library.recordings + saved, options: options, callers: &callers)
    if let file = plan.files.first, !file.isDraft { return (file, kind) }
    if let like = plan.likes.first { throw .unfit("\(like.recording) has exactly this request and response.") }
    throw .unfit(plan.skips.first?.reason ?? "no endpoint matches the request, and recordings belong to endpoints")
  }

  /// Returns a Boolean value that indicates whether the response came from the server behind `--upstream`. Responses of
  /// the mock are labeled.
  private func isServers(_ entry: JournalEntry) -> Bool {
    shelf.from != nil && entry.recording == nil && entry.answer.response.headers[Labels.answeredBy] != Labels.mock
  }

  private func unfitness(of entry: JournalEntry) -> String? {
    if let fault = entry.fault { return "the fault \(fault) was injected, so it isn't a response of the service" }
    if entry.recording == Labels.notSent { return "the request wasn't forwarded, so there is no response" }
    if entry.recording == Labels.unanswered { return "the server didn't respond, and this is the mock's error message" }
    if !entry.isWhole { return "a body was too large for the journal, or is a stream" }
    return judge.library.endpoint(of: entry.request) == nil
      ? "no endpoint matches the request, and recordings belong to endpoints" : nil
  }

  /// Returns the exchange without header fields that only this server uses.
  private static func told(_ entry: JournalEntry) -> Exchange {
    guard var response = entry.exchange.response else { return entry.exchange }
    for (name, _) in response.headers where isOurs(name.lowercased()) { response.headers.remove(name) }
    var request = entry.request
    request.headers.remove(SessionDirectory.header)
    return Exchange(request: request, response: response)
  }

  private static func isOurs(_ name: String) -> Bool {
    name.hasPrefix("plumbline-") || name.hasPrefix("access-control-") || name == "preference-applied"
  }
}
