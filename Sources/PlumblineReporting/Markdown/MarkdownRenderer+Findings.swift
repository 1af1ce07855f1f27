import PlumblineDriftDetection

extension MarkdownRenderer {
  /// Adds the findings by endpoint: an overview table, followed by the details of each finding in a collapsed section.
  ///
  /// If not all of them fit, the most severe ones are included, in their usual order.
  func addFindings(_ digest: ReportDigest, to text: inout MarkdownText, _ leftOut: inout [String]) {
    if digest.open.isEmpty { return }
    let services = digest.report.serviceNames.count
    text.add("### Drift")
    var left = max(0, text.room / 2 - 2000)
    var endpoints: Set<Report.EndpointName> = []
    let shown = digest.mostSevere { finding in
      // The first finding of an endpoint also needs room for a heading and the table's own lines.
      left -= row(finding).utf8.count + 1
      if let group = digest.groups([finding]).first, endpoints.insert(group.name).inserted {
        left -= heading(group, withService: services > 1).utf8.count + 120
      }
      return left >= 0
    }
    for group in digest.groups(shown) {
      text.add(heading(group, withService: services > 1))
      let rows = group.findings.map(row)
      text.add(
        ([["severity", "rule", "place", "expected", "actual"].row, Array(repeating: ":--", count: 5).row] + rows)
          .joined(separator: "\n"))
    }
    if shown.count < digest.told.count { leftOut.append(.count(digest.told.count - shown.count, "finding")) }

    let rows = shown.map { details($0, digest.cause(of: $0)) }
    let rest = text.add("<details><summary>Details</summary>\n", rows, "\n</details>", reserve: Self.reserve * 2)
    if rest > 0, rest < shown.count { leftOut.append("details of " + .count(rest, "finding")) }
    if rest == shown.count { leftOut.append("the findings' details") }
    addExchanges(of: shown, digest, to: &text, &leftOut)
  }

  /// Adds requests and responses, along with the commands that repeat and waive them, if they fit.
  private func addExchanges(
    of findings: [Drift], _ digest: ReportDigest, to text: inout MarkdownText, _ leftOut: inout [String]
  ) {
    let blocks = findings.compactMap { finding -> String? in
      guard let exchange = finding.exchange else { return nil }
      let head = [finding.rule.id.markdownCode, finding.pointer?.description.bounded(to: 300).markdownCode]
      let parts = [
        head.compactMap { $0 }.joined(separator: " "),
        exchange.requestLines.bounded.joined(separator: "\n").markdownBlock,
        exchange.answerLines.bounded.joined(separator: "\n").markdownBlock,
        [exchange.curl(at: digest.report.target), finding.waiveCommand(digest.cause(of: finding)?.cause)].compactMap {
          $0
        }
        .joined(separator: "\n\n").markdownBlock,
      ]
      return parts.joined(separator: "\n\n") + "\n"
    }
    if blocks.isEmpty { return }
    let rest = text.add(
      "<details><summary>Requests and responses</summary>\n", blocks, "\n</details>", reserve: Self.reserve * 3 / 2)
    if rest > 0 { leftOut.append(rest == blocks.count ? "the exchanges" : .count(rest, "exchange")) }
  }

  private func heading(_ group: ReportDigest.Group, withService: Bool) -> String {
    var parts = [group.name.id.bounded(to: 200).markdownCode]
    if withService { parts.insert(group.name.service.bounded(to: 60).markdownCode, at: 0) }
    if let line = group.line {
      parts.append(line.request.bounded(to: 200).markdownCode)
      if line.standing != .documented { parts.append(line.standing.rawValue) }
    }
    return "#### " + parts.joined(separator: " · ")
  }

  private func row(_ finding: Drift) -> String {
    let count = finding.count > 1 ? " × \(finding.count)" : ""
    return [
      finding.severity.markdownSign, finding.rule.id.markdownCode + count,
      cell(finding.pointer?.description, to: 160),
      cell(finding.expected), cell(finding.actual),
    ].row
  }

  /// Returns a value as code, or a dash if there is none.
  private func cell(_ value: String?, to limit: Int = 120) -> String {
    value.map { $0.bounded(to: limit).markdownCode } ?? "–"
  }

  /// Returns a list item with the message of a finding, and with details that identify the location and the exchange.
  private func details(_ finding: Drift, _ cause: SharedCause?) -> String {
    var parts = [finding.rule.id.markdownCode, finding.message.bounded(to: 600).markdownProse]
    if let pointer = finding.pointer { parts.insert(pointer.description.bounded(to: 300).markdownCode, at: 1) }
    let isShared = cause?.isOfSeveralEndpoints ?? false
    var notes = [
      isShared ? cause?.phrase.bounded(to: 600).markdownProse ?? "" : finding.endpoint.bounded(to: 200).markdownCode
    ]
    if let cause, cause.isTold, !isShared { notes.append(cause.phrase.bounded(to: 600).markdownProse) }
    if let status = finding.status, cause == nil { notes.append("status \(status)") }
    if let call = finding.call { notes.append("call " + call.bounded(to: 200).markdownCode) }
    if let error = finding.clientError { notes.append("client threw " + error.bounded(to: 300).markdownCode) }
    if let recording = finding.recording { notes.append("recording " + recording.bounded(to: 200).markdownCode) }
    if let place = finding.recorded { notes.append(place.description.bounded(to: 300).markdownCode) }
    if let place = finding.contract { notes.append(place.description.bounded(to: 300).markdownCode) }
    notes.append(
      cause.map { "cause " + $0.cause.markdownCode } ?? "fingerprint " + finding.fingerprint.markdownCode)
    return "- " + parts.joined(separator: " ") + "<br>" + notes.joined(separator: " · ")
  }
}

extension Severity {
  fileprivate var markdownSign: String {
    switch self {
    case .breaking: "🔴 breaking"
    case .warning: "🟠 warning"
    case .notice: "🔵 notice"
    }
  }
}

extension [String] {
  /// The lines of a message in a comment, limited in number and length.
  fileprivate var bounded: [String] {
    prefix(60).map { $0.bounded(to: 300) } + (count > 60 ? ["… \(count - 60) more lines"] : [])
  }
}
