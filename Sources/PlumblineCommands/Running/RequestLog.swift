import ContractModel
import HTTPMessages
import MockEngine

/// Prints what a mock answers: on a terminal a line for every request, elsewhere only for those that no endpoint has, or
/// no recording.
///
/// An event loop must not wait for a terminal, so lines go through a bounded queue to a task that prints them; a flood
/// loses its oldest lines.
struct RequestLog: Sendable {
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
        let line = Self.line(entry, session: session, hiding: library()?.contract.credentials ?? [])
        lines.yield(line + (nearest ?? ""))
      })
  }

  /// Whether it may be that no endpoint has the request.
  private static func mayBeUnmatched(_ status: Int?) -> Bool { status == 404 || status == 405 }

  private static func line(_ entry: JournalEntry, session: String, hiding credentials: [Credential]) -> String {
    let status = entry.status.map { "\($0)" } ?? "---"
    let source = entry.fault.map { "  fault: \($0)" } ?? entry.recording.map { "  \($0)" } ?? ""
    let name = session == ServedSession.mainName ? "" : "  (\(session))"
    let target = target(of: entry.request, hiding: credentials).prefix(1000)
    return "\(status) \(entry.request.method) \(target)\(source)\(name)"
  }

  /// A request's target, with a dash in place of each credential that stands in its query.
  static func target(of request: Request, hiding credentials: [Credential]) -> String {
    let secret = credentials.compactMap { credential in
      if case .query(let name) = credential.carrier { name } else { String?.none }
    }
    guard let query = request.query, !secret.isEmpty else { return request.target }
    let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
      let name = item.prefix { $0 != "=" }
      let decoded = PercentEncoding.decode(Array(name.utf8)[...], plusIsSpace: true)
      return secret.contains(decoded) ? "\(name)=-" : String(item)
    }
    return "\(request.path)?" + items.joined(separator: "&")
  }

  /// The nearest recordings of a request that none fits, each with what missed.
  private static func nearestRecordings(_ answer: Answer) -> String? {
    // What was rendered beforehand says nothing of one request.
    guard case .response(let response) = answer.content else { return nil }
    return response.headers[Labels.nearest].map { "\n    nearest: \($0)" }
  }

  /// The nearest endpoints of a request that has none, each with what missed; `nil` for a request that has one.
  private static func nearest(to entry: JournalEntry, in library: MockLibrary) -> String? {
    guard library.endpoint(of: entry.request) == nil else { return nil }
    guard entry.request.pathBytes.count <= longestPath else { return "\n    no endpoint has such a path" }
    let found = NearestEndpoints.find(entry.request.method, path: entry.request.path, in: library.contract)
    if found.isEmpty { return "\n    no endpoint is near" }
    return found.map { "\n    nearest: \($0.endpoint.id) (\($0.endpoint.request)): \($0.reason)" }.joined()
  }
}
