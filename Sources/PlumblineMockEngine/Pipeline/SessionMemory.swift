import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// The mutable state of a session: its collections, credentials, stubs, sequences, and the persona of all callers.
///
/// It carries out decisions, but isn't involved in making them.
final class SessionMemory: Sendable {
  let library: MockLibrary
  let options: MockOptions
  /// The index of the persona of all callers in the contract's personas, or -1 if callers identify themselves.
  private let everyone: Atomic<Int>
  /// The pace of stream events, as a number (``StreamPace/code``).
  private let streamPace: Atomic<Int>
  private let state: Mutex<SessionState>
  /// The number of stubs. A session without stubs doesn't have to take the lock.
  private let overrideCount: Atomic<Int>
  /// The generation of the session's state. It increases with every change, and a cached response is valid for one
  /// generation only.
  private let changes = Atomic<UInt64>(0)
  /// A Boolean value that indicates whether the collections have changed since the start.
  private let isChanged: Atomic<Bool>
  /// A Boolean value that indicates whether credentials have been issued. A session without any doesn't have to take
  /// the lock.
  private let tokensExist: Atomic<Bool>
  private let clock: MockClock

  convenience init(library: MockLibrary, options: MockOptions, clock: MockClock) {
    let items = ItemStore(library.seed, limits: options.items)
    self.init(library: library, options: options, clock: clock, state: SessionState(options.overrides, items: items))
  }

  private init(library: MockLibrary, options: MockOptions, clock: MockClock, state: SessionState) {
    self.library = library
    self.options = options
    self.clock = clock
    everyone = Atomic(library.place(of: options.persona))
    streamPace = Atomic(options.pace.code)
    overrideCount = Atomic(state.pending.count)
    isChanged = Atomic(state.items.isChanged)
    tokensExist = Atomic(!state.tokens.isEmpty)
    self.state = Mutex(state)
  }

  /// Returns a memory that continues this one with a new contract and new recordings. Stubs, sequences, collections and
  /// credentials are kept, if they still fit.
  func successor(library: MockLibrary, options: MockOptions) -> SessionMemory {
    var kept = options
    kept.overrides = options.overrides.filter { library.problem(with: $0) == nil }
    if let persona = options.persona, library.contract.persona(persona) == nil { kept.persona = nil }
    let state = state.withLock { $0 }.moved(to: library)
    let next = SessionMemory(library: library, options: kept, clock: clock, state: state)
    if persona?.name != self.options.persona { next.become(persona?.name) }
    if pace != self.options.pace { next.setPace(pace) }
    return next
  }

  /// The number of changes so far, which identifies the generation of cached responses.
  var generation: UInt64 { changes.load(ordering: .acquiring) }

  /// Invalidates all cached responses. This has to be called after a change, before its response is sent.
  private func change() {
    changes.add(1, ordering: .acquiringAndReleasing)
  }

  /// The persona of all callers, or `nil` if they identify themselves.
  var persona: Persona? {
    let place = everyone.load(ordering: .acquiring)
    return place < 0 ? nil : library.contract.personas[place]
  }

  /// Makes all callers act as a persona of the contract, or lets them identify themselves, until the next reset.
  func become(_ persona: String?) {
    everyone.store(library.place(of: persona), ordering: .releasing)
    change()
  }

  /// The pace at which stream events are sent.
  var pace: StreamPace { StreamPace(code: streamPace.load(ordering: .acquiring)) }

  /// Changes the pace at which stream events are sent, until the next reset.
  func setPace(_ pace: StreamPace) {
    streamPace.store(pace.code, ordering: .releasing)
    change()
  }

  /// Adds a stub that takes precedence over existing ones.
  func add(_ override: Override) {
    state.withLock { state in
      state.add(override)
      overrideCount.store(state.pending.count, ordering: .releasing)
      change()
    }
  }

  /// Removes the stubs of an endpoint, or all of them.
  func removeOverrides(of endpoint: String? = nil) {
    state.withLock { state in
      state.removeOverrides(of: endpoint)
      overrideCount.store(state.pending.count, ordering: .releasing)
      change()
    }
  }

  /// Resets the session to its initial state: the initial stubs, every sequence at its first step, the recorded
  /// collections, and no issued credentials.
  ///
  /// - Parameter relieve: A closure that is called if the reset freed a lot of memory.
  func reset(relieve: (@Sendable () -> Void)? = nil) {
    let old = state.withLock { state in
      let old = state
      state = SessionState(options.overrides, items: ItemStore(library.seed, limits: options.items))
      isChanged.store(false, ordering: .releasing)
      tokensExist.store(false, ordering: .releasing)
      overrideCount.store(state.pending.count, ordering: .releasing)
      everyone.store(library.place(of: options.persona), ordering: .releasing)
      streamPace.store(options.pace.code, ordering: .releasing)
      change()
      return old
    }
    StateDisposal.forget(consume old, then: relieve)
  }

  /// The active stubs, each with the number of times it can still be used, or `nil` if that is unlimited.
  var overrides: [(override: Override, left: Int?)] {
    state.withLock { state in state.pending.map { ($0.override, $0.left) } }
  }
}

/// Stubs and sequences.
extension SessionMemory {
  /// Returns a snapshot of the state that the choice of a response depends on.
  func snapshot(of recordings: EndpointRecordings) -> SessionSnapshot {
    let endpoint = recordings.endpoint.id
    return SessionSnapshot(
      hasOverride: override(for: endpoint, used: false) != nil, hasChanged: isChanged.load(ordering: .acquiring),
      steps: recordings.rows.map { step(of: $0, at: endpoint, used: false) })
  }

  /// Returns the active stub of an endpoint. If `used` is `true`, the use is counted.
  func override(for endpoint: String, used: Bool) -> Override? {
    guard overrideCount.load(ordering: .acquiring) > 0 else { return nil }
    return state.withLock { state in
      defer { overrideCount.store(state.pending.count, ordering: .releasing) }
      return state.override(for: endpoint, used: used)
    }
  }

  /// Returns the current step of a sequence. If `used` is `true`, the sequence advances to the next step.
  func step(of row: EndpointRecordings.Row, at endpoint: String, used: Bool) -> PreparedRecording {
    let index = state.withLock { state in
      let index = state.step(
        of: row.name, at: endpoint, count: row.steps.count, cycles: row.cycles, used: used)
      if used, row.cycles || index + 1 < row.steps.count { change() }
      return index
    }
    return row.steps[index]
  }
}

/// The state of the contract's collections.
extension SessionMemory {
  /// The items of all collections, as an object with one member per collection, such as
  /// `{ "comments": [ { "id": 7 } ] }`. If callers have separate items, there is one member for each caller that
  /// changed any. The value is `nil` if the result is too large for a response.
  var collections: JSON? { state.withLock { $0.items }.json }

  /// A Boolean value that indicates whether credentials have been issued.
  var hasTokens: Bool { tokensExist.load(ordering: .acquiring) }

  /// Executes a rule. If `isForReal` is `false`, works on a copy of the state.
  func carryOut(_ rule: StateRule, _ reading: RequestReading, isForReal: Bool) -> StateOutcome {
    let run = StateRun(rule: rule, reading: reading, contract: library.contract, second: clock.seconds())
    return state.withLock { state in
      guard isForReal else {
        var (items, tokens) = (state.items, state.tokens)
        return run.carryOut(on: &items, &tokens)
      }
      let outcome = run.carryOut(on: &state.items, &state.tokens)
      let mayHaveMoved = library.contract.readsJob(rule) && state.items.isChanged
      if rule.changesSomething || mayHaveMoved, outcome.isDone {
        isChanged.store(true, ordering: .releasing)
        change()
      }
      if !state.tokens.isEmpty { tokensExist.store(true, ordering: .releasing) }
      return outcome
    }
  }

  /// Returns the record of a request's idempotency key, or `nil` if it is new.
  func recollection(of request: KeyedRequest) -> IdempotencyMemory.Recollection? {
    state.withLock { $0.answered.recollection(of: request) }
  }

  /// Records a request that is about to be executed. Returns the existing record instead if its key isn't new.
  func begin(_ request: KeyedRequest) -> IdempotencyMemory.Recollection? {
    state.withLock { $0.answered.begin(request) }
  }

  /// Records the response to a request passed to ``begin(_:)``. If there is no response, the key can be used again as
  /// if it were new.
  func end(_ request: KeyedRequest, with answer: OutgoingResponse?) {
    state.withLock { $0.answered.end(request, with: answer) }
  }

  /// Returns a login's payload with the members that its rule sets.
  func assigning(
    _ rule: StateRule, _ payload: JSON, reading: RequestReading, handedOut: [String: String]
  ) -> JSON {
    let run = StateRun(rule: rule, reading: reading, contract: library.contract, second: clock.seconds())
    // Stay within the lock: if the items were referenced outside of it, the next change would copy them.
    return state.withLock { run.assigning(payload, $0.items, handedOut: handedOut) } ?? payload
  }

  /// Returns the persona that a credential's value was issued to.
  func holder(of credential: String, _ value: String) -> Persona? {
    guard hasTokens else { return nil }
    let now = clock.seconds()
    guard let holder = state.withLock({ $0.tokens.holder(credential, value, now: now) }) else { return nil }
    return library.contract.persona(holder.persona)?.becoming(holder.newcomer)
  }

  /// Returns the persona that corresponds to the item that holds a credential (``Credential/holders``).
  func itemHolder(of credential: String, _ value: String) -> Persona? {
    guard let credential = library.contract.credential(credential) else { return nil }
    return state.withLock { $0.items.holder(of: credential, value, in: library.contract) }
  }

  /// Returns the first of the given credentials that a request carries although its persona has logged out.
  func endedCredential(in request: Request, names: [String]) -> String? {
    guard hasTokens, !names.isEmpty else { return nil }
    let shown = CredentialValues(request, names: names, in: library.contract)
    return state.withLock { state in
      names.first { name in shown[name].map { state.tokens.hasEnded(name, $0) } ?? false }
    }
  }
}
