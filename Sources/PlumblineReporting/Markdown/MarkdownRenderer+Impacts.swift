extension MarkdownRenderer {
  /// The calls of clients that break, and folded away those that go on.
  func addImpacts(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    guard let impacts = report.impacts, !impacts.isEmpty else { return }
    let broken = impacts.filter(\.effect.breaks).map(item)
    let others = impacts.filter { !$0.effect.breaks }.map(item)
    if !broken.isEmpty {
      let rest = text.add("### Calls of clients that break (\(broken.count))\n", broken, reserve: Self.reserve / 2)
      if rest > 0 { leftOut.append(.count(rest, "call") + " that breaks") }
    }
    if others.isEmpty { return }
    let rest = text.add(
      "<details><summary>Calls that go on (\(others.count))</summary>\n", others, "\n</details>",
      reserve: Self.reserve / 4)
    if rest > 0 { leftOut.append(.count(rest, "call") + " that goes on") }
  }

  private func item(_ impact: Report.ImpactLine) -> String {
    let name = "\(impact.endpoint): \(impact.call)".bounded(to: 200).markdownCode
    let message = impact.message.isEmpty ? "" : "<br>\n  " + impact.message.bounded(to: 400).markdownProse
    return "- \(name) \(impact.phrase.bounded(to: 300).markdownProse)\(message)"
  }
}
