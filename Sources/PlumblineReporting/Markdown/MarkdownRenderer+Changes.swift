import PlumblineDriftDetection

extension MarkdownRenderer {
  /// Adds the changes in a form that is readable on a phone: with one heading per severity, and without tables, which
  /// would be wider than the screen. Each change has its message, the old and the new value, the endpoints, both
  /// locations, and its evidence in a collapsed section.
  func addChanges(_ digest: ReportDigest, to text: inout MarkdownText, _ leftOut: inout [String]) {
    var hidden = 0
    for severity in Severity.allCases.sorted(by: >) {
      let changes = digest.told.filter { $0.severity == severity }
      if changes.isEmpty { continue }
      let items = changes.map { item($0, digest) }
      // Reserve room for more severe changes.
      let rest = text.add("### \(severity.changesTitle) (\(changes.count))\n", items, reserve: Self.reserve / 2)
      hidden += rest
    }
    if hidden > 0 { leftOut.append(.count(hidden, "change")) }
  }

  /// Adds the recordings that a change makes stale, in a collapsed section.
  func addStaleRecordings(_ report: Report, to text: inout MarkdownText, _ leftOut: inout [String]) {
    if report.staleRecordings.isEmpty { return }
    let rows = report.staleGroups.map { group in
      "- \(group.first.reason.bounded(to: 300).markdownProse) \(group.first.service.bounded(to: 60).markdownCode): "
        + group.list.bounded(to: 1500).markdownCode
    }
    let rest = text.add(
      "<details><summary>\(report.staleTitle)</summary>\n", rows, "\n</details>", reserve: Self.reserve / 4)
    if rest > 0 { leftOut.append(.count(rest, "reason") + " of stale recordings") }
  }

  private func item(_ change: Drift, _ digest: ReportDigest) -> String {
    let cause = digest.cause(of: change)
    var lines = ["- **\(change.message.bounded(to: 600).markdownProse)**"]
    switch (change.expected, change.actual) {
    case (let old?, let new?): lines.append("\(code(old)) → \(code(new))")
    case (let old?, nil): lines.append("was \(code(old))")
    case (nil, let new?): lines.append("is \(code(new))")
    case (nil, nil): break
    }
    if let undecided = change.undecided { lines.append("Undecided: " + undecided.bounded(to: 400).markdownProse) }
    lines.append(endpoints(of: change, cause, digest))
    if let pointer = change.pointer { lines.append(pointer.description.bounded(to: 300).markdownCode) }
    lines.append(
      change.places.map { $0.place.description.bounded(to: 300).markdownCode }.joined(separator: " → "))
    let key = cause.map { "cause " + $0.cause.markdownCode } ?? change.fingerprint.markdownCode
    lines.append(change.rule.id.markdownCode + " · " + key)
    var item = lines.filter { !$0.isEmpty }.joined(separator: "<br>\n  ")
    if let witness = change.witnessBlock {
      let block = Self.block(witness).split(separator: "\n", omittingEmptySubsequences: false)
      item +=
        "\n\n  <details><summary>shown by</summary>\n\n" + block.map { "  " + $0 }.joined(separator: "\n")
        + "\n\n  </details>\n"
    }
    return item
  }

  /// Returns the names of the affected endpoints.
  private func endpoints(of change: Drift, _ cause: SharedCause?, _ digest: ReportDigest) -> String {
    let service = digest.report.serviceNames.count > 1 ? change.service.bounded(to: 60).markdownCode + " · " : ""
    guard let cause, cause.isOfSeveralEndpoints else { return service + change.endpoint.bounded(to: 200).markdownCode }
    let shown = cause.endpoints.prefix(40).map { $0.id.bounded(to: 120).markdownCode }.joined(separator: ", ")
    let more = cause.endpoints.count > 40 ? " and \(cause.endpoints.count - 40) more" : ""
    return service + "\(cause.endpoints.count) endpoints: " + shown + more
  }

  private func code(_ value: String) -> String { value.bounded(to: 160).markdownCode }

  /// Returns a fenced block with as many lines as fit into a comment.
  private static func block(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).bounded(to: 200) }
    let shown = lines.prefix(30) + (lines.count > 30 ? ["…"] : [])
    return shown.joined(separator: "\n").markdownBlock
  }
}

extension Severity {
  fileprivate var changesTitle: String {
    switch self {
    case .breaking: "🔴 Breaking"
    case .warning: "🟠 Warnings"
    case .notice: "🔵 Notices"
    }
  }
}
