extension MarkdownRenderer {
  /// Adds the client calls that break, followed by a collapsed section with calls that weren't checked and calls that
  /// still work.
  func addImpacts(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    let groups = report.impactGroups
    let broken = groups.filter(\.line.effect.breaks).map(item)
    let unasked = groups.filter { $0.line.effect == .notAsked }.map(item)
    let others = groups.filter { !$0.line.effect.breaks && $0.line.effect != .notAsked }.map(item)
    if !broken.isEmpty {
      let rest = text.add("### 💥 Clients that break\n", broken, reserve: Self.reserve / 2)
      if rest > 0 { leftOut.append("\(rest) ways in which clients break") }
    }
    for (title, items) in [("Calls not run", unasked), ("Calls that still work", others)] where !items.isEmpty {
      let rest = text.add(
        "<details><summary>\(title)</summary>\n", items, "\n</details>", reserve: Self.reserve / 4)
      if rest > 0 { leftOut.append("\(rest) of the \(title.lowercased())") }
    }
  }

  private func item(_ group: Report.ImpactGroup) -> String {
    let line = group.line
    var parts = [
      "- \(line.endpoint.bounded(to: 200).markdownCode) \(line.phrase.bounded(to: 300).markdownProse)",
      line.message.bounded(to: 400).markdownProse,
    ]
    parts.append("\(String.count(group.calls.count, "call")): \(group.callsPhrase.bounded(to: 300).markdownProse)")
    return parts.filter { !$0.isEmpty }.joined(separator: "<br>\n  ")
  }
}
