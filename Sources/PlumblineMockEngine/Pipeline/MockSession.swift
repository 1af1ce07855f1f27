import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A mock with its own state, which isn't shared with other callers.
///
/// A request is routed, authorized, and validated. Its response then comes from the first of these sources that has
/// one: the request's `Prefer` header, a stub, the next step of a sequence, the endpoint's state, the recording with
/// the best matching request, and the schema.
package final class MockSession: Responder {
  let memory: SessionMemory
  /// Cached responses to identical requests.
  private let replays = LikenessTables<OutgoingResponse>()
  /// Cached admissions of requests with a body.
  private let admissions = LikenessTables<Admission>()
  /// A secret seed that prevents clients from constructing requests with colliding hashes.
  private static let seed = UInt64.random(in: .min ... .max)

  package convenience init(library: MockLibrary, options: MockOptions = MockOptions(), clock: MockClock = .system) {
    self.init(SessionMemory(library: library, options: options, clock: clock))
  }

  private init(_ memory: SessionMemory) { self.memory = memory }

  package var library: MockLibrary { memory.library }

  /// Returns a session that continues this one with a new contract and new recordings. Stubs, sequences, collections
  /// and credentials are kept, if they still fit.
  package func successor(library: MockLibrary, options: MockOptions) -> MockSession {
    MockSession(memory.successor(library: library, options: options))
  }

  /// Responds synchronously.
  package func respond(to request: Request, completion: Completion) -> Reply {
    .now(answer(to: request))
  }

  /// Returns the mock's response to a request.
  package func answer(to request: Request) -> OutgoingResponse {
    let pipeline = RequestPipeline(memory: memory, isForReal: true)
    // The validity of an issued credential depends on the time, so don't cache anything once one has been issued.
    guard !memory.hasTokens else { return pipeline.decide(request).answer }
    let hash = request.likeness(seed: Self.seed)
    guard case .empty = request.body else {
      // If all callers act as a persona, their credentials don't matter, so cached admissions don't apply.
      if memory.persona == nil, let admission = admissions.value(for: request, hash: hash) {
        return pipeline.decide(request, .open(admission)).answer
      }
      let passage = pipeline.gate.admission(of: request)
      if case .open(let admission) = passage, admission.isLasting {
        admissions.keep(for: request, hash: hash) { (admission, 0) }
      }
      return pipeline.decide(request, passage).answer
    }
    // Read the generation before deciding. If the session changes in the meantime, the cached response then belongs to
    // an earlier generation.
    let generation = memory.generation
    if let answer = replays.value(for: request, hash: hash, generation: generation) { return answer }
    let decision = pipeline.decide(request)
    if decision.isReplayable {
      replays.keep(for: request, hash: hash, generation: generation) {
        decision.answer.kept.map { (library.marking($0.value, to: request), $0.size) }
      }
    }
    return decision.answer
  }

  /// Returns one readable line with the source of the response that a request would get now, and the reason. The
  /// session's state isn't changed.
  package func explain(_ request: Request) -> String {
    RequestPipeline(memory: memory, isForReal: false).decide(request).note
  }

  /// Returns the explanation in two parts: the source of the response, and the reason.
  func explanation(of request: Request) -> (source: String, words: String) {
    let decision = RequestPipeline(memory: memory, isForReal: false).decide(request)
    return (decision.source, decision.words)
  }
}

/// Access to the session's state for the control API.
extension MockSession {
  /// The persona of all callers, or `nil` if they identify themselves.
  package var persona: Persona? { memory.persona }

  /// Makes all callers act as a persona of the contract, or lets them identify themselves, until the next reset.
  package func become(_ persona: String?) { memory.become(persona) }

  /// The pace at which stream events are sent.
  package var pace: StreamPace { memory.pace }

  /// Changes the pace at which stream events are sent, until the next reset.
  package func setPace(_ pace: StreamPace) { memory.setPace(pace) }

  /// The active stubs, each with the number of times it can still be used, or `nil` if that is unlimited.
  package var overrides: [(override: Override, left: Int?)] { memory.overrides }

  /// Adds a stub that takes precedence over existing ones.
  package func add(_ override: Override) { memory.add(override) }

  /// Removes the stubs of an endpoint, or all of them.
  package func removeOverrides(of endpoint: String? = nil) { memory.removeOverrides(of: endpoint) }

  /// The items of all collections, as an object with one member per collection, such as
  /// `{ "comments": [ { "id": 7 } ] }`. If callers have separate items, there is one member for each caller that
  /// changed any. The value is `nil` if the result is too large for a response.
  package var collections: JSON? { memory.collections }

  /// Resets the session to its initial state: the initial stubs, every sequence at its first step, the recorded
  /// collections, and no issued credentials.
  ///
  /// - Parameter relieve: A closure that is called if the reset freed a lot of memory.
  package func reset(relieve: (@Sendable () -> Void)? = nil) { memory.reset(relieve: relieve) }

  /// Returns the persona whose credentials a request carries, or `nil` if they aren't currently valid.
  func caller(of request: Request, at endpoint: Endpoint) -> Persona? {
    let contract = library.contract
    guard contract.hasHolders else {
      return AccessDecision.decide(request, to: endpoint, in: contract, issued: memory.holder).persona
    }
    return AccessDecision.decide(
      request, to: endpoint, in: contract, issued: memory.holder, holding: memory.itemHolder
    ).persona
  }
}
