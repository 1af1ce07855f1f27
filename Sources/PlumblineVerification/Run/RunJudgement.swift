import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// The part of a run's evaluation that is possible only when the run is over.
struct RunJudgement: Sendable {
  let plan: RunPlan

  private var contract: Contract { plan.contract }
  private var judge: CallJudge { plan.judge }
  private var secrets: Secrets { plan.secrets }
  private var options: VerifierOptions { plan.options }

  /// Returns the outcomes in the suite's order. Calls that weren't run are reported as skipped.
  func whole(_ pass: CallPass, _ calls: [Call], progress: @Sendable (CallOutcome) -> Void) -> [CallOutcome] {
    calls.indices.map { index in
      if let outcome = pass.outcomes[index] { return outcome }
      let reason = options.interruption?.reason.map(RunPlan.cutShort) ?? pass.health.reasonToStop
      let outcome = plan.skipped(calls[index], reason ?? "the run ended before this call")
      progress(outcome)
      return outcome
    }
  }

  /// Returns the outcomes to report: evaluated with everything that the run has shown, with the drift in the run's own
  /// exchanges, and with a finding for each failed call.
  ///
  /// - Parameters:
  ///   - own: The exchanges that don't belong to a call, such as searches for ids and reads before and after a change.
  ///     They are attached to the run's last outcome. Drift in their responses doesn't fail a call.
  ///   - undecided: The ids of endpoints that look missing but aren't proven to be.
  func concluded(
    _ outcomes: [CallOutcome], own: [Exchange] = [], undecided: Set<String> = []
  ) -> [CallOutcome] {
    let known = presence(in: outcomes.flatMap(\.exchanges) + own).union(undecided)
    let judge = judge.knowing(known)
    var concluded = outcomes.map { rejudged($0, by: judge).namingFailure(in: contract, hiding: secrets) }
    if let last = concluded.indices.last {
      concluded[last].exchanges += own
      concluded[last].drift += drift(ofOwn: own, by: judge.inspector)
    }
    return concluded
  }

  /// Returns the ids of the endpoints that look missing in a run against a server, but aren't proven to be missing by a
  /// control.
  func undecided(in outcomes: [CallOutcome], _ items: ItemClient) async -> Set<String> {
    let exchanges = outcomes.flatMap(\.exchanges) + items.exchanges
    return await AbsenceControl(judge.inspector, items: items, given: options.variables.values)
      .undecided(in: exchanges, known: presence(in: exchanges))
  }

  /// Returns the ids of endpoints that an exchange proves to exist.
  private func presence(in exchanges: [Exchange]) -> Set<String> {
    var known: Set<String> = []
    for exchange in exchanges {
      guard let endpoint = judge.inspector.endpoint(of: exchange.request), !known.contains(endpoint.id),
        judge.inspector.showsPresence(of: endpoint, exchange)
      else { continue }
      known.insert(endpoint.id)
    }
    return known
  }

  /// Reevaluates an outcome that reports a missing endpoint, because another call may have found the endpoint.
  private func rejudged(_ outcome: CallOutcome, by judge: CallJudge) -> CallOutcome {
    let known = judge.inspector.options.known
    guard outcome.drift.contains(where: { $0.rule == .endpoint.missing && known.contains($0.endpoint) }),
      var again = outcome.verdict?(judge)
    else { return outcome }
    again.needsCredentials = outcome.needsCredentials
    // Keep the drift in effects, which was found while the effects were visible.
    again.drift += outcome.drift.filter { $0.rule.group == .effect && !again.drift.contains($0) }
    again.line.isUndecided = again.line.outcome == .skipped && outcome.line.isUndecided
    return secrets.adding(again.exchanges, of: contract).redact(again, of: contract)
  }

  /// Returns the drift in the responses to the run's own requests, for the selected endpoints. The requests themselves
  /// aren't checked, because they don't come from a client. For the same reason, they don't count as calls to a
  /// deprecated endpoint.
  private func drift(ofOwn exchanges: [Exchange], by inspector: Inspector) -> [Drift] {
    let secrets = secrets.adding(exchanges, of: contract)
    var merge = DriftMerge()
    for exchange in exchanges {
      let found = inspector.inspect(exchange).filter { drift in
        let isOfServer =
          drift.rule.group == .response
          || [Rule.endpoint.missing, Rule.endpoint.methodMissing, Rule.endpoint.moved].contains(drift.rule)
        return isOfServer && (options.only.isEmpty || options.only.contains { $0.matches(drift.endpoint) })
      }.map { noticingAbsence($0, in: exchange) }
      if found.isEmpty { continue }
      let view = secrets.view(of: exchange, in: contract)
      merge.add(found) { view.shown(around: $0.pointer) }
    }
    return merge.drift.map { secrets.redact($0) }
  }

  /// Downgrades an undocumented 404 or 410 for the run's own request for an item to a notice. The run requests items
  /// that it has removed, and most documents declare no status for that. A missing item is reported separately.
  private func noticingAbsence(_ drift: Drift, in exchange: Exchange) -> Drift {
    guard drift.rule == .response.status.undocumented, drift.status == 404 || drift.status == 410,
      let item = WireReading(exchange.request, in: contract)?.item, !item.key.isEmpty
    else { return drift }
    var notice = drift
    notice.severity = .notice
    notice.message += " The run requested the item only to see whether it exists."
    return notice
  }
}
