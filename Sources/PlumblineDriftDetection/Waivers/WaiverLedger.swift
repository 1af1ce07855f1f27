import PlumblineContractModel

/// Applies waivers to the drift of a run, and tracks which of them were used.
///
///     var ledger = WaiverLedger(policies, today: "2026-11-21")
///     ledger.apply(to: &drift)
///     drift += ledger.findings { endpoint in … }
package struct WaiverLedger: Sendable {
  private let policies: [String: WaiverPolicy]
  private let today: String
  /// The indices of the used waivers by service.
  private var used: [String: Set<Int>] = [:]

  /// Creates a ledger.
  ///
  /// - Parameter today: The date of the run, as `YYYY-MM-DD`.
  package init(_ policies: some Sequence<WaiverPolicy>, today: String) {
    self.policies = Dictionary(policies.map { ($0.service, $0) }, uniquingKeysWith: { first, _ in first })
    self.today = today
  }

  /// Applies the policies' severities to drift, and marks drift that a current waiver excuses.
  package mutating func apply(to drift: inout [Drift]) {
    for index in drift.indices { apply(to: &drift[index]) }
  }

  /// Records that drift was seen without changing it, so that a waiver for it counts as used.
  package mutating func note(_ drift: some Sequence<Drift>) {
    for var one in drift { apply(to: &one) }
  }

  private mutating func apply(to drift: inout Drift) {
    guard let policy = policies[drift.service] else { return }
    // Drift from a mere assumption keeps its lower severity, unless the policy sets one.
    drift.severity = policy.severity(of: drift.rule) ?? drift.severity
    for (index, waiver) in policy.waivers.enumerated() where waiver.excuses(drift) {
      used[drift.service, default: []].insert(index)
      guard drift.waived == nil, !waiver.isExpired(on: today) else { continue }
      drift.waived = Waived(reason: waiver.reason, until: waiver.until)
    }
  }

  /// Returns the findings about the waivers themselves: waivers that have expired, and waivers that excused nothing
  /// although everything that they could have excused was examined.
  ///
  /// - Parameter sawAll: A closure that returns a Boolean value that indicates whether the run examined everything that
  ///   a service's waiver may excuse.
  package func findings(sawAll: (_ service: String, _ waiver: Waiver) -> Bool) -> [Drift] {
    policies.values.sorted { $0.service < $1.service }.flatMap { policy in
      policy.waivers.enumerated().compactMap { index, waiver -> Drift? in
        if waiver.isExpired(on: today) {
          return finding(
            .waiver.expired, waiver, policy, expected: "a future date, or no waiver", actual: waiver.until ?? "no date",
            "The waiver for \(waiver.subjectText) expired after \(waiver.until ?? "") (today is \(today)), so its "
              + "findings count again.")
        }
        if used[policy.service]?.contains(index) == true || !sawAll(policy.service, waiver) { return nil }
        return finding(
          .waiver.unused, waiver, policy, expected: "drift that it waives", actual: "none",
          "The waiver for \(waiver.subjectText) matched no finding; remove it if the drift is gone.")
      }
    }
  }

  private func finding(
    _ rule: Rule, _ waiver: Waiver, _ policy: WaiverPolicy, expected: String?, actual: String, _ message: String
  ) -> Drift {
    Drift(
      rule: rule, severity: policy.severity(of: rule) ?? rule.severity, service: policy.service,
      endpoint: waiver.endpoint?.description ?? WaiverLoader.fileName, expected: expected, actual: actual,
      message: message, contract: waiver.location, detail: waiver.subjectText)
  }
}
