import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// The report as workflow commands of GitHub Actions: an annotation a line, beside the contract's line that it is about.
///
/// What a waiver excuses gets no annotation. GitHub shows the first ten of each severity of a step; the log has them all.
package struct GitHubRenderer: Renderer {
  package init(_ options: ReportOptions) {}

  package func render(_ report: Report) -> String {
    let digest = ReportDigest(report)
    var text = ""
    if let failure = report.failure {
      text += annotation("error", title: "plumbline \(report.command)", failure)
    }
    for problem in report.problems.sorted() {
      text += annotation(
        problem.level == .error ? "error" : "warning", at: problem.location, title: "problem", problem.message)
    }
    for finding in digest.open { text += annotation(finding) }
    for call in report.calls where call.isTelling {
      text += annotation("error", title: "call failed: \(call.service) \(call.label)", call.reasonOrNone)
    }
    for outage in report.outages {
      text += annotation(
        "warning", at: outage.places.first, title: "outage: \(outage.service) \(outage.endpoint)", outage.sentence)
    }
    for verdict in report.verdicts { text += annotation(verdict) }
    let tallies = EvidenceTally.byEndpoint(report.evidence)
    for line in report.coverage {
      text += annotation(
        "notice", at: line.endpoint.contract, title: "coverage: \(line.endpoint.service) \(line.endpoint.id)",
        line.text(unseen: tallies[line.endpoint.name]?.unseen ?? []).clippedProse)
    }
    // The log's last line holds nothing of a payload: the runner looks for commands in every line.
    let verdict = Verdict(digest)
    let waived = digest.waived.isEmpty ? "" : ", \(digest.waived.count) waived"
    return text + "Plumbline: " + ([verdict.headline + waived] + digest.facts).joined(separator: " · ") + "\n"
  }

  private func annotation(_ verdict: Report.Verdict) -> String {
    annotation(
      "notice", title: "\(verdict.kind.rawValue): \(verdict.service) \(verdict.endpoint)",
      "\(verdict.request)\n\(verdict.sentence.clippedProse)\n\(verdict.confidence.rawValue) confidence")
  }

  private func annotation(_ finding: Drift) -> String {
    var message = "\(finding.endpoint) (\(finding.service))"
    if let pointer = finding.pointer { message += " \(pointer.description.clippedProse)" }
    message += "\n" + finding.message.clippedProse
    if let expected = finding.expected { message += "\nexpected  " + expected.clippedValue }
    if let actual = finding.actual { message += "\nactual    " + actual.clippedValue }
    message += "\nfingerprint " + finding.fingerprint
    return annotation(finding.severity.annotation, at: finding.contract, title: finding.rule.id, message)
  }

  /// `::error file=…,line=…,col=…,title=…::…`, one line.
  private func annotation(
    _ command: String, at place: SourceLocation? = nil, title: String, _ message: String
  ) -> String {
    var properties: [String] = []
    if let place, !place.file.isEmpty {
      properties = ["file=" + place.file.commandProperty, "line=\(max(1, place.line))", "col=\(max(1, place.column))"]
    }
    properties.append("title=" + title.clippedProse.commandProperty)
    return "::\(command) \(properties.joined(separator: ","))::\(message.commandData)\n"
  }
}

extension Severity {
  /// GitHub's word for it.
  fileprivate var annotation: String {
    switch self {
    case .breaking: "error"
    case .warning: "warning"
    case .notice: "notice"
    }
  }
}
