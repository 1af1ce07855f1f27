import PlumblineDriftDetection

extension Report {
  /// The figures of a report.
  package struct Summary: Sendable, Hashable {
    package let endpoints: Int
    /// The number of endpoints that worked in at least one call and failed in none, with or without drift.
    package let exercised: Int
    package let links: Int
    /// The number of links with at least one case that worked as documented.
    package let exercisedLinks: Int
    package let calls: Int
    package let failed: Int
    package let skipped: Int
    /// The number of calls that sent a change and whose result is inconclusive.
    package let undecided: Int
    package let exchanges: Int
    package let breaking: Int
    package let warning: Int
    package let notice: Int
    /// The number of waived findings. The other figures don't include them.
    package let waived: Int
    /// The number of endpoints and links with at least one finding.
    package let drifting: Int
    package let problems: Int
    /// The number of exchanges that say nothing about the contract because the server was unavailable.
    package let outages: Int
  }

  /// The figures of the report. Drift is counted by finding.
  package var summary: Summary { summary(of: findings) }

  /// Returns the figures of the report, using ``findings`` that have already been computed.
  func summary(of findings: [Drift]) -> Summary {
    func found(_ severity: Severity) -> Int { findings.count { $0.severity == severity && $0.waived == nil } }
    // A call that didn't pass because of breaking drift counts as failed.
    let breaking = Set(findings.lazy.filter { $0.severity == .breaking }.map(\.fingerprint))
    let ran = Set(calls.filter { $0.outcome == .passed && $0.isProof }.map(\.endpointName))
      .subtracting(
        calls.filter { $0.outcome == .failed || $0.finding.map(breaking.contains) ?? false }.map(\.endpointName))
    let links = endpoints.filter { $0.kind == .link }
    let own = endpoints.filter { $0.kind == .endpoint }
    return Summary(
      endpoints: own.count, exercised: own.count { ran.contains($0.name) }, links: links.count,
      exercisedLinks: links.count { ran.contains($0.name) }, calls: calls.count,
      failed: calls.count { $0.outcome == .failed }, skipped: calls.count(where: \.isSkipped),
      undecided: calls.count(where: \.isUndecided),
      exchanges: exchanges, breaking: found(.breaking), warning: found(.warning), notice: found(.notice),
      waived: findings.count { $0.waived != nil },
      drifting: Set(findings.lazy.filter { $0.waived == nil && !$0.rule.isOfWaivers }.flatMap(\.endpointNames)).count,
      problems: problems.count,
      outages: outages.reduce(0) { $0 + $1.count })
  }
}

extension Report {
  /// A service that the run covered.
  package struct ServiceLine: Sendable, Hashable {
    /// The short name, such as `truelog`.
    package var name: String
    /// The display name, such as "TrueLog Inventory API".
    package var title: String

    package init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }

  /// The names of all services in the report: first those that are listed, then the others in order of occurrence.
  package var serviceNames: [String] {
    var seen: Set<String> = []
    let names =
      services.map(\.name) + endpoints.map(\.service) + calls.map(\.service) + drift.map(\.service)
      + coverage.map(\.endpoint.service) + verdicts.map(\.service) + outages.map(\.service)
    return names.filter { seen.insert($0).inserted }
  }

  /// Returns the service's display name, or its short name if the report doesn't contain it.
  package func title(of service: String) -> String {
    services.first { $0.name == service }?.title ?? service
  }
}
