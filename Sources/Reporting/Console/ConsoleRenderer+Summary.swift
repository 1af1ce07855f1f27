extension ConsoleRenderer {
  /// The last line: what was looked at, and what came of it.
  func addSummary(of report: Report, to text: inout ConsoleText) {
    let summary = report.summary
    let isGood = report.exit == 0
    var parts: [ConsoleText.Piece] = []
    if summary.endpoints > 0 { parts.append(.init(whole: endpoints(summary))) }
    if summary.calls > 0 { parts.append(.init(whole: calls(summary))) }
    if summary.exchanges > 0 {
      parts.append(.init(whole: .count(summary.exchanges, report.command == "lint" ? "recording" : "exchange")))
    }
    // Where a wrong file kept everything from being looked at, nobody can say that there is no drift.
    if summary.exchanges > 0 || summary.findings > 0 || isGood { parts.append(drift(summary)) }
    if summary.problems > 0 {
      parts.append(.init(whole: .count(summary.problems, "problem"), isGood ? .caution : .bad))
    }

    var line: [ConsoleText.Piece] = [.init(isGood ? "✓" : "✗", isGood ? .good : .bad), " "]
    for (index, part) in parts.enumerated() {
      if index > 0 { line.append(.init(" · ", .dim)) }
      line.append(part)
    }
    text.blank()
    text.line(line, hanging: 2)
  }

  private func endpoints(_ summary: Report.Summary) -> String {
    let all = String.count(summary.endpoints, "endpoint")
    if summary.calls == 0 { return all }
    return (summary.exercised < summary.endpoints ? "\(summary.exercised) of \(all)" : all) + " verified"
  }

  private func calls(_ summary: Report.Summary) -> String {
    var text = String.count(summary.calls, "call")
    if summary.failed > 0 { text += ", \(summary.failed) failed" }
    if summary.skipped > 0 { text += ", \(summary.skipped) skipped" }
    return text
  }

  private func drift(_ summary: Report.Summary) -> ConsoleText.Piece {
    if summary.findings == 0 { return .init(whole: "no drift", .good) }
    var counts: [String] = []
    if summary.breaking > 0 { counts.append("\(summary.breaking) breaking") }
    if summary.warning > 0 { counts.append(.count(summary.warning, "warning")) }
    if summary.notice > 0 { counts.append(.count(summary.notice, "notice")) }
    let text = counts.joined(separator: ", ") + " in " + .count(summary.drifting, "endpoint")
    return .init(whole: text, summary.breaking > 0 ? .bad : summary.warning > 0 ? .caution : .note)
  }
}
