import PlumblineContractModel
import PlumblineDriftDetection

/// A report prepared for rendering. Its findings are combined and sorted once, and waived findings are separate.
///
/// Combining and sorting account for most of the cost of rendering, so each renderer creates just one digest.
struct ReportDigest {
  let report: Report
  /// All findings, in the order of ``Report/findings``.
  let findings: [Drift]
  /// The findings that aren't waived, in the order of ``Report/findings``.
  let open: [Drift]
  /// The findings to present: those that aren't waived, one per cause. Findings shared by several endpoints come first.
  let told: [Drift]
  /// The waived findings, in the same order.
  let waived: [Drift]
  /// The causes of findings in ``told`` that represent several findings, by fingerprint.
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

  /// Returns the number of findings with a severity that aren't waived.
  func count(_ severity: Severity) -> Int {
    switch severity {
    case .breaking: summary.breaking
    case .warning: summary.warning
    case .notice: summary.notice
    }
  }

  /// Returns part of the report's drift, combined, in the order of the findings.
  func folded(_ drift: [Drift]) -> [Drift] {
    DriftMerge.merged(drift).map { ($0, ranks[$0.fingerprint] ?? .max) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Returns the line of an endpoint in the report, or `nil` if the endpoint is undocumented.
  func line(_ name: Report.EndpointName) -> Report.EndpointLine? { lines[name] }

  /// Returns the cause of a finding in ``told``, or `nil` if the finding doesn't represent others.
  func cause(of finding: Drift) -> SharedCause? { shared[finding.fingerprint] }

  /// The findings of one endpoint, or those that several endpoints share.
  struct Group {
    /// The name of the endpoint. For shared findings, it has the service and a generic id.
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

  /// Returns the `limit` most severe findings of ``told``, in their usual order.
  func mostSevere(_ limit: Int) -> [Drift] {
    var left = limit
    return mostSevere { _ in
      left -= 1
      return left >= 0
    }
  }

  /// Returns as many findings of ``told`` as fit, preferring the most severe ones, in their usual order.
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

  /// All findings, most severe first. Waived findings come last.
  var bySeverity: [Drift] {
    let severities = Severity.allCases.sorted(by: >)
    return [open, waived].flatMap { findings in
      severities.flatMap { severity in findings.filter { $0.severity == severity } }
    }
  }

  /// The facts about the run as short phrases, such as "36 of 37 endpoints verified", "140 calls, 1 skipped", and "151
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
  /// warnings in 30 endpoints", or `nil` if there is none that counts.
  var driftPhrase: String? {
    if report.isComparison { return changePhrase }
    if open.isEmpty { return coveredDrift }
    var counts: [String] = []
    if count(.breaking) > 0 { counts.append("\(count(.breaking)) breaking") }
    if count(.warning) > 0 { counts.append(.count(count(.warning), "warning")) }
    if count(.notice) > 0 { counts.append(.count(count(.notice), "notice")) }
    // Findings about waivers belong to a file rather than to an endpoint.
    let names = Set(open.lazy.filter { !$0.rule.isOfWaivers }.map(\.endpointName))
    let links = names.count { line($0)?.kind == .link }
    let places = [(names.count - links, "endpoint"), (links, "link")].filter { $0.0 > 0 }.map { String.count($0, $1) }
    let causes = told.count < open.count ? "\(String.count(told.count, "cause")) in \(open.count) findings: " : ""
    return causes + counts.joined(separator: ", ")
      + (places.isEmpty ? " about waivers" : " in " + places.joined(separator: " and "))
  }

  /// A phrase for the results in a coverage report that has no findings, such as "drift in 3 endpoints, failed calls in
  /// 1" or "nothing was verified", or `nil` if there is nothing to mention.
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

  /// A Boolean value that indicates whether anything was inspected, so that the absence of drift is meaningful.
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

  /// A Boolean value that indicates whether the run was a probe that couldn't determine whether any of the endpoints
  /// exist.
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
  /// The failed calls that aren't explained by a finding.
  var failedCalls: [CallLine] { calls.filter { $0.isTelling && !$0.isUndoing } }

  /// The changes that a run left behind on a server because it was allowed to.
  var allowedBehind: [CallLine] { calls.filter { $0.isSkipped && $0.isUndoing } }

  /// The calls that weren't made.
  var skippedCalls: [CallLine] { calls.filter { $0.isSkipped && !$0.isUndoing } }

  /// The changes that the run made on a server but couldn't undo. They are the first thing that users need to know.
  var leftBehind: [CallLine] { calls.filter { $0.isTelling && $0.isUndoing } }
}

extension Report.CallLine {
  /// A Boolean value that indicates whether the call was skipped and changed nothing.
  var isSkipped: Bool { outcome == .skipped && !isUndecided }

  /// The outcome of the call in one word. For an inconclusive call, it is `undecided`.
  var outcomeName: String { isUndecided ? "undecided" : outcome.rawValue }

  /// A Boolean value that indicates whether to report the reason in addition to the findings, because the call failed
  /// and no finding explains it.
  var isTelling: Bool { outcome == .failed && finding == nil }

  /// The reason why the call failed or was skipped, or a sentence that says that none was given.
  var reasonOrNone: String { reason ?? "The call gave no reason." }
}

extension Rule {
  /// A Boolean value that indicates whether the rule is about a waiver rather than an exchange.
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
