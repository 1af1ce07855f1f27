import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineReporting

/// A log of a mock's exchanges. It prints a line for each request with the source of its response, the reason for a
/// rejection, and the drift.
///
/// An event loop must not wait for the terminal or for the formatting of lines, so a task does both from a bounded
/// queue. Nobody can read more than a certain number of lines per second, so further requests are only counted.
package struct RequestLog: Sendable {
  /// The level of detail.
  enum Detail: Sendable {
    case nothing
    /// A sample of the requests under heavy load, and the drift that fails the default gate.
    case normal
    /// All requests, and drift of every severity.
    case all
  }

  /// An exchange with its context.
  private struct Seen: Sendable {
    let entry: JournalEntry
    let session: String
    let library: MockLibrary?
    let judge: JournalJudge?
    /// The number of preceding exchanges that weren't printed.
    let unprinted: Int
  }

  /// The maximum length of a path that is compared with others. A longer path is unlikely to be a typo, and a
  /// comparison takes time proportional to the product of the lengths.
  private static let longestPath = 300

  private let seen: AsyncStream<Seen>.Continuation?
  private let pace: RequestLogPace

  init(console: Console, _ detail: Detail) {
    pace = RequestLogPace(perSecond: detail == .all ? .max : 100)
    guard detail != .nothing else {
      seen = nil
      return
    }
    let (stream, continuation) = AsyncStream<Seen>.makeStream(bufferingPolicy: .bufferingNewest(1000))
    Task {
      for await seen in stream {
        if seen.unprinted > 0 { console.print("… and \(String.count(seen.unprinted, "more request"))") }
        console.print(
          lines: Self.lines(
            of: seen, least: detail == .all ? .notice : .warning, hasColour: console.hasColour,
            knowing: console.secrets.table))
      }
    }
    seen = continuation
  }

  /// Returns an observer for a service's exchanges, or `nil` if nothing is printed.
  ///
  /// - Parameters:
  ///   - library: A closure that returns the service's current library.
  ///   - judge: A closure that returns the judge of a session's exchanges, or `nil` if another observer reports the
  ///     drift.
  func observer(
    _ library: @escaping @Sendable () -> MockLibrary?, judge: @escaping @Sendable (_ session: String) -> JournalJudge?
  ) -> JournalObserver? {
    guard let seen else { return nil }
    let pace = pace
    let start = ContinuousClock.now
    return JournalObserver(
      wants: { _ in pace.takesMore(in: Int(start.duration(to: .now).components.seconds)) },
      see: { session, entry in
        seen.yield(
          Seen(
            entry: entry, session: session, library: library(), judge: judge(session), unprinted: pace.unprinted()))
      })
  }

  private static func lines(
    of seen: Seen, least: Severity, hasColour: Bool, knowing known: SecretTable
  ) -> String {
    let entry = seen.entry
    let library = seen.library
    var notes: [String] = nearestRecordings(entry.answer) ?? []
    let endpoint = library?.endpoint(of: entry.request)
    let isUnmatched = library != nil && endpoint == nil && (entry.status == 404 || entry.status == 405)
    if isUnmatched, let library { notes += nearest(to: entry, in: library) }
    let drift = (seen.judge?.drift(entry) ?? []).filter { $0.severity >= least && !isUnmatched }
    notes += drift.map { "\($0.liveLine)\($0.contract.map { " (\($0))" } ?? "")" }
    let text = line(
      entry, session: seen.session, of: library?.contract, endpoint: endpoint, notes: notes, knowing: known)
    let stands = isUnmatched || !drift.isEmpty
    guard hasColour, stands, let end = text.firstIndex(of: "\n") else { return text }
    return "\u{1B}[1;33m\(text[..<end])\u{1B}[0m\(text[end...])"
  }

  /// Returns the line for an exchange, followed by its remarks. The text contains no secrets.
  ///
  /// - Parameter known: The credentials to mask everywhere.
  package static func line(
    _ entry: JournalEntry, session: String, of contract: Contract?, endpoint: Endpoint? = nil, notes: [String] = [],
    knowing known: SecretTable = SecretTable()
  ) -> String {
    let redactor =
      contract.map { Redactor(showing: entry.request, of: $0, knowing: known) } ?? Redactor(nil, known)
    let status = entry.status.map { "\($0)" } ?? "---"
    let headers = entry.answer.response.headers
    let who = headers[Labels.answeredBy].map { "  \($0)" } ?? ""
    let why = headers[Labels.fallback].map { ", as \($0)" } ?? ""
    var source = entry.fault.map { "fault: \($0)" } ?? entry.recording ?? ""
    // A recording's ID begins with its endpoint's ID and a slash.
    if let endpoint, !source.hasPrefix("\(endpoint.id)/") {
      source = "\(endpoint.id)\(source.isEmpty ? "" : ": \(source)")"
    }
    if let events = events(of: entry) { source += (source.isEmpty ? "" : ", ") + events }
    let name = session == ServedSession.mainName ? "" : "  (\(session))"
    let target = redactor.target(of: entry.request).prefix(1000)
    // Escape line breaks and control characters that come from a client, so that the entry stays on one line.
    let line = "\(status) \(entry.request.method) \(target)\(who + why)\(source.isEmpty ? "" : "  \(source)")\(name)"
      .printable
    let reasons = reason(entry, contract, endpoint).map { [$0] } ?? []
    let below = (reasons + notes).map { "    " + redactor.text($0).printable }
    return (["\(LocalTime.text(milliseconds: entry.time)) \(line)"] + below).joined(separator: "\n")
  }

  /// Returns the number of events in a stream or, if the stream was interrupted, the number of events sent.
  private static func events(of entry: JournalEntry) -> String? {
    if let cut = entry.cutStream { return "\(cut.sent) of \(String.count(cut.all, "event"))" }
    return entry.failure == nil ? entry.answer.streamEnds.map { String.count($0.count, "event") } : nil
  }

  /// Returns the reason for a rejection that the caller caused: the mock's reason if it gave one, or else the
  /// response's message.
  private static func reason(_ entry: JournalEntry, _ contract: Contract?, _ endpoint: Endpoint?) -> String? {
    guard let status = entry.status, status >= 400, let contract else { return nil }
    // For a request without an endpoint, the nearest endpoints explain the rejection.
    let why = endpoint == nil ? nil : entry.answer.refusal
    guard why != nil || [400, 401, 403, 409, 422].contains(status) else { return nil }
    let body: JSON? = entry.answer.response.body.bytes.flatMap { try? JSON.parse($0) }
    let code = endpoint.flatMap { endpoint in body.flatMap { contract.errorCode(of: $0, at: status, from: endpoint) } }
    let message = contract.envelope?.message.flatMap { body?.at($0)?.string }
    let parts = [code.map { $0.json.string ?? $0.json.text }, why ?? message].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// Returns the recordings nearest to a request that matches none, each with its mismatch.
  private static func nearestRecordings(_ answer: OutgoingResponse) -> [String]? {
    // A response that was rendered in advance has no information about a particular request.
    guard case .response(let response) = answer.content else { return nil }
    return response.headers[Labels.nearest].map { ["nearest: \($0)"] }
  }

  /// Returns the endpoints nearest to a request that matches none, each with its mismatch.
  private static func nearest(to entry: JournalEntry, in library: MockLibrary) -> [String] {
    guard entry.request.pathBytes.count <= longestPath else { return ["no endpoint has this path"] }
    let found = NearestEndpoints.find(entry.request, in: library.contract)
    if found.isEmpty { return ["no similar endpoint"] }
    return found.map { "nearest: \($0.endpoint.id) (\($0.endpoint.request)): \($0.reason)" }
  }
}
