import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// The traffic through a service's port since it was opened, across all its sessions: counts by endpoint and status,
/// and response times.
package final class TrafficCounts: Sendable {
  /// A library and the counts of its endpoints in the contract's order, followed by the counts of requests without an
  /// endpoint.
  private final class Rows: Sendable {
    let library: MockLibrary
    let counts: [StatusCounts]

    init(_ library: MockLibrary, counts: [StatusCounts]) {
      self.library = library
      self.counts = counts
    }
  }

  let times = ResponseTimes()
  private let unrouted = StatusCounts()
  /// The counts of every endpoint that has ever existed, by id.
  private let known = Mutex<[String: StatusCounts]>([:])
  // The rows, if the library never changes. Reading them doesn't take a lock.
  private let fixed: Rows?
  private let changing: Mutex<Rows>

  /// - Parameter changes: A Boolean value that indicates whether the library may be replaced.
  init(_ library: MockLibrary, changes: Bool) {
    let rows = Self.rows(for: library, known: known, unrouted: unrouted)
    fixed = changes ? nil : rows
    changing = Mutex(rows)
  }

  /// Counts the endpoints of a new library from now on. If an endpoint with the same id existed before, its counts
  /// continue.
  func adopt(_ library: MockLibrary) {
    let rows = Self.rows(for: library, known: known, unrouted: unrouted)
    changing.withLock { $0 = rows }
  }

  private static func rows(
    for library: MockLibrary, known: borrowing Mutex<[String: StatusCounts]>, unrouted: StatusCounts
  ) -> Rows {
    let counts = known.withLock { known in
      library.contract.endpoints.map { endpoint in
        if let counts = known[endpoint.id] { return counts }
        let counts = StatusCounts()
        known[endpoint.id] = counts
        return counts
      }
    }
    return Rows(library, counts: counts + [unrouted])
  }

  /// Counts an exchange. This is called on the thread that responds.
  ///
  /// - Parameter elapsed: The time it took to create the response. Its delay is added, but not the time for sending a
  ///   stream, because sending has only just begun.
  func note(_ request: Request, _ answer: OutgoingResponse, elapsed: Duration) {
    let rows = fixed ?? changing.withLock { $0 }
    let isBroken = !answer.isImmediate && answer.delivery.isBroken
    rows.counts[rows.library.place(of: request, answer)].add(isBroken ? nil : answer.status)
    let whole = answer.isImmediate ? elapsed : elapsed + answer.delivery.delay
    let (seconds, attoseconds) = whole.components
    // The delay may be too long for a number of nanoseconds.
    times.add(UInt64(clamping: min(seconds, 1 << 32)) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000))
  }

  /// The counts by endpoint id, followed by those of requests without an endpoint, as `none`. Endpoints without counts
  /// are omitted.
  var counts: [(endpoint: String, counts: [(status: String, count: UInt64)])] {
    let known = known.withLock { $0 }
    var none = "none"
    // The contract may have an endpoint with this name.
    while known[none] != nil { none += "_" }
    let rows = known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + [(none, unrouted)]
    return rows.map { ($0.0, $0.1.counts) }.filter { !$0.counts.isEmpty }
  }
}

/// A decorator that counts every exchange of a session before its response is sent.
struct CountingResponder<Inner: Responder>: Responder {
  private let inner: Inner
  private let counts: TrafficCounts

  init(_ inner: Inner, counts: TrafficCounts) {
    self.inner = inner
    self.counts = counts
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    let begin = ContinuousClock.now
    let reply = inner.respond(
      to: request,
      completion: Completion { [counts] answer in
        counts.note(request, answer, elapsed: begin.duration(to: .now))
        completion(answer)
      })
    if case .now(let answer) = reply { counts.note(request, answer, elapsed: begin.duration(to: .now)) }
    return reply
  }
}

extension CountingResponder {
  /// Journals and counts an exchange with a response from elsewhere.
  func write<Counted>(_ request: Request, _ answer: OutgoingResponse) where Inner == JournalingResponder<Counted> {
    inner.write(request, answer)
    counts.note(request, answer, elapsed: .zero)
  }
}

extension CountingResponder: PromptResponder where Inner: PromptResponder {
  func answer(to request: Request) -> OutgoingResponse {
    let begin = ContinuousClock.now
    let answer = inner.answer(to: request)
    counts.note(request, answer, elapsed: begin.duration(to: .now))
    return answer
  }
}
