import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Synchronization

/// One caller's own mock, whose state it shares with no other.
///
/// A request is routed, authorized and validated. Then a response is chosen from the first of these that has one: the request's
/// `Prefer`, an override, a sequence's next step, the endpoint's state, the recording whose request fits best, and the schema.
package final class MockSession: Responder {
  package let library: MockLibrary
  let options: MockOptions
  /// The index of the persona that all callers act as, among the contract's personas; -1 if they identify themselves.
  private let everyone: Atomic<Int>
  /// The pace of streams' events, as a number (``StreamPace/code``).
  private let streamPace: Atomic<Int>
  private let state: Mutex<SessionState>
  /// The number of overrides, so that a session without any takes no lock.
  private let overrideCount: Atomic<Int>
  /// Increases with every change of the session's state; a response that was kept holds for one generation.
  private let generation = Atomic<UInt64>(0)
  /// Responses that were given before and would be given again.
  private let replays = LikenessTables<Answer>()
  /// Admissions of earlier requests, for requests with a body.
  private let admissions = LikenessTables<Admission>()
  /// A Boolean value that indicates whether the collections have changed since the start.
  private let isChanged: Atomic<Bool>
  /// A Boolean value that indicates whether credentials were handed out, so that a session without any takes no lock.
  private let hasTokens: Atomic<Bool>
  private let clock: MockClock
  /// A secret seed, so that no client can choose requests of one hash.
  private static let seed = UInt64.random(in: .min ... .max)

  package convenience init(library: MockLibrary, options: MockOptions = MockOptions(), clock: MockClock = .system) {
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
    hasTokens = Atomic(!state.tokens.isEmpty)
    self.state = Mutex(state)
  }

  /// Returns the same caller over other contracts and recordings: overrides, sequences, collections and credentials continue,
  /// as far as they still fit what is served.
  package func successor(library: MockLibrary, options: MockOptions) -> MockSession {
    var kept = options
    kept.overrides = options.overrides.filter { library.problem(with: $0) == nil }
    if let persona = options.persona, library.contract.persona(persona) == nil { kept.persona = nil }
    let state = state.withLock { $0 }.moved(to: library)
    let session = MockSession(library: library, options: kept, clock: clock, state: state)
    if persona?.name != self.options.persona { session.become(persona?.name) }
    if pace != self.options.pace { session.setPace(pace) }
    return session
  }

  /// Always answers at once.
  package func respond(to request: Request, completion: Completion) -> Reply {
    .now(answer(to: request))
  }

  /// Returns the mock's response to a request.
  package func answer(to request: Request) -> Answer {
    // Whether a credential that was handed out is still valid depends on the time, so nothing is kept once there is one.
    guard !hasTokens.load(ordering: .acquiring) else {
      return RequestPipeline(session: self, isForReal: true).decide(request).answer
    }
    let hash = request.likeness(seed: Self.seed)
    guard case .empty = request.body else {
      // When all callers act as a persona, their credentials are ignored.
      if persona == nil, let admission = admissions.value(for: request, hash: hash) {
        return RequestPipeline(session: self, isForReal: true).decide(request, admission).answer
      }
      return RequestPipeline(session: self, isForReal: true, hash: hash).decide(request).answer
    }
    // Read before deciding: if the session changes meanwhile, the kept response belongs to an earlier generation.
    let generation = generation.load(ordering: .acquiring)
    if let answer = replays.value(for: request, hash: hash, generation: generation) { return answer }
    let decision = RequestPipeline(session: self, isForReal: true).decide(request)
    if decision.isReplayable {
      replays.keep(for: request, hash: hash, generation: generation) {
        decision.answer.kept.map { (library.marking($0.value, to: request), $0.size) }
      }
    }
    return decision.answer
  }

  /// Keeps a request's admission for all requests with the same target and fields.
  func keep(_ admission: Admission, for request: Request, hash: UInt64) {
    admissions.keep(for: request, hash: hash) { (admission, 0) }
  }

  /// Invalidates all kept responses. Called after a change, before the change is reported done.
  private func change() {
    generation.add(1, ordering: .acquiringAndReleasing)
  }

  /// Returns the source of the response that a request would get now, and the reason, in one line for display. The session's
  /// state doesn't change.
  package func explain(_ request: Request) -> String {
    RequestPipeline(session: self, isForReal: false).decide(request).note
  }

  /// Returns the explanation in two parts: the source of the response, and the reason.
  func explanation(of request: Request) -> (source: String, words: String) {
    let decision = RequestPipeline(session: self, isForReal: false).decide(request)
    return (decision.source, decision.words)
  }

  /// The persona that all callers act as; `nil` if they identify themselves.
  package var persona: Persona? {
    let place = everyone.load(ordering: .acquiring)
    return place < 0 ? nil : library.contract.personas[place]
  }

  /// Makes all callers act as a persona of the contract, or lets them identify themselves; until the next reset.
  package func become(_ persona: String?) {
    everyone.store(library.place(of: persona), ordering: .releasing)
    change()
  }

  /// The pace at which the events of streams are sent.
  package var pace: StreamPace { StreamPace(code: streamPace.load(ordering: .acquiring)) }

  /// Changes the pace of streams' events, until the next reset.
  package func setPace(_ pace: StreamPace) {
    streamPace.store(pace.code, ordering: .releasing)
    change()
  }

  /// Adds an override, before the existing ones.
  package func add(_ override: Override) {
    state.withLock { state in
      state.add(override)
      overrideCount.store(state.pending.count, ordering: .releasing)
      change()
    }
  }

  /// Removes the overrides of an endpoint, or all.
  package func removeOverrides(of endpoint: String? = nil) {
    state.withLock { state in
      state.removeOverrides(of: endpoint)
      overrideCount.store(state.pending.count, ordering: .releasing)
      change()
    }
  }

  /// The largest size in bytes of a response made from the state.
  var longestAnswer: Int { options.items.answer }

  /// Resets the session to its initial state: its first overrides, every sequence at its first step, the recorded collections,
  /// and no handed-out credentials.
  ///
  /// - Parameter relieve: called if that freed much memory.
  package func reset(relieve: (@Sendable () -> Void)? = nil) {
    let old = state.withLock { state in
      let old = state
      state = SessionState(options.overrides, items: ItemStore(library.seed, limits: options.items))
      isChanged.store(false, ordering: .releasing)
      hasTokens.store(false, ordering: .releasing)
      overrideCount.store(state.pending.count, ordering: .releasing)
      everyone.store(library.place(of: options.persona), ordering: .releasing)
      streamPace.store(options.pace.code, ordering: .releasing)
      change()
      return old
    }
    StateDisposal.forget(consume old, then: relieve)
  }

  /// The active overrides, each with its remaining number of responses; `nil` if it is unlimited.
  package var overrides: [(override: Override, left: Int?)] {
    state.withLock { state in state.pending.map { ($0.override, $0.left) } }
  }

  func override(for endpoint: String, used: Bool) -> Override? {
    guard overrideCount.load(ordering: .acquiring) > 0 else { return nil }
    return state.withLock { state in
      defer { overrideCount.store(state.pending.count, ordering: .releasing) }
      return state.override(for: endpoint, used: used)
    }
  }

  func step(of row: EndpointRecordings.Row, at endpoint: String, used: Bool) -> PreparedRecording {
    let index = state.withLock { state in
      let index = state.step(
        of: row.name, at: endpoint, count: row.steps.count, cycles: row.cycles, used: used)
      if used, row.cycles || index + 1 < row.steps.count { change() }
      return index
    }
    return row.steps[index]
  }

  func currentStep(of row: EndpointRecordings.Row, at endpoint: String) -> PreparedRecording {
    step(of: row, at: endpoint, used: false)
  }
}

/// The session's state of the contract's collections.
extension MockSession {
  /// One member for each collection, with its items: `{ "comments": [ { "id": 7 } ] }`. If every caller has items of their own,
  /// one member for each caller who changed any. `nil` if that is larger than a response may be.
  package var collections: JSON? { state.withLock { $0.items }.json }

  /// A Boolean value that indicates whether anything was changed since the start.
  var hasChanged: Bool { isChanged.load(ordering: .acquiring) }

  /// Carries out a rule; if it isn't for real, on a copy.
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
      if !state.tokens.isEmpty { hasTokens.store(true, ordering: .releasing) }
      return outcome
    }
  }

  /// Returns what is remembered of a request's idempotency key; `nil` if it is new.
  func recollection(of request: KeyedRequest) -> IdempotencyMemory.Recollection? {
    state.withLock { $0.answered.recollection(of: request) }
  }

  /// Notes a request that is about to be answered; returns what is remembered of its key instead if it isn't new.
  func begin(_ request: KeyedRequest) -> IdempotencyMemory.Recollection? {
    state.withLock { $0.answered.begin(request) }
  }

  /// Keeps the response to a request that was begun; without one, its key is new again.
  func end(_ request: KeyedRequest, with answer: Answer?) {
    state.withLock { $0.answered.end(request, with: answer) }
  }

  /// Returns a login's payload with the members that its rule sets.
  func assigning(
    _ rule: StateRule, _ payload: JSON, reading: RequestReading, handedOut: [String: String]
  ) -> JSON {
    let run = StateRun(rule: rule, reading: reading, contract: library.contract, second: clock.seconds())
    // Within the lock: items that are held on to outside are copied by the next change.
    return state.withLock { run.assigning(payload, $0.items, handedOut: handedOut) } ?? payload
  }

  /// Returns the persona that was handed a credential's value.
  func holder(of credential: String, _ value: String) -> Persona? {
    guard hasTokens.load(ordering: .acquiring) else { return nil }
    let now = clock.seconds()
    guard let holder = state.withLock({ $0.tokens.holder(credential, value, now: now) }) else { return nil }
    return library.contract.persona(holder.persona)?.becoming(holder.newcomer)
  }

  /// Returns the persona of the item that holds a credential (``Credential/holders``).
  func itemHolder(of credential: String, _ value: String) -> Persona? {
    guard let credential = library.contract.credential(credential) else { return nil }
    return state.withLock { $0.items.holder(of: credential, value, in: library.contract) }
  }

  /// Returns the first of some credentials that a request shows and that is no longer valid, because its persona logged out.
  func endedCredential(in request: Request, names: [String]) -> String? {
    guard hasTokens.load(ordering: .acquiring), !names.isEmpty else { return nil }
    let shown = CredentialValues(request, names: names, in: library.contract)
    return state.withLock { state in
      names.first { name in shown[name].map { state.tokens.hasEnded(name, $0) } ?? false }
    }
  }
}
