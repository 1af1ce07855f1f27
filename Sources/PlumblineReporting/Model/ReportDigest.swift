import PlumblineContractModel
import PlumblineDriftDetection

/// A report prepared for rendering, with its findings folded and ordered once, and with the waived ones separate.
///
/// Folding and sorting dominate the cost of rendering, so each renderer creates a single digest.
struct ReportDigest {
  let report: Report
  /// Every finding, in the order of ``Report/findings``.
  let findings: [Drift]
  /// The findings that count, in the order of ``Report/findings``.
  let open: [Drift]
  /// The presented findings, one per cause among those that count. Those shared by several endpoints come first.
  let told: [Drift]
  /// The waived findings, in the same order.
  let waived: [Drift]
  /// The causes of those in ``told`` that represent more than one finding, by their fingerprints.
  private let shared: [String: SharedCause]
  let summary: Report.Summary
  private let ranks: [String: Int]
  private let lines: [Report.EndpointName: Report.EndpointLine]

  init(_ report: Report) {
    let findings = report.findings.namingCommonDifferences()
    self.report = report
    self.findings = findings
    open = findings.filter { $0.waived == nil }
    waived = findings.filter { $0.waived != nil }
    (told, shared) = SharedCause.folded(open)
    summary = report.summary(of: findings)
    ranks = Dictionary(findings.enumerated().map { ($0.element.fingerprint, $0.offset) }) { first, _ in first }
    lines = Dictionary(report.endpoints.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the number of findings that count and have a severity.
  func count(_ severity: Severity) -> Int {
    switch severity {
    case .breaking: summary.breaking
    case .warning: summary.warning
    case .notice: summary.notice
    }
  }

  /// Returns part of the report's drift, folded, in the order of the findings.
  func folded(_ drift: [Drift]) -> [Drift] {
    DriftMerge.merged(drift).map { ($0, ranks[$0.fingerprint] ?? .max) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Returns the line of an endpoint in the report, or `nil` for an undocumented one.
  func line(_ name: Report.EndpointName) -> Report.EndpointLine? { lines[name] }

  /// Returns the shared cause of a finding in ``told``, or `nil` if it represents only itself.
  func cause(of finding: Drift) -> SharedCause? { shared[finding.fingerprint] }

  /// The findings of one endpoint, or those that several share.
  struct Group {
    /// The endpoint or, for shared findings, the service and a word for them.
    let name: Report.EndpointName
    let line: Report.EndpointLine?
    var findings: [Drift]
  }

  /// Groups adjacent findings of the same endpoint.
  func groups(_ findings: [Drift]) -> [Group] {
    var groups: [Group] = []
    for finding in findings {
      let isShared = cause(of: finding)?.isOfSeveralEndpoints ?? false
      let name = isShared ? SharedCause.groupName(of: finding.service) : finding.endpointName
      if groups.last?.name == name {
        groups[groups.count - 1].findings.append(finding)
      } else {
        groups.append(Group(name: name, line: isShared ? nil : line(name), findings: [finding]))
      }
    }
    return groups
  }

  /// Returns up to `limit` findings of ``told``, the most severe ones, in their usual order.
  func mostSevere(_ limit: Int) -> [Drift] {
    var left = limit
    return mostSevere { _ in
      left -= 1
      return left >= 0
    }
  }

  /// Returns the findings of ``told`` that fit, selected by severity, in their usual order.
  func mostSevere(while fits: (Drift) -> Bool) -> [Drift] {
    var kept: [Int] = []
    search: for severity in Severity.allCases.sorted(by: >) {
      for (index, finding) in told.enumerated() where finding.severity == severity {
        guard fits(finding) else { break search }
        kept.append(index)
      }
    }
    return kept.sorted().map { told[$0] }
  }

  /// Every finding, the most severe first, and the waived ones last.
  var bySeverity: [Drift] {
    let severities = Severity.allCases.sorted(by: >)
    return [open, waived].flatMap { findings in
      severities.flatMap { severity in findings.filter { $0.severity == severity } }
    }
  }

  /// The facts of a run, as short phrases, such as "36 of 37 endpoints verified", "140 calls, 1 skipped", "151
  /// exchanges".
  var facts: [String] {
    var facts: [String] = []
    let things = [
      (summary.exercised, summary.endpoints, "endpoint"), (summary.exercisedLinks, summary.links, "link"),
    ]
    for (exercised, count, noun) in things where count > 0 {
      let all = String.count(count, noun)
      let called = noun == "link" ? nil : report.called.map { ($0 < count ? "\($0) of \(all)" : all) + " called" }
      facts.append(
        summary.calls == 0 ? called ?? all : (exercised < count ? "\(exercised) of \(all)" : all) + " verified")
    }
    if summary.calls > 0 {
      var text = String.count(summary.calls, "call")
      if summary.failed > 0 { text += ", \(summary.failed) failed" }
      if summary.skipped > 0 { text += ", \(summary.skipped) skipped" }
      if summary.undecided > 0 { text += ", \(summary.undecided) undecided" }
      facts.append(text)
    }
    if summary.exchanges > 0 {
      facts.append(.count(summary.exchanges, report.command == "lint" ? "recording" : "exchange"))
    }
    if summary.outages > 0 { facts.append(.count(summary.outages, "outage") + " (no drift)") }
    let leftOut = report.leftOutVariantCount
    if report.variants > 0 || leftOut > 0 {
      facts.append(.count(report.variants, "mutation") + (leftOut > 0 ? ", \(leftOut) left out" : ""))
    }
    return facts
  }

  /// The drift as a phrase, such as "1 breaking, 2 warnings in 3 endpoints" or "3 causes in 41 findings: 1 breaking, 40
  /// warnings in 30 endpoints", or `nil` if nothing counts.
  var driftPhrase: String? {
    if report.isComparison { return changePhrase }
    if open.isEmpty { return coveredDrift }
    var counts: [String] = []
    if count(.breaking) > 0 { counts.append("\(count(.breaking)) breaking") }
    if count(.warning) > 0 { counts.append(.count(count(.warning), "warning")) }
    if count(.notice) > 0 { counts.append(.count(count(.notice), "notice")) }
    // Waivers belong to a file, not to an endpoint.
    let names = Set(open.lazy.filter { !$0.rule.isOfWaivers }.map(\.endpointName))
    let links = names.count { line($0)?.kind == .link }
    let places = [(names.count - links, "endpoint"), (links, "link")].filter { $0.0 > 0 }.map { String.count($0, $1) }
    let causes = told.count < open.count ? "\(String.count(told.count, "cause")) in \(open.count) findings: " : ""
    return causes + counts.joined(separator: ", ")
      + (places.isEmpty ? " about waivers" : " in " + places.joined(separator: " and "))
  }

  /// The result of a coverage report's rows, if nothing else shows it, such as "drift in 3 endpoints, failed calls in
  /// 1" or "nothing was verified". The value is `nil` if they show neither.
  var coveredDrift: String? {
    let rows = report.coverage
    if report.command == "coverage", !rows.isEmpty,
      rows.allSatisfy({ $0.mock == .never && $0.server == .never && $0.seen == 0 })
    {
      return "nothing was verified"
    }
    func count(_ verified: Report.CoverageLine.Verified) -> Int {
      report.coverage.count { $0.mock == verified || $0.server == verified }
    }
    let (drifted, failed) = (count(.drifted), count(.failed))
    let parts = [(drifted, "drift in "), (failed, "failed calls in ")].filter { $0.0 > 0 }
    return parts.isEmpty ? nil : parts.map { $0.1 + String.count($0.0, "endpoint") }.joined(separator: ", ")
  }

  /// A Boolean value that indicates whether anything was inspected, so that the absence of drift means something.
  var hasLooked: Bool {
    if isInconclusive { return !open.isEmpty || !waived.isEmpty }
    return summary.exchanges > summary.outages || !open.isEmpty || !waived.isEmpty
      || summary.outages == 0 && report.exit == 0
  }

  /// A Boolean value that indicates whether the run inspected something and found nothing wrong.
  var isClean: Bool {
    report.exit == 0 && open.isEmpty && coveredDrift == nil && summary.problems == 0 && summary.outages == 0
      && report.verdicts.allSatisfy { $0.kind == .exists }
  }

  /// A Boolean value that indicates whether the run was a probe that couldn't determine the existence of any endpoint.
  var isInconclusive: Bool { !report.verdicts.isEmpty && report.verdicts.allSatisfy(\.kind.isOpen) }
}

extension [Report.CallLine] {
  /// The failures as a phrase, such as "2 calls failed", "something was left behind", or both, or `nil` if there are
  /// none.
  var failurePhrase: String? {
    if isEmpty { return nil }
    let failed = count { !$0.isUndoing }
    let phrases = [
      failed > 0 ? .count(failed, "call") + " failed" : nil, failed < count ? "something was left behind" : nil,
    ]
    return Spelling.list(phrases.compactMap { $0 })
  }
}

extension Report {
  /// The failed calls that no finding explains.
  var failedCalls: [CallLine] { calls.filter { $0.isTelling && !$0.isUndoing } }

  /// The changes that a run left behind on a server because it was allowed to.
  var allowedBehind: [CallLine] { calls.filter { $0.isSkipped && $0.isUndoing } }

  /// The calls that weren't made.
  var skippedCalls: [CallLine] { calls.filter { $0.isSkipped && !$0.isUndoing } }

  /// The changes that a run made to a server but didn't undo, which users must learn first.
  var leftBehind: [CallLine] { calls.filter { $0.isTelling && $0.isUndoing } }
}

extension Report.CallLine {
  /// A Boolean value that indicates whether the call was skipped and changed nothing.
  var isSkipped: Bool { outcome == .skipped && !isUndecided }

  /// The call's outcome in one word, which is `undecided` for an inconclusive call.
  var outcomeName: String { isUndecided ? "undecided" : outcome.rawValue }

  /// A Boolean value that indicates whether the reason should appear next to the findings, because the call failed and
  /// no finding explains it.
  var isTelling: Bool { outcome == .failed && finding == nil }

  /// The reason why it failed or was skipped, or that none was given.
  var reasonOrNone: String { reason ?? "The call gave no reason." }
}

extension Rule {
  /// A Boolean value that indicates whether the rule concerns a waiver rather than an exchange.
  var isOfWaivers: Bool { group == .waiver }
}

extension [Report.EndpointLine] {
  /// The numbers of endpoints and links, such as "5 endpoints" or "5 endpoints, 3 links".
  package var countPhrase: String {
    let links = count { $0.kind == .link }
    let parts = [(count - links, "endpoint"), (links, "link")].filter { $0.0 > 0 }
    return parts.isEmpty ? .count(0, "endpoint") : parts.map { String.count($0, $1) }.joined(separator: ", ")
  }
}
