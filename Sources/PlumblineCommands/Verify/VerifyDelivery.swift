import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification

/// The delivery of a run's report.
struct VerifyDelivery {
  let request: VerifyRequest
  let surroundings: Surroundings

  private var delivery: ReportDelivery { ReportDelivery(request.common, surroundings) }

  /// Checks that the report can be written to the requested files.
  func check() throws(UsageError) { try delivery.check() }

  /// Reports the file problems that prevent a run.
  func deliver(problemsOf loaded: LoadedServices) throws -> ExitCode {
    var report = Report(command: "verify", target: "mock")
    report.problems = loaded.problems
    return try delivery.deliver(report)
  }

  /// Reports the results of a run.
  ///
  /// - Throws: ``Unreachable`` if no server responded, after the report's files have been written, or ``UsageError`` if
  ///   no call was selected.
  func deliver(
    _ harvest: VerifyHarvest, of plan: VerifyPlan, repetitions: Int, _ watch: StopWatch
  ) throws -> ExitCode {
    tell(repetitions)
    tellPauses(in: harvest)
    var report = Report(command: "verify", target: plan.target)
    report.problems = plan.problems + harvest.leftStreams
    for (contract, called) in harvest.called {
      // Leave out a service if `--only` selects none of its calls.
      if called.isEmpty, !isWhole { continue }
      report.add(contract, links: request.server == nil && !request.isDirect) { isWhole || called.contains($0) }
    }
    if harvest.outcomes.isEmpty, let error = harvest.unreachable.first {
      report.exit = Int(ExitCode.unreachable.rawValue)
      report.failure = "\(error)"
      _ = try delivery.deliver(report, showingConsole: false)
      throw error
    }
    guard !harvest.outcomes.isEmpty else {
      let only = request.options.only.map { "\($0)" }.joined(separator: ", ")
      if only.isEmpty {
        throw UsageError(
          "There is nothing to call, because no request can be built from the contract: record one, or describe a JSON "
            + "body or \"examples\". `plumbline list` shows the endpoints.")
      }
      let ids = plan.services.flatMap { $0.contract.endpoints.map(\.id) }
      let names = plan.parts.flatMap { $0.suite.calls.map(\.name) }
      let nearest = request.options.only.lazy.compactMap { Spelling.nearest("\($0)", among: ids + names) }.first
      throw UsageError(
        "No call matches --only \(only)\(nearest.map { "; did you mean \($0)? " } ?? "; ")`plumbline list` shows the endpoints."
      )
    }
    for outcome in harvest.variants {
      guard let reason = outcome.reason, outcome.givenUp == nil else { continue }
      surroundings.console.complain("plumbline: mutations of \(outcome.endpoint): \(outcome.call): \(reason)")
    }
    report.noteLeftOut(harvest.variants)
    if !showsConsole {
      for sentence in report.leftOutVariantSentences { surroundings.console.complain("plumbline: \(sentence)") }
    }
    if let (failure, code) = failure(of: harvest, watch) {
      report.failure = failure
      report.exit = Int(code.rawValue)
    }
    fill(&report, from: harvest, plan.services)
    return try delivery.deliver(report)
  }

  /// A Boolean value that indicates whether the run covered all calls.
  private var isWhole: Bool { request.options.only.isEmpty }

  /// A Boolean value that indicates whether standard output receives a human-readable report, which mentions what was
  /// left out.
  private var showsConsole: Bool {
    let standard = request.common.reports.first { $0.path == nil }?.format ?? .console
    return !request.common.isQuiet && standard == .console
  }

  private func fill(_ report: inout Report, from harvest: VerifyHarvest, _ services: [LoadedServices.Service]) {
    let outcomes = harvest.outcomes
    report.calls = outcomes.map(\.line)
    for value in outcomes.flatMap(\.usedValues) { report.note(value) }
    report.variants = harvest.variants.reduce(0) { $0 + $1.variants }
    report.drift = DriftMerge.merged(outcomes.flatMap(\.drift) + harvest.variants.drift)
    report.exchanges = outcomes.reduce(0) { $0 + $1.exchanges.count }
    report.addEvidence(of: outcomes, for: services)
    applyWaivers(to: &report, of: services, outcomes)
  }

  /// Returns the reason that a run is incomplete, with its exit status, or `nil` if it is complete.
  private func failure(of harvest: VerifyHarvest, _ watch: StopWatch) -> (String, ExitCode)? {
    if let sentence = watch.sentence, let code = watch.exitCode { return (sentence, code) }
    if let misuse = harvest.outcomes.lazy.compactMap(\.misuse).first { return (misuse, .wrong) }
    if let failure = harvest.failure { return ("\(failure)", .wrong) }
    if !harvest.unreachable.isEmpty {
      return (harvest.unreachable.map { "\($0)" }.joined(separator: "\n"), .unreachable)
    }
    if !request.allowsSkipped, !harvest.withoutCredentials.isEmpty {
      return (harvest.withoutCredentials.joined(separator: "\n"), .wrong)
    }
    let isMeant = request.allowsSkipped && harvest.outcomes.allSatisfy(\.lacksCredentials)
    if !isMeant, let reason = harvest.outcomes.nothingRun { return (reason, .wrong) }
    return nil
  }

  /// Applies the waivers. A waiver is reported as unused only if every endpoint that it may concern was checked, none
  /// of the endpoint's calls was left out, and the run can find drift of its rule. Drift of the recordings themselves
  /// also counts.
  private func applyWaivers(
    to report: inout Report, of services: [LoadedServices.Service], _ outcomes: [CallOutcome]
  ) {
    let (calls, lookedAt) = (report.calls, report.endpoints)
    let judged = Set(outcomes.filter(\.isJudged).map(\.line.endpointName))
    let today = surroundings.today
    let noted = services.filter { $0.waivers != nil }.flatMap { $0.recordingDrift(today: today) }
    report.applyWaivers(of: services, today: today, noted: noted) { service, waiver in
      guard isWhole, looksFor(waiver) else { return false }
      let endpoints = waiver.endpoint
      return lookedAt.allSatisfy { endpoint in
        guard endpoint.service == service.contract.service, endpoints?.matches(endpoint.id) ?? true else { return true }
        let own = calls.filter { $0.endpointName == endpoint.name }
        return judged.contains(endpoint.name) && !own.contains { $0.outcome == .skipped }
      }
    }
  }

  /// Returns a Boolean value that indicates whether a run of this kind can find drift that a waiver's rule covers.
  private func looksFor(_ waiver: Waiver) -> Bool {
    guard let named = waiver.rule else { return true }
    return RuleCatalog.all.contains { named.matches($0.id) && looksFor($0) }
  }

  private func looksFor(_ rule: Rule) -> Bool {
    switch rule.finder {
    case .anyRun: true
    case .clients: !request.isDirect
    case .variants: request.playsVariants
    case .server: request.server != nil
    case .writes: request.server != nil && request.options.allowsWrites
    case .comparison, .pacts: false
    }
  }

  /// Reports the number of repeated requests. Needing to repeat requests is a problem of the server.
  private func tell(_ repetitions: Int) {
    guard repetitions > 0 else { return }
    surroundings.console.complain(
      "plumbline: \(repetitions == 1 ? "1 request was" : "\(repetitions) requests were") sent again, because the "
        + "connection failed.")
  }

  /// Reports how often the server asked the client to wait and then responded. A call that passed after a wait isn't
  /// evidence against the server.
  private func tellPauses(in harvest: VerifyHarvest) {
    var inspectors: [String: Inspector] = [:]
    for (contract, _) in harvest.called { inspectors[contract.service] = Inspector(contract) }
    let statuses = harvest.outcomes.flatMap { outcome in
      inspectors[outcome.line.service].map { Self.pauses(in: outcome.exchanges, $0) } ?? []
    }
    guard !statuses.isEmpty else { return }
    let kinds = Set(statuses).sorted().map { "\($0)" }.joined(separator: " and ")
    surroundings.console.complain(
      "plumbline: the server asked the run to wait \(statuses.count == 1 ? "once" : "\(statuses.count) times") "
        + "(\(kinds) with Retry-After), and the run waited. This is an outage, not drift.")
  }

  /// Returns the statuses of responses that asked the client to wait, if the request was repeated afterward.
  private static func pauses(in exchanges: [Exchange], _ inspector: Inspector) -> [Int] {
    exchanges.indices.compactMap { index in
      let (asked, request) = (exchanges[index], exchanges[index].request)
      guard let response = asked.response, response.asksToWait, inspector.outage(of: asked) != nil else { return nil }
      let isAskedAgain = exchanges[(index + 1)...].contains {
        $0.request.method == request.method && $0.request.target == request.target
      }
      return isAskedAgain ? response.status : nil
    }
  }
}
