import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine

/// Plays every variant of one call, one after the other, on one lane.
struct VariantRun {
  /// After so many variants that a client hangs on, nobody waits for more.
  private static let patience = 3

  let verifier: Verifier
  let library: MockLibrary
  let lane: VariantLane
  let call: Call
  let sample: VariantSample
  /// Told of each variant as it is played.
  let observe: @Sendable (Variant, VariantResult) -> Void

  private var outcome: VariantOutcome
  private var merge = DriftMerge()
  private var hangs = 0
  private var needsMock = false

  init(
    verifier: Verifier, library: MockLibrary, lane: VariantLane, call: Call, sample: VariantSample,
    observe: @escaping @Sendable (Variant, VariantResult) -> Void
  ) {
    self.verifier = verifier
    self.library = library
    self.lane = lane
    self.call = call
    self.sample = sample
    self.observe = observe
    outcome = VariantOutcome(call)
  }

  mutating func run() async throws -> VariantOutcome {
    guard let endpoint = verifier.contract.endpoint(call.endpoint) else {
      return VariantOutcome(call, reason: "the contract has no endpoint \(call.endpoint)")
    }
    let runner: CallRunner
    do {
      runner = try CallRunner(call, of: endpoint, verifier: verifier)
    } catch {
      return VariantOutcome(call, reason: "\(error)")
    }
    let ordinary = try await runner.ordinary(on: lane, library)
    let exchanges = ordinary.exchanges
    if exchanges.isEmpty { return VariantOutcome(call, reason: "it asks its endpoint for nothing") }
    guard case .success = ordinary.result, let found = ordinary.own,
      let maker = VariantMaker(
        contract: verifier.contract, endpoint: endpoint, persona: runner.persona, ordinary: found)
    else {
      return VariantOutcome(call, reason: "its ordinary answer isn't a success that the client accepts")
    }
    needsMock = exchanges.count > 1
    let judge = VariantJudge(
      contract: verifier.contract, call: call, endpoint: endpoint, deadline: verifier.options.deadline)

    try await fields(maker, judge, runner)
    let readsBody = outcome.sensitivity?.fields.contains { $0.isRead == true } ?? true
    for variant in maker.wholeAnswers(from: library, readsBody: readsBody)
    where hangs < Self.patience && sample.contains(variant.title, of: call) {
      _ = try await play(variant, maker, judge, runner, comparing: nil)
    }
    if sample.contains("the connection", of: call) {
      for variant in maker.cuts(isFirst: !needsMock) where hangs < Self.patience {
        _ = try await play(variant, maker, judge, runner, comparing: nil)
      }
    }
    if hangs >= Self.patience { outcome.reason = "the client hung \(hangs) times, and the rest was left out" }
    outcome.drift = merge.drift.map { drift in
      var drift = drift
      drift.count = 1
      return drift
    }
    return outcome
  }

  /// Changes each field once, in the first answer that shows it: the ordinary one, else one made from the contract.
  private mutating func fields(_ maker: VariantMaker, _ judge: VariantJudge, _ runner: CallRunner) async throws {
    var sensitivity = CallSensitivity(endpoint: call.endpoint, call: call.name)
    guard let body = maker.body else {
      outcome.sensitivity = sensitivity
      return
    }
    var entries: [JSONPointer: FieldSensitivity] = [:]
    var broken: Set<String> = []
    for (index, base) in ([(title: "the ordinary answer", body: body)] + maker.bases()).enumerated()
    where hangs < Self.patience {
      let places = FieldPlaces.all(in: base.body).filter { sample.contains($0.field, of: call) }
      if places.isEmpty, !sample.contains(base.title, of: call) { continue }
      let whole = maker.whole(base.title, base.body)
      let first: String?
      if index == 0 {
        first = try await runner.reflection(of: whole, on: lane, forgetting: needsMock ? library : nil)
      } else {
        let result = try await play(whole, maker, judge, runner, comparing: nil)
        guard result.isSuccess else { continue }
        first = try await runner.reflection(of: whole, on: lane, forgetting: needsMock ? library : nil)
      }
      for (field, place, value) in places where hangs < Self.patience {
        // A field of which only null was seen is tried again where it has a value.
        if let known = entries[field], !known.types.isEmpty || value.isNull { continue }
        var results: [(change: Variant.Change, result: VariantResult)] = []
        var comparing = first
        for variant in maker.changes(of: place, in: base.body) where hangs < Self.patience {
          let isAddition = variant.change == .other
          let result = try await play(variant, maker, judge, runner, comparing: isAddition ? nil : comparing)
          if !isAddition { results.append((variant.change, result)) }
          // Once something shows that it is read, no value has to be compared any more.
          if result == .returnedOther || !result.isSuccess { comparing = nil }
        }
        entries[field] = FieldSensitivity(
          field, kind: value.isNull ? nil : VariantMaker.kind(value), outcomes: results)
      }
      for variant in maker.breakages(in: base.body) where hangs < Self.patience {
        if let field = variant.field, !sample.contains(field, of: call) { continue }
        guard broken.insert("\(variant.field.map(\.description) ?? "") \(variant.title)").inserted else { continue }
        _ = try await play(variant, maker, judge, runner, comparing: nil)
      }
    }
    sensitivity.fields = entries.values.sorted { $0.field < $1.field }
    outcome.sensitivity = sensitivity
  }

  private mutating func play(
    _ variant: Variant, _ maker: VariantMaker, _ judge: VariantJudge, _ runner: CallRunner, comparing ordinary: String?
  ) async throws -> VariantResult {
    lane.session.play(variant, for: maker.endpoint, forgetting: needsMock ? library : nil)
    let result: VariantResult
    switch try await runner.client(on: lane) {
    case .success(let value):
      result = ordinary.map { Reflection.text(of: value) == $0 ? .returnedSame : .returnedOther } ?? .returned
    case .threw(let failure): result = .threw(failure)
    case .hung:
      result = .hung
      hangs += 1
      try lane.renew()
    }
    outcome.counts[variant.standing, default: 0] += 1
    var drift = judge.drift(variant, result)
    if drift?.rule == Rule.client.stricterThanContract, maker.inherits(variant.response) { drift = nil }
    note(variant, result, isRight: drift == nil)
    if let drift { merge.add([drift]) }
    observe(variant, result)
    return result
  }

  private mutating func note(_ variant: Variant, _ result: VariantResult, isRight: Bool) {
    guard variant.standing != .allowed else { return }
    switch result {
    case .returned, .returnedSame, .returnedOther:
      if variant.standing == .forbidden { outcome.reactions.ignored += 1 } else { outcome.reactions.swallowed += 1 }
    case .threw: if isRight { outcome.reactions.rightErrors += 1 } else { outcome.reactions.wrongErrors += 1 }
    case .hung: outcome.reactions.hung += 1
    }
  }
}
