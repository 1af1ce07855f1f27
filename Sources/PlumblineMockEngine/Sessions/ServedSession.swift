import PlumblineHTTPMessages
import Synchronization

/// One caller's world inside a server: a mock with what it remembers, faults and delays, and a journal. It shares
/// nothing with another session but the library.
///
/// Requests go through journal(cross-origin(fault(mock))).
package final class ServedSession: PromptResponder {
  /// The session of a server's own port, which is always there.
  package static let mainName = "main"

  package let name: String
  package let options: MockOptions
  package let faults: FaultPlan
  package let journal: Journal
  private let slot: MockSlot
  private let relieve: (@Sendable () -> Void)?
  private let pipeline: JournalingResponder<CrossOriginResponder<FaultingResponder<MockSlot>>>
  /// What answers in the mock's place, where somebody does.
  private let forwarding: JournalingResponder<CrossOriginResponder<FaultingResponder<ForwardedRequests>>>?
  private let lastUse = Atomic<Int>(0)
  private let port = Mutex<SessionPort?>(nil)

  init(
    name: String, library: MockLibrary, options: MockOptions, faults: FaultPlan, journal: Journal, changes: Bool,
    upstream: (any Responder)? = nil, relieve: (@Sendable () -> Void)? = nil,
    observer: JournalObserver?
  ) {
    self.name = name
    self.options = options
    self.faults = faults
    self.journal = journal
    self.relieve = relieve
    let slot = MockSlot(MockSession(library: library, options: options), changes: changes)
    self.slot = slot
    pipeline = JournalingResponder(
      CrossOriginResponder(FaultingResponder(slot, plan: faults) { slot.mock.library }), journal: journal,
      session: name, observer: observer)
    forwarding = upstream.map { upstream in
      JournalingResponder(
        CrossOriginResponder(
          FaultingResponder(ForwardedRequests(upstream: upstream), plan: faults) { slot.mock.library }),
        journal: journal, session: name, observer: observer)
    }
  }

  /// The mock that answers now.
  package var mock: MockSession { slot.mock }

  /// Where the session has a port of its own.
  package var ownPort: SessionPort? { port.withLock { $0 } }

  package func respond(to request: Request, completion: Completion) -> Reply {
    if let forwarding { return forwarding.respond(to: request, completion: completion) }
    return .now(pipeline.answer(to: request))
  }

  package func answer(to request: Request) -> Answer { pipeline.answer(to: request) }

  /// Goes back to how the session began: state, overrides, sequences, faults and delays. The journal stays.
  package func reset() {
    mock.reset(relieve: relieve)
    faults.reset()
  }

  /// Answers from another library from now on.
  func adopt(_ library: MockLibrary) {
    slot.replace { $0.successor(library: library, options: options) }
  }

  /// When it was last asked for by name, on the directory's clock.
  var lastUsed: Int { lastUse.load(ordering: .relaxed) }

  func use(at time: Int) { lastUse.store(time, ordering: .relaxed) }

  func take(_ port: SessionPort) {
    self.port.withLock { $0 = port }
  }

  /// Lets go of its port, of those who watch its journal, and of what it remembers.
  func close() {
    let port = self.port.withLock { port in
      defer { port = nil }
      return port
    }
    port?.close()
    journal.finishListeners()
    mock.reset(relieve: relieve)
  }
}
