import PlumblineContractModel
import PlumblineDriftDetection

/// A report in Markdown, for the summary of a job or a comment on a pull request.
///
/// It never has more than 65,536 characters, which is GitHub's limit for comments. The most severe findings are
/// included first, and omitted ones are counted. Text from payloads is put in code spans, or its markup characters are
/// escaped.
package struct MarkdownRenderer: Renderer {
  /// The maximum size of a report in bytes.
  static let limit = 65_536
  /// The number of bytes that each part reserves for the parts after it.
  static let reserve = 12_000

  private let options: ReportOptions

  package init(_ options: ReportOptions) { self.options = options }

  package func render(_ report: Report) -> String {
    let digest = ReportDigest(report)
    var text = MarkdownText(limit: Self.limit - 600)
    var leftOut: [String] = []
    addVerdict(digest, to: &text)
    addFailed("Left behind", "line", report.leftBehind, of: report, to: &text, &leftOut)
    addProblems(report, to: &text, &leftOut)
    addVerdicts(report, to: &text, &leftOut)
    addOutages(report, to: &text, &leftOut)
    if report.isComparison {
      addChanges(digest, to: &text, &leftOut)
      addImpacts(report, to: &text, &leftOut)
      addStaleRecordings(report, to: &text, &leftOut)
    } else {
      addFindings(digest, to: &text, &leftOut)
    }
    addCalls(report, to: &text, &leftOut)
    addLeftOutVariants(report, to: &text, &leftOut)
    addUsedValues(report, to: &text, &leftOut)
    addCoverage(report, to: &text, &leftOut)
    addEvidence(report, to: &text, &leftOut)
    addWaived(digest, to: &text, &leftOut)
    var last = ""
    if !leftOut.isEmpty {
      last = "_Left out, because a GitHub comment is limited to 65,536 characters: \(leftOut.joined(separator: ", "))."
      last += " `--report html=FILE` shows more, and `--report json=FILE` everything._\n\n"
    }
    if let conclusion = digest.conclusion { last += "**\(conclusion.bounded(to: 1000).markdownProse)**\n\n" }
    return text.text + "\n" + last + "<sub>plumbline \(options.version.markdownProse)</sub>\n"
  }

  private func addVerdict(_ digest: ReportDigest, to text: inout MarkdownText) {
    let verdict = Verdict(digest)
    let sign =
      switch verdict.kind {
      case .good: "✅"
      case .noted: "⚠️"
      case .bad: "❌"
      }
    text.add("## \(sign) \(verdict.headline)")
    if let sentence = verdict.sentence { text.add(sentence.bounded(to: 2000).markdownProse) }
    let report = digest.report
    let what = ["plumbline " + report.command.bounded(to: 60), report.target.bounded(to: 300)].map(\.markdownCode)
    text.add((what + digest.facts).joined(separator: " · "))
  }

  private func addProblems(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    if report.problems.isEmpty { return }
    let rows = report.problems.sorted().map { problem in
      let level = problem.level == .warning ? "warning: " : ""
      // The remaining lines are an excerpt. Show the location instead.
      let sentence = String(problem.message.prefix { $0 != "\n" })
      return
        "- \(problem.location.description.bounded(to: 300).markdownCode) \(level)\(sentence.bounded(to: 600).markdownProse)"
    }
    let rest = text.add("### Problems in files\n", rows, reserve: Self.reserve * 3)
    if rest > 0 { leftOut.append(.count(rest, "problem")) }
  }

  /// Adds the outages: exchanges that say nothing about the contract because the server was unavailable.
  private func addOutages(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    if report.outages.isEmpty { return }
    let services = report.serviceNames.count
    let rows = report.outages.map { outage in
      let name = (services > 1 ? "\(outage.service) · " : "") + outage.endpoint
      let times = outage.count > 1 ? " × \(outage.count)" : ""
      return
        "- \(name.bounded(to: 300).markdownCode)\(times): \(outage.cause.bounded(to: 600).markdownProse) \(outage.placesText.bounded(to: 900).markdownCode)"
    }
    let rest = text.add(
      "### Outages\n\nAn outage isn't drift, so these responses weren't checked.\n", rows, reserve: Self.reserve * 2)
    if rest > 0 { leftOut.append(.count(rest, "outage")) }
  }

  /// Adds the failed calls, and the number of skipped calls for each reason.
  private func addCalls(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    addFailed("Failed calls", "failed call", report.failedCalls, of: report, to: &text, &leftOut)
    addReasons("allowed leftover", of: report.allowedBehind, to: &text, &leftOut)
    addReasons("skipped call", of: report.skippedCalls, to: &text, &leftOut)
    addReasons("undecided call", of: report.calls.filter(\.isUndecided), to: &text, &leftOut)
  }

  /// - Parameter noun: The noun for an omitted line.
  private func addFailed(
    _ title: String, _ noun: String, _ calls: [Report.CallLine], of report: Report, to text: inout MarkdownText,
    _ leftOut: inout [String]
  ) {
    if calls.isEmpty { return }
    let services = report.serviceNames.count
    let failed = calls.map { call in
      let name = (services > 1 ? "\(call.service) · " : "") + call.label
      return "- \(name.bounded(to: 300).markdownCode): \(call.reasonOrNone.bounded(to: 600).markdownProse)"
    }
    let rest = text.add("### \(title)\n", failed, reserve: Self.reserve * 3 / 2)
    if rest > 0 { leftOut.append(.count(rest, noun)) }
  }

  private func addReasons(
    _ noun: String, of calls: [Report.CallLine], to text: inout MarkdownText, _ leftOut: inout [String]
  ) {
    var reasons: [String] = []
    var counts: [String: Int] = [:]
    for call in calls {
      if counts[call.reasonOrNone] == nil { reasons.append(call.reasonOrNone) }
      counts[call.reasonOrNone, default: 0] += 1
    }
    if reasons.isEmpty { return }
    let rows = reasons.map { "- \(counts[$0] ?? 0) × \($0.bounded(to: 600).markdownProse)" }
    let rest = text.add(
      "<details><summary>\(String.count(calls.count, noun))</summary>\n", rows, "\n</details>", reserve: Self.reserve)
    if rest > 0 { leftOut.append(.count(rest, "reason") + " of \(noun)s") }
  }

  /// Adds the variants that weren't played, in a collapsed section.
  private func addLeftOutVariants(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    if report.leftOutVariants.isEmpty { return }
    let rows = report.leftOutVariants.map { line in
      "- \(line.label.bounded(to: 200).markdownCode): \(line.phrase.bounded(to: 300).markdownProse)"
    }
    let title = String.count(report.leftOutVariantCount, "mutation") + " left out"
    let rest = text.add(
      "<details><summary>\(title)</summary>\n", rows, "\n</details>", reserve: Self.reserve / 2)
    if rest > 0 { leftOut.append("mutations of " + .count(rest, "endpoint")) }
  }

  /// Adds the values that calls used, in a collapsed section.
  private func addUsedValues(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    if report.usedValues.isEmpty { return }
    let rows = report.usedValues.map { value in
      "- \(value.variable.bounded(to: 100).markdownCode): \(value.phrase.bounded(to: 300).markdownProse)"
    }
    let title = String.count(report.usedValues.count, "value") + " used"
    let rest = text.add("<details><summary>\(title)</summary>\n", rows, "\n</details>", reserve: Self.reserve / 2)
    if rest > 0 { leftOut.append(.count(rest, "used value")) }
  }

  private func addCoverage(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    // Expand the coverage only if it was requested.
    let isAsked = report.command == "coverage"
    for service in report.coverageServices {
      let lines = report.coverage.filter { $0.endpoint.service == service }
      let rows = FeatureCoverage(of: report, service: service).map(rows) ?? lines.map(row)
      let head =
        "#### \(report.title(of: service).bounded(to: 100).markdownProse)\n\n"
        + (isAsked ? "" : "<details><summary>Coverage of \(lines.map(\.endpoint).countPhrase)</summary>\n\n")
        + ["endpoint", "contract", "recordings", "client", "mock", "server", "evidence"].row + "\n"
        + [":--", ":--", "--:", "--:", ":-:", ":-:", "--:"].row
      let rest = text.add(head, rows, isAsked ? "" : "\n</details>", reserve: Self.reserve / 3)
      if rest > 0 { leftOut.append("coverage of " + .count(rest, "endpoint")) }
    }
  }

  private func rows(_ coverage: FeatureCoverage) -> [String] {
    coverage.groups.flatMap { group in
      [["**\(group.title.bounded(to: 100).markdownProse)**", "", "", "", "", "", ""].row]
        + group.features.flatMap { feature in
          (feature.title.map { [row($0, of: feature)] } ?? []) + feature.lines.map(row)
        }
    }
  }

  private func row(_ title: String, of feature: FeatureCoverage.Feature) -> String {
    let name = "**\(title.bounded(to: 100).markdownProse)**"
    if feature.lines.isEmpty { return [name, "no endpoint or link serves it", "", "", "", "", ""].row }
    return [
      name, feature.standing, "\(feature.recordings)", "\(feature.calls)", feature.mock.cell, feature.server.cell,
      EvidenceTally.percent(feature.seen, of: feature.documented),
    ].row
  }

  private func row(_ line: Report.CoverageLine) -> String {
    [
      line.endpoint.id.bounded(to: 100).markdownCode, line.endpoint.standings,
      line.recordings == 0 ? "–" : "\(line.recordings)", line.calls == 0 ? "–" : "\(line.calls)",
      line.mock.cell, line.server.cell, EvidenceTally.percent(line.seen, of: line.documented),
    ].row
  }

  private func addEvidence(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    if report.evidence.isEmpty { return }
    let tallies = EvidenceTally.tallies(of: report.evidence)
    let seen = tallies.reduce(0) { $0 + $1.seen }
    let rows = tallies.filter { !$0.unseen.isEmpty }.flatMap { tally in
      tally.unseen.map {
        [tally.endpoint.id.bounded(to: 100).markdownCode, $0.phrase.bounded(to: 200).markdownCode].row
      }
    }
    let percent = EvidenceTally.percent(seen, of: report.evidence.count)
    let summary = "Observed coverage: \(seen) of \(report.evidence.count) documented parts seen (\(percent))"
    let cut = report.cutEvidence
    if rows.isEmpty { return text.add(summary + "." + (cut.map { " " + $0 } ?? "")) }
    let head =
      "<details><summary>\(summary)</summary>\n\n" + (cut.map { $0 + "\n\n" } ?? "") + ["endpoint", "never seen"].row
      + "\n" + [":--", ":--"].row
    let rest = text.add(head, rows, "\n</details>", reserve: Self.reserve / 6)
    if rest > 0 { leftOut.append(.count(rest, "unseen thing")) }
  }

  private func addWaived(_ digest: ReportDigest, to text: inout MarkdownText, _ leftOut: inout [String]) {
    if digest.waived.isEmpty { return }
    let rows = digest.waived.map { finding in
      [
        finding.fingerprint.markdownCode, finding.endpoint.bounded(to: 100).markdownCode, finding.rule.id.markdownCode,
        (finding.pointer?.description ?? "").bounded(to: 200).markdownCode,
        (finding.waived?.phrase ?? "").bounded(to: 300).markdownProse,
      ].row
    }
    let head =
      "<details><summary>\(digest.waived.count) waived</summary>\n\n"
      + ["fingerprint", "endpoint", "rule", "place", "reason"].row + "\n"
      + Array(repeating: ":--", count: 5).row
    let rest = text.add(head, rows, "\n</details>", reserve: 400)
    if rest > 0 { leftOut.append(.count(rest, "waived finding")) }
  }
}

extension [String] {
  /// The cells as a row of a table.
  var row: String { "| " + joined(separator: " | ") + " |" }
}

extension Report.CoverageLine.Verified {
  fileprivate var cell: String {
    switch self {
    case .passed: "✅"
    case .drifted: "⚠️ drift"
    case .failed: "❌ failed"
    case .never: "–"
    }
  }
}
