extension MarkdownRenderer {
  /// Adds a table of the endpoints on the server, for the backend team. It is followed by the requests and responses
  /// for every endpoint that doesn't simply exist.
  func addVerdicts(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    if report.verdicts.isEmpty { return }
    let verdicts = Report.Verdict.Kind.byUrgency.flatMap { kind in report.verdicts.filter { $0.kind == kind } }
    let services = report.serviceNames.count
    let counts = Report.Verdict.Kind.allCases.compactMap { kind -> String? in
      let count = verdicts.count { $0.kind == kind }
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    text.add("### Endpoints on the server\n\n" + counts.joined(separator: " · "))
    let head =
      ["verdict", "endpoint", "request", "contract", "confidence", "why"].row + "\n"
      + Array(repeating: ":--", count: 6).row
    let rows = verdicts.map { row($0, withService: services > 1) }
    let rest = text.add(head, rows, reserve: text.room / 2)
    if rest > 0 { leftOut.append(.count(rest, "verdict")) }
    let telling = verdicts.filter { $0.kind != .exists || $0.confidence == .low }
    if telling.isEmpty { return }
    let details = telling.map(evidence)
    let hidden = text.add(
      "<details><summary>Requests and responses</summary>\n", details, "\n</details>", reserve: text.room / 3)
    if hidden > 0 { leftOut.append("the evidence of " + .count(hidden, "verdict")) }
  }

  private func row(_ verdict: Report.Verdict, withService: Bool) -> String {
    let name = (withService ? "\(verdict.service) · " : "") + verdict.endpoint
    return [
      verdict.kind.markdownSign, name.bounded(to: 160).markdownCode, verdict.request.bounded(to: 200).markdownCode,
      verdict.standing.rawValue, verdict.confidence.rawValue, verdict.sentence.bounded(to: 500).markdownProse,
    ].row
  }

  private func evidence(_ verdict: Report.Verdict) -> String {
    let lines = verdict.evidence.map { line in
      "  - \(line.request.bounded(to: 300).markdownCode) → \(line.answer.bounded(to: 300).markdownCode) (\(line.role.rawValue))"
    }
    return (["- \(verdict.endpoint.bounded(to: 160).markdownCode), \(verdict.kind.rawValue)"] + lines)
      .joined(separator: "\n")
  }
}

extension Report.Verdict.Kind {
  fileprivate var markdownSign: String {
    switch self {
    case .exists: "✅ exists"
    case .missing: "❌ missing"
    case .methodMissing: "❌ method-missing"
    case .moved: "⚠️ moved"
    case .blocked: "🔒 blocked"
    case .inconclusive: "❔ inconclusive"
    case .unreachable: "❌ unreachable"
    }
  }
}
