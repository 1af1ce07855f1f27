import ContractModel
import HTTPMessages
import Recordings
import Synchronization

/// One caller's own mock: what it remembers is nobody else's.
///
/// A request is routed, authorised and validated; then an answer is chosen: what `Prefer` asks for, else an override, else
/// a sequence's next step, else the recording whose request fits best, else one made from the schema.
package final class MockSession: Responder {
  package let library: MockLibrary
  let persona: Persona?
  private let options: MockOptions
  private let state: Mutex<SessionState>
  /// How many overrides there are, so that a session without any takes no lock.
  private let overrideCount: Atomic<Int>
  /// Goes on with every change of what the session remembers; an answer that was kept holds for one generation.
  private let generation = Atomic<UInt64>(0)
  private let replays = Replays()

  package init(library: MockLibrary, options: MockOptions = MockOptions()) {
    self.library = library
    self.options = options
    persona = options.persona.flatMap { library.contract.persona($0) }
    state = Mutex(SessionState(options.overrides))
    overrideCount = Atomic(options.overrides.count)
  }

  /// Always answers at once.
  package func respond(to request: Request, completion: Completion) -> Reply {
    .now(answer(to: request))
  }

  /// What the mock answers to a request.
  package func answer(to request: Request) -> Answer {
    guard let hash = replays.hash(of: request) else {
      return Deciding(session: self, isForReal: true).decide(request).answer
    }
    // Read before deciding: if the session changes meanwhile, what is kept belongs to a generation that has gone.
    let generation = generation.load(ordering: .acquiring)
    if let answer = replays.answer(to: request, hash: hash, generation: generation) { return answer }
    let decision = Deciding(session: self, isForReal: true).decide(request)
    if decision.isReplayable { replays.keep(decision.answer, to: request, hash: hash, generation: generation) }
    return decision.answer
  }

  /// Whatever was answered before has to be decided anew. Called after a change, before the change is reported done.
  private func change() {
    generation.add(1, ordering: .acquiringAndReleasing)
  }

  /// What would answer a request now, and why, in one line for people. Nothing that the session remembers changes.
  package func explain(_ request: Request) -> String {
    Deciding(session: self, isForReal: false).decide(request).note
  }

  /// Adds an override, before those that are there.
  package func add(_ override: Override) {
    state.withLock { state in
      state.add(override)
      overrideCount.store(state.pending.count, ordering: .releasing)
      change()
    }
  }

  /// Takes away the overrides of an endpoint, or all.
  package func removeOverrides(of endpoint: String? = nil) {
    state.withLock { state in
      state.removeOverrides(of: endpoint)
      overrideCount.store(state.pending.count, ordering: .releasing)
      change()
    }
  }

  /// Goes back to how the session began: its first overrides, every sequence at its first step.
  package func reset() {
    state.withLock { state in
      state = SessionState(options.overrides)
      overrideCount.store(state.pending.count, ordering: .releasing)
      change()
    }
  }

  /// The overrides that still answer, each with how many answers it has left (`nil`: it stays).
  package var overrides: [(override: Override, left: Int?)] {
    state.withLock { state in
      state.pending.filter { $0.left ?? 1 > 0 }.map { ($0.override, $0.left) }
    }
  }

  func override(for endpoint: String, used: Bool) -> Override? {
    guard overrideCount.load(ordering: .acquiring) > 0 else { return nil }
    return state.withLock { $0.override(for: endpoint, used: used) }
  }

  func step(of row: Shelf.Row, at endpoint: String, used: Bool) -> Recorded {
    let index = state.withLock { state in
      let index = state.step(of: row.name, at: endpoint, count: row.steps.count, used: used)
      if used, index + 1 < row.steps.count { change() }
      return index
    }
    return row.steps[index]
  }

  func currentStep(of row: Shelf.Row, at endpoint: String) -> Recorded { step(of: row, at: endpoint, used: false) }
}
