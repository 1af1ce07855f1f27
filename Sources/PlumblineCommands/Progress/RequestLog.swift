import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineReporting

/// Prints what a mock answers: on a terminal a line for every request, elsewhere only for those that no endpoint has, or
/// no recording.
///
/// An event loop must not wait for a terminal, so lines go through a bounded queue to a task that prints them; a flood
/// loses its oldest lines.
package struct RequestLog: Sendable {
  /// A longer path is nobody's typing mistake, and comparing it costs the product of the lengths.
  private static let longestPath = 300

  private let lines: AsyncStream<String>.Continuation?
  private let showsAll: Bool

  init(console: Console, isQuiet: Bool) {
    showsAll = console.showsProgress
    guard !isQuiet else {
      lines = nil
      return
    }
    let (stream, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1000))
    Task {
      for await line in stream { console.print(line) }
    }
    lines = continuation
  }

  /// What sees a service's exchanges; `nil` where nothing is printed.
  ///
  /// - Parameter library: the service as it is now.
  func observer(_ library: @escaping @Sendable () -> MockLibrary?) -> JournalObserver? {
    guard let lines else { return nil }
    let showsAll = showsAll
    return JournalObserver(
      wants: { showsAll || Self.mayBeUnmatched($0.status) || Self.nearestRecordings($0) != nil },
      see: { session, entry in
        var nearest = Self.nearestRecordings(entry.answer)
        if nearest == nil, Self.mayBeUnmatched(entry.status) {
          nearest = library().flatMap { Self.nearest(to: entry, in: $0) }
        }
        guard showsAll || nearest != nil else { return }
        let contract = library()?.contract
        let line = Self.line(entry, session: session, of: contract, nearest: nearest ?? [])
        lines.yield(line)
      })
  }

  /// Whether it may be that no endpoint has the request.
  private static func mayBeUnmatched(_ status: Int?) -> Bool { status == 404 || status == 405 }

  /// An exchange in a line, with what came nearest below it. No secret is in it.
  package static func line(
    _ entry: JournalEntry, session: String, of contract: Contract?, nearest: [String] = []
  ) -> String {
    var request = entry.request
    // On the thread that answers, no body is read for a line that shows none of it.
    if nearest.isEmpty { request.body = .empty }
    let redactor = contract.map { Redactor(showing: request, of: $0) } ?? Redactor(nil)
    let status = entry.status.map { "\($0)" } ?? "---"
    let who = entry.answer.response.headers[Labels.answeredBy].map { "  \($0)" } ?? ""
    let why = entry.answer.response.headers[Labels.fallback].map { ", as \($0)" } ?? ""
    let source = who + why + (entry.fault.map { "  fault: \($0)" } ?? entry.recording.map { "  \($0)" } ?? "")
    let name = session == ServedSession.mainName ? "" : "  (\(session))"
    let target = redactor.target(of: request).prefix(1000)
    // Whatever a client sends stays in its line.
    let line = "\(status) \(request.method) \(target)\(source)\(name)".printable
    return ([line] + nearest.map { "    " + redactor.text($0).printable }).joined(separator: "\n")
  }

  /// The nearest recordings of a request that none fits, each with what missed.
  private static func nearestRecordings(_ answer: Answer) -> [String]? {
    // What was rendered beforehand says nothing of one request.
    guard case .response(let response) = answer.content else { return nil }
    return response.headers[Labels.nearest].map { ["nearest: \($0)"] }
  }

  /// The nearest endpoints of a request that has none, each with what missed; `nil` for a request that has one.
  private static func nearest(to entry: JournalEntry, in library: MockLibrary) -> [String]? {
    guard library.endpoint(of: entry.request) == nil else { return nil }
    guard entry.request.pathBytes.count <= longestPath else { return ["no endpoint has such a path"] }
    let found = NearestEndpoints.find(entry.request, in: library.contract)
    if found.isEmpty { return ["no endpoint is near"] }
    return found.map { "nearest: \($0.endpoint.id) (\($0.endpoint.request)): \($0.reason)" }
  }
}
