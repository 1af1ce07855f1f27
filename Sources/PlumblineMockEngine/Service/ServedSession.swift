import PlumblineContractModel
import PlumblineHTTPMessages
import Synchronization

/// A caller's isolated environment in a server: a mock with its state, faults, and delays, and a journal. Sessions
/// share only the library.
///
/// A request passes through counting, the journal, cross-origin handling, and faults before it reaches the mock. Its
/// path is relative to the contract, without the path of the server's URL (``ServerPaths``).
package final class ServedSession: PromptResponder {
  /// The name of the session at a server's main port. This session always exists.
  package static let mainName = "main"

  package let name: String
  package let options: MockOptions
  package let faults: FaultPlan
  package let journal: Journal
  private let slot: MockSlot
  private let relieve: (@Sendable () -> Void)?
  private let history: PersonaHistory
  private let secrets: @Sendable () -> SecretGate
  /// The journal, and the position up to which the metrics have checked it.
  let judged: ServedJournal
  private typealias Told<Inner: Responder> = JournalingResponder<CrossOriginResponder<FaultingResponder<Inner>>>
  private let pipeline: CountingResponder<Told<MockSlot>>
  /// The responder that is used instead of the mock, or `nil` if there is none.
  private let forwarding: CountingResponder<Told<ForwardedRequests>>?
  private let lastUse = Atomic<Int>(0)
  private let underWay = Atomic<Int>(0)
  private let door = Mutex(Door())

  /// The session's own port, if it has one, and whether the session has been closed.
  private struct Door {
    var port: SessionPort?
    var isClosed = false
  }

  init(
    name: String, library: MockLibrary, options: MockOptions, faults: FaultPlan, journal: Journal,
    counts: TrafficCounts, changes: Bool,
    upstream: ((any PromptResponder) -> any Responder)? = nil, relieve: (@Sendable () -> Void)? = nil,
    secrets: @escaping @Sendable () -> SecretGate, observer: JournalObserver?
  ) {
    self.name = name
    self.options = options
    self.faults = faults
    self.journal = journal
    self.relieve = relieve
    self.secrets = secrets
    let slot = MockSlot(MockSession(library: library, options: options), changes: changes)
    self.slot = slot
    history = PersonaHistory(options.persona)
    judged = ServedJournal(journal, options: options, history: history)
    pipeline = CountingResponder(
      JournalingResponder(
        CrossOriginResponder(FaultingResponder(slot, plan: faults) { slot.mock.library }), journal: journal,
        session: name, observer: observer),
      counts: counts)
    forwarding = upstream.map { $0(slot) }.map { upstream in
      CountingResponder(
        JournalingResponder(
          CrossOriginResponder(
            FaultingResponder(ForwardedRequests(upstream: upstream), plan: faults) { slot.mock.library }),
          journal: journal, session: name, observer: observer),
        counts: counts)
    }
  }

  /// The current mock.
  package var mock: MockSession { slot.mock }

  /// The session's own port, or `nil` if it has none.
  package var ownPort: SessionPort? { door.withLock { $0.port } }

  package func respond(to request: Request, completion: Completion) -> Reply {
    let request = slot.mock.library.contract.withoutServerPath(request)
    if let forwarding { return forwarding.respond(to: request, completion: completion) }
    return .now(pipeline.answer(to: request))
  }

  package func answer(to request: Request) -> OutgoingResponse {
    pipeline.answer(to: slot.mock.library.contract.withoutServerPath(request))
  }

  /// Rejects a request that isn't allowed to reach the server behind this session. The request is still added to the
  /// journal and the counts.
  func turnAway(_ request: Request, _ response: Response) -> OutgoingResponse {
    var response = response
    response.headers[Labels.recording] = Labels.notSent
    let answer = OutgoingResponse(response)
    pipeline.write(request, answer)
    return answer
  }

  /// Resets the session to its initial state: its persona, state, stubs, sequences, faults and delays. The journal is
  /// kept.
  package func reset() {
    mock.reset(relieve: relieve)
    faults.reset()
    if history.persona(at: .max) != options.persona { history.note(options.persona, after: journal.total) }
  }

  /// Makes all callers act as a persona of the contract, or lets them identify themselves (`nil`), until the next
  /// reset.
  func become(_ persona: String?) {
    mock.become(persona)
    history.note(persona, after: journal.total)
  }

  /// The judge of the session's journal entries.
  package var judge: JournalJudge {
    JournalJudge(mock.library, options: options, history: history, secrets: secrets())
  }

  /// Switches to a new library for all further responses.
  func adopt(_ library: MockLibrary) {
    slot.replace { $0.successor(library: library, options: options) }
  }

  /// The time of the session's last use, in terms of the directory's counter.
  var lastUsed: Int { lastUse.load(ordering: .relaxed) }

  /// A Boolean value that indicates whether no request of the session is in flight and no client is watching its
  /// journal.
  var isIdle: Bool { underWay.load(ordering: .acquiring) == 0 && !journal.isWatched }

  func use(at count: Int) { lastUse.store(count, ordering: .relaxed) }

  /// Prevents the session from being evicted, until ``end()`` is called.
  func begin() { underWay.add(1, ordering: .acquiringAndReleasing) }

  func end() { underWay.subtract(1, ordering: .acquiringAndReleasing) }

  /// Responds to a request for which ``begin()`` was called, and calls ``end()`` once it has the response.
  func finish(_ request: Request, completion: Completion) -> Reply {
    guard forwarding != nil else {
      defer { end() }
      return .now(answer(to: request))
    }
    let reply = respond(
      to: request,
      completion: Completion { answer in
        self.end()
        completion(answer)
      })
    if case .now = reply { end() }
    return reply
  }

  /// Adopts a port. If the session has been closed in the meantime, closes the port.
  func take(_ port: SessionPort) {
    let isLate = door.withLock { door in
      if !door.isClosed { door.port = port }
      return door.isClosed
    }
    if isLate { port.close() }
  }

  /// Closes the session's port, ends the streams of clients that are watching the journal, and frees the state.
  func close() {
    let port = door.withLock { door in
      defer { door = Door(isClosed: true) }
      return door.port
    }
    port?.close()
    journal.finishListeners()
    mock.reset(relieve: relieve)
  }
}

/// A responder that forwards requests to the upstream instead of the mock, without the header fields that only this
/// server uses.
struct ForwardedRequests: Responder {
  let upstream: any Responder

  func respond(to request: Request, completion: Completion) -> Reply {
    var request = request
    request.headers.remove(SessionDirectory.header)
    return upstream.respond(to: request, completion: completion)
  }
}
