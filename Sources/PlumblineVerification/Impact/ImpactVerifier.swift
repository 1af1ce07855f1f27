import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine

/// A verifier that shows the impact of a contract's changes on a client. It replays the new responses to the client's
/// calls, and checks the client's requests against the new contract.
///
/// The mock serves the old contract, which the client was written for. Each change is applied to a response that the
/// call receives from the mock, so if the call then fails, the change is the cause.
package struct ImpactVerifier: Sendable {
  private let plan: RunPlan
  private let library: MockLibrary
  private let new: Contract
  private let lanes: Int

  /// - Parameters:
  ///   - library: The old contract and its recordings.
  ///   - new: The new contract.
  ///   - options: The options. The deadline applies to each response.
  package init(
    suite: any CallSuite, library: MockLibrary, new: Contract, options: VerifierOptions, server: HTTPServer,
    lanes: Int = 4
  ) {
    plan = RunPlan(
      suite: suite, contract: library.contract, target: .mock(library), options: options, server: server)
    self.library = library
    self.new = new
    self.lanes = max(1, lanes)
  }

  /// The calls to try: those that should succeed and whose response isn't fixed to a recording.
  package var calls: [Call] { plan.calls.filter(Self.isAsked) }

  private static func isAsked(_ call: Call) -> Bool { reasonNotToAsk(call) == nil }

  /// Returns the reason not to replay changed responses to a call, or `nil` if they can be replayed.
  private static func reasonNotToAsk(_ call: Call) -> String? {
    if case .failure(let name) = call.expectation {
      return "The call expects an error (\(name)), and changed errors aren't tested."
    }
    if case .recording(let name) = call.means {
      return "The call uses the recording \(name), to which changes can't be applied."
    }
    return nil
  }

  /// Returns the calls of changed endpoints that aren't tried. It is unknown whether they still work.
  ///
  /// - Parameter changed: The ids of the endpoints that changed.
  package func unasked(of changed: Set<String>) -> [CallImpact] {
    plan.calls.compactMap { call in
      guard changed.contains(call.endpoint), let reason = Self.reasonNotToAsk(call) else { return nil }
      return Self.unasked(call, reason)
    }
  }

  private static func unasked(_ call: Call, _ reason: String) -> CallImpact {
    CallImpact(change: nil, endpoint: call.endpoint, call: call.name, effect: .isNotAsked(reason))
  }

  /// Returns the impacts on the calls of a removed service.
  ///
  /// - Parameter change: The fingerprint of the change.
  package static func impacts(ofLosing suite: any CallSuite, change: String) -> [CallImpact] {
    suite.calls.filter(isAsked).map {
      CallImpact(change: change, endpoint: $0.endpoint, call: $0.name, effect: .sendsIt("The service was removed."))
    }
  }

  /// Returns the impacts of the changes on the calls, in the suite's order. An unaffected call has none.
  ///
  /// - Parameter progress: A closure that is called with each finished call, from any thread.
  package func run(
    _ changes: [ChangedResponse], progress: @escaping @Sendable (Call) -> Void = { _ in }
  ) async throws -> [CallImpact] {
    let work = CallWork<[CallImpact]>(calls)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<lanes {
        group.addTask {
          do {
            try await play(work, changes, progress)
          } catch {
            work.fail(error)
          }
        }
      }
    }
    return try work.result().flatMap { $0 }
  }

  /// Tries the calls one after another.
  private func play(
    _ work: CallWork<[CallImpact]>, _ changes: [ChangedResponse], _ progress: @Sendable (Call) -> Void
  ) async throws {
    let lane = try VariantLane(server: plan.server, library: library)
    defer { lane.close() }
    while let (index, call) = work.take() {
      work.finish(index, try await impacts(on: call, of: changes, lane))
      progress(call)
    }
  }

  private func impacts(
    on call: Call, of changes: [ChangedResponse], _ lane: VariantLane
  ) async throws -> [CallImpact] {
    guard let endpoint = plan.contract.endpoint(call.endpoint) else {
      return [Self.unasked(call, "The old contract has no endpoint \(call.endpoint).")]
    }
    guard let runner = try? CallRunner(call, of: endpoint, plan: plan) else {
      return [Self.unasked(call, "The old contract lacks the persona that the call uses.")]
    }
    let ordinary = try await runner.ordinary(on: lane)
    guard case .success = ordinary.result else {
      return [Self.unasked(call, "The call also fails against the old contract's mock.")]
    }
    var impacts = refusals(of: ordinary.exchanges, call, runner.persona)
    for (place, response) in answering(ordinary.exchanges) {
      let endpoint = place.endpoint
      let changes = changes.filter { $0.endpoint == endpoint.id }
      guard !changes.isEmpty, let body = response.body.bytes.flatMap({ try? JSON.parse($0) })
      else { continue }
      let usual = try await runner.reflection(
        of: variant("the unchanged response", nil, body, response), in: place, on: lane)
      for change in changes {
        guard let played = self.played(change, body, response) else { continue }
        let session = lane.session
        session.play(played, in: place)
        let effect: CallImpact.Effect
        switch try await runner.client(on: lane, showingValue: usual != nil) {
        case .success(let text): effect = usual.map { text == $0 ? .ignoresIt : .showsIt } ?? .goesOn
        case .crashed(let crash): effect = .fails(ClientFailure(.other, message: "the client \(crash)"))
        case .threw(let failure): effect = self.effect(of: failure, behind: session.refusedLater)
        case .hung:
          effect = .hangs
          try lane.renew()
        }
        guard session.hasPlayed else {
          impacts.append(Self.unasked(call, "The call didn't repeat the request whose response has the change."))
          break
        }
        impacts.append(
          CallImpact(
            change: change.change, endpoint: call.endpoint, call: call.name,
            answer: endpoint.id == call.endpoint ? nil : endpoint.id, effect: effect))
      }
    }
    return impacts
  }

  /// Returns the effect of an error that a client threw.
  ///
  /// - Parameter refused: A request that the client sent because of the change. The old contract's mock rejected it
  ///   because the mock lacks the items in the changed response. A new server may have them.
  private func effect(of failure: ClientFailure, behind refused: Exchange?) -> CallImpact.Effect {
    guard failure.kind != .decoding, let refused, let status = refused.response?.status else { return .fails(failure) }
    return .isNotAsked(
      "With the change, the call sends \(VariedExchange.line(of: refused.request)), which the old contract's mock "
        + "rejects with \(status).")
  }

  /// Returns the endpoints that returned a success to a call, in the order of their requests. Each comes with the
  /// exchange that changes are applied to: the one with the most data, rather than an empty last page.
  private func answering(_ exchanges: [Exchange]) -> [(VariedExchange, Response)] {
    var found: [(endpoint: Endpoint, exchanges: [Exchange])] = []
    for exchange in exchanges {
      guard case .found(let endpoint) = plan.contract.router.route(exchange.request) else { continue }
      if let place = found.firstIndex(where: { $0.endpoint === endpoint }) {
        found[place].exchanges.append(exchange)
      } else {
        found.append((endpoint, [exchange]))
      }
    }
    return found.compactMap { endpoint, exchanges in
      let succeeding = exchanges.indices.filter { exchanges[$0].isSuccess }
      guard let best = VariedExchange.richest(of: succeeding.map { exchanges[$0] }),
        let response = exchanges[succeeding[best]].response
      else { return nil }
      return (VariedExchange(succeeding[best], of: exchanges, with: endpoint), response)
    }
  }

  /// Returns the response with a change applied, or `nil` if the change doesn't affect it.
  private func played(_ change: ChangedResponse, _ body: JSON, _ response: Response) -> Variant? {
    guard let status = change.status else {
      return ChangedBody(ordinary: body).applying(change).map { variant($0.words, $0.place, $0.body, response) }
    }
    var response = response
    response.headers = response.headers.withoutFraming
    response.status = status
    if change.isEmpty {
      response.body = .empty
      response.headers.remove("content-type")
    }
    return Variant(standing: .allowed, change: .other, place: nil, words: "status \(status)", response: response)
  }

  private func variant(_ words: String, _ place: JSONPointer?, _ body: JSON, _ response: Response) -> Variant {
    var response = response
    response.headers = response.headers.withoutFraming
    response.body = Body(body.serialized())
    return Variant(standing: .allowed, change: .other, place: place, words: words, response: response)
  }

  /// Returns a Boolean value that indicates whether a server that conforms to the contract rejects a request with this
  /// drift, as far as the drift shows.
  static func isRefusal(_ drift: Drift) -> Bool {
    if drift.rule == Rule.endpoint.undocumented { return true }
    return drift.rule.group == .request && drift.severity > .notice && !additions.contains(drift.rule)
  }

  /// The rules for additions to a request. A server ignores additions, but not a body of a different media type.
  private static let additions: Set<Rule> = [
    Rule.request.query.undocumented, Rule.request.header.undocumented, Rule.request.field.undocumented,
  ]

  /// Returns the impacts of a call's requests that the old contract accepts but the new one doesn't.
  private func refusals(of exchanges: [Exchange], _ call: Call, _ persona: Persona?) -> [CallImpact] {
    let before = Inspector(plan.contract, options: .init(visibility: persona == nil ? .withoutCredentials : .whole))
    let after = Inspector(new, options: .init(visibility: persona == nil ? .withoutCredentials : .whole))
    var seen: Set<String> = []
    return exchanges.flatMap { exchange -> [CallImpact] in
      let known = Set(before.inspect(exchange, as: persona).map(\.fingerprint))
      let newcomer = persona.flatMap { new.persona($0.name) }
      return after.inspect(exchange, as: newcomer).filter { drift in
        Self.isRefusal(drift) && !known.contains(drift.fingerprint) && seen.insert(drift.fingerprint).inserted
      }.map { drift in
        // Identify a request without an endpoint by its request line.
        let asked = drift.rule == Rule.endpoint.undocumented ? drift.endpoint : drift.pointer?.description
        let place = asked.map { "\($0): " } ?? ""
        return CallImpact(
          change: nil, endpoint: call.endpoint, call: call.name, effect: .sendsIt(place + drift.message))
      }
    }
  }
}
