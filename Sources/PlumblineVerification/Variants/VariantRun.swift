import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine

/// A run that tries every variant of one call, one after another, on one lane.
struct VariantRun {
  /// The number of times that a client may hang, or not send the request, before the run gives up.
  private static let patience = 3
  /// The number of times that the client's process may crash before it is no longer restarted.
  private static let mostCrashes = 50

  let plan: RunPlan
  let library: MockLibrary
  let lane: VariantLane
  let call: Call
  let sample: VariantSample
  /// A closure that is called with each variant when it is tried.
  let observe: @Sendable (Variant, VariantResult) -> Void

  /// The maximum number of the call's variants to try, or `nil` for all.
  var limit: Int?

  private var outcome: VariantOutcome
  private var findings: VariantFindings
  private var budget: VariantBudget?
  private var hangs = 0
  private var crashes = 0
  /// The number of variants for which the client didn't repeat the request that it sent before.
  private var misses = 0
  /// The exchange whose response is replaced with variants.
  private var exchange: VariedExchange?

  init(
    plan: RunPlan, library: MockLibrary, lane: VariantLane, call: Call, sample: VariantSample,
    observe: @escaping @Sendable (Variant, VariantResult) -> Void
  ) {
    self.plan = plan
    self.library = library
    self.lane = lane
    self.call = call
    self.sample = sample
    self.observe = observe
    outcome = VariantOutcome(call, of: plan.contract.service)
    findings = VariantFindings(payload: plan.contract.payloadPlace, isWhole: false)
  }

  /// The basis of variants: the call's ordinary response.
  private struct Ground {
    let runner: CallRunner
    let maker: VariantMaker
    /// The exchange whose response is replaced with variants.
    let exchange: VariedExchange
    /// A Boolean value that indicates whether the call sends no request before the varied one.
    let isFirst: Bool
  }

  private enum Preparation {
    case ready(Ground)
    /// Variants can't be created, for the reason given.
    case impossible(String)
  }

  /// Runs the call unchanged and keeps its response.
  private func preparation() async throws -> Preparation {
    guard let endpoint = plan.contract.endpoint(call.endpoint) else {
      return .impossible("the contract has no endpoint \(call.endpoint)")
    }
    let runner: CallRunner
    do {
      runner = try CallRunner(call, of: endpoint, plan: plan)
    } catch {
      return .impossible("\(error)")
    }
    var ordinary = try await runner.ordinary(on: lane)
    if case .threw = ordinary.result, (ordinary.own?.response?.status ?? 0) >= 400 {
      ordinary = try await runner.ordinary(on: lane, isLenient: true)
    }
    if ordinary.exchanges.isEmpty { return .impossible("the call sends no request to its endpoint") }
    guard case .success = ordinary.result, let found = ordinary.own, let exchange = ordinary.place,
      let maker = VariantMaker(
        contract: plan.contract, endpoint: endpoint, persona: runner.persona, ordinary: found)
    else {
      return .impossible("the client doesn't accept even the unchanged response as a success")
    }
    return .ready(
      Ground(runner: runner, maker: maker, exchange: exchange, isFirst: ordinary.exchanges.count == 1))
  }

  /// Returns the approximate number of variants.
  func estimate() async throws -> Int {
    guard case .ready(let ground) = try await preparation() else { return 0 }
    return VariantCount(ground.maker, isRough: true) { sample.contains($0, of: call) }.total
  }

  mutating func run() async throws -> VariantOutcome {
    let ground: Ground
    switch try await preparation() {
    case .ready(let found): ground = found
    case .impossible(let reason): return VariantOutcome(call, of: plan.contract.service, reason: reason)
    }
    let (maker, runner) = (ground.maker, ground.runner)
    exchange = ground.exchange
    outcome.ordinary = maker.ordinary
    outcome.persona = runner.persona
    planVariants(maker)
    let judge = VariantJudge(
      contract: plan.contract, call: call, endpoint: maker.endpoint, deadline: plan.options.deadline)

    try await fields(maker, judge, runner)
    let readsBody = outcome.sensitivity?.fields.contains { $0.isRead == true } ?? true
    for variant in maker.wholeAnswers(from: library, readsBody: readsBody)
    where isPatient && sample.contains(variant.title, of: call) && takes(.wholeAnswer) {
      _ = try await play(variant, maker, judge, runner, comparing: nil)
    }
    if sample.contains("the connection", of: call) {
      for variant in maker.cuts(isFirst: ground.isFirst) where isPatient && takes(.wholeAnswer) {
        _ = try await play(variant, maker, judge, runner, comparing: nil)
      }
    }
    try await tryHabits(maker, runner)
    if !isPatient {
      let reason = "the client \(reasonToGiveUp) times"
      outcome.reason = "\(reason), so the rest were skipped"
      let count = VariantCount(maker, isRough: false) { sample.contains($0, of: call) }
      let rest = count.total - outcome.variants - (budget?.leftOut ?? 0)
      outcome.givenUp = (reason: reason, count: max(1, rest))
      findings.cutShort()
    }
    outcome.findings = findings
    outcome.leftOut = budget?.leftOut ?? 0
    return outcome
  }

  /// Adds findings about the client's requests, in addition to those about its reactions to responses.
  private mutating func tryHabits(_ maker: VariantMaker, _ runner: CallRunner) async throws {
    guard let exchange, isPatient, sample.contains("the client's habits", of: call) else { return }
    let trials = HabitTrials(
      plan: plan, lane: lane, call: call, runner: runner, maker: maker, exchange: exchange)
    for drift in try await trials.findings() { findings.add(drift, of: Self.placeholder(drift, maker.response)) }
  }

  /// Divides the limit among the variants, if there are more than it allows.
  private mutating func planVariants(_ maker: VariantMaker) {
    budget = limit.flatMap { limit -> VariantBudget? in
      let count = VariantCount(maker, isRough: false) { sample.contains($0, of: call) }
      return count.total > limit ? VariantBudget(limit, of: count.shares) : nil
    }
    // Unless members are left out one by one, it isn't known whether the contract requires any of them.
    let isCut = budget?.cuts(.field(.absent)) ?? false
    findings = VariantFindings(
      payload: plan.contract.payloadPlace, status: maker.response.status, isWhole: sample.hasAllFields && !isCut)
  }

  /// Returns a Boolean value that indicates whether a variant is tried rather than left out by the budget.
  private mutating func takes(_ share: VariantBudget.Share) -> Bool { budget?.takes(share) ?? true }

  /// Tries the changes to each field once, in the first response that contains the field: the ordinary one, or else one
  /// generated from the contract.
  private mutating func fields(_ maker: VariantMaker, _ judge: VariantJudge, _ runner: CallRunner) async throws {
    var sensitivity = CallSensitivity(endpoint: call.endpoint, call: call.name)
    guard let body = maker.body, let exchange else {
      outcome.sensitivity = sensitivity
      return
    }
    var entries: [JSONPointer: FieldSensitivity] = [:]
    var broken: Set<String> = []
    for (index, base) in ([(title: "the ordinary answer", body: body)] + maker.bases()).enumerated()
    where isPatient {
      let places = maker.fields(in: base.body).filter { sample.contains($0.field, of: call) }
      if places.isEmpty, !sample.contains(base.title, of: call) { continue }
      let whole = maker.whole(base.title, base.body)
      let first: String?
      if index == 0 {
        first = try await runner.reflection(of: whole, in: exchange, on: lane)
      } else {
        guard try await play(whole, maker, judge, runner, comparing: nil)?.isSuccess == true else { continue }
        first = try await runner.reflection(of: whole, in: exchange, on: lane)
      }
      for (field, place, value) in places where isPatient {
        // Try a field again once it has a value, if it has only been null so far.
        if let known = entries[field], !known.types.isEmpty || value.isNull { continue }
        let results = try await outcomes(of: place, in: base.body, comparing: first, maker, judge, runner)
        if results.isEmpty, misses > 0 { continue }
        entries[field] = FieldSensitivity(
          field, kind: value.isNull ? nil : VariantMaker.kind(value), outcomes: results)
      }
      for variant in maker.breakages(in: base.body) where isPatient {
        if let field = variant.field, !sample.contains(field, of: call) { continue }
        guard broken.insert("\(variant.field.map(\.description) ?? "") \(variant.title)").inserted,
          takes(.field(.other))
        else { continue }
        guard let result = try await play(variant, maker, judge, runner, comparing: nil), !result.isSuccess,
          ["enum", "const"].contains(variant.keyword), let field = variant.field, let place = variant.place
        else { continue }
        entries[field]?.restrict(to: maker.listed(at: place, in: base.body))
      }
    }
    sensitivity.fields = entries.values.sorted { $0.field < $1.field }
    outcome.sensitivity = sensitivity
  }

  /// Tries the changes to one field and returns the results.
  private mutating func outcomes(
    of place: JSONPointer, in body: JSON, comparing ordinary: String?, _ maker: VariantMaker, _ judge: VariantJudge,
    _ runner: CallRunner
  ) async throws -> [(variant: Variant, result: VariantResult)] {
    var results: [(variant: Variant, result: VariantResult)] = []
    var comparing = ordinary
    for candidate in maker.candidates(of: place, in: body) where isPatient && takes(.field(candidate.plausibility)) {
      guard let variant = maker.variant(candidate, of: place, in: body) else { continue }
      let isAddition = variant.change == .other
      guard
        let result = try await play(variant, maker, judge, runner, comparing: isAddition ? nil : comparing)
      else { continue }
      if !isAddition { results.append((variant, result)) }
      // Once it is known that the client reads the field, values no longer need to be compared.
      if result == .returnedOther || !result.isSuccess { comparing = nil }
    }
    return results
  }

  /// A Boolean value that indicates whether the client has responded well enough for further variants to be worthwhile.
  private var isPatient: Bool { max(hangs, misses) < Self.patience && crashes < Self.mostCrashes }

  private var reasonToGiveUp: String {
    if hangs >= Self.patience { return "hung \(hangs)" }
    return misses >= Self.patience ? "sent other requests \(misses)" : "crashed \(crashes)"
  }

  /// Tries a variant and returns the client's reaction, or `nil` if the client didn't send the corresponding request.
  private mutating func play(
    _ variant: Variant, _ maker: VariantMaker, _ judge: VariantJudge, _ runner: CallRunner, comparing ordinary: String?
  ) async throws -> VariantResult? {
    guard let exchange else { return nil }
    let session = lane.session
    session.play(variant, in: exchange)
    let result: VariantResult
    switch try await runner.client(on: lane, showingValue: ordinary != nil) {
    case .success(let text): result = ordinary.map { text == $0 ? .returnedSame : .returnedOther } ?? .returned
    case .threw(let failure): result = .threw(failure)
    case .hung:
      result = .hung
      hangs += 1
      try lane.renew()
    case .crashed(let crash):
      result = .crashed(crash)
      crashes += 1
    }
    guard session.hasPlayed else {
      misses += 1
      return nil
    }
    outcome.counts[variant.standing, default: 0] += 1
    var drift = judge.drift(variant, result)
    if drift?.rule == Rule.client.stricterThanContract, maker.inherits(variant.response) { drift = nil }
    // Don't blame the client if it continues with the variant's values and is rejected by the mock, which doesn't have
    // them.
    if [.allowed, .forbidden].contains(variant.standing), result.isRefusal, session.refusedLater != nil { drift = nil }
    note(variant, result, isRight: drift == nil)
    findings.note(variant)
    if let drift { findings.add(drift, of: variant) }
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
    case .crashed: outcome.reactions.crashed += 1
    }
  }
}
