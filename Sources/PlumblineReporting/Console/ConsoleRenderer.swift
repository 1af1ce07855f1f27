import PlumblineContractModel
import PlumblineDriftDetection

/// A human-readable report: a line for each endpoint, the findings and their locations, and the totals.
package struct ConsoleRenderer: Renderer {
  package let style: ConsoleStyle

  package init(_ options: ReportOptions) { style = options.console }

  package func render(_ report: Report) -> String {
    var text = ConsoleText(style)
    let digest = ReportDigest(report)
    addFailed("Left behind", report.leftBehind, of: report, to: &text)
    if style.detail != .quiet {
      addEndpoints(of: report, digest.open, to: &text)
      addCoverage(of: report, to: &text)
    }
    addVerdicts(of: report, to: &text)
    addOutages(of: report, to: &text)
    addDrift(digest, to: &text)
    if style.detail == .verbose { addWaived(digest, to: &text) }
    addFailed("Failed calls", report.failedCalls, of: report, to: &text)
    if style.detail != .quiet {
      addReasons("Left behind (allowed)", of: report.allowedBehind, to: &text)
      addReasons("Skipped calls", of: report.skippedCalls, to: &text)
      addReasons("Undecided calls", of: report.calls.filter(\.isUndecided), to: &text)
      addSentences(report.leftOutVariantSentences, under: "Mutations left out", to: &text)
      addSentences(report.usedValueSentences, under: "Values used", to: &text)
      addEvidence(of: report, to: &text)
    }
    addImpacts(of: report, to: &text)
    addStaleRecordings(of: report, to: &text)
    addProblems(report.problems, to: &text)
    addSummary(of: digest, to: &text)
    return text.text
  }

  /// Adds a heading such as "TrueLog Inventory API · mock", followed by the endpoints, with an empty line between
  /// resources.
  private func addEndpoints(of report: Report, _ findings: [Drift], to text: inout ConsoleText) {
    let table = EndpointTable(report, findings: findings, width: style.usableWidth)
    let rows = Dictionary(grouping: table.rows, by: \.service)
    let calls = Dictionary(grouping: report.calls, by: \.endpointName)
    // A comparison's last line names the affected services, so the others need no line.
    let services = report.isComparison ? [] : report.serviceNames.filter { !report.coverageServices.contains($0) }
    if report.serviceNames.isEmpty || report.isComparison {
      addHeading(report.command, target: report.target, to: &text)
    }
    // If there are no calls, as in a linter's report, there is nothing to report for each endpoint.
    if report.calls.isEmpty, !services.isEmpty {
      return addHeading(Spelling.list(services.map(report.title)), target: report.target, to: &text)
    }
    for service in services {
      addHeading(report.title(of: service), target: report.target, to: &text)
      var resource: Substring?
      for row in rows[service] ?? [] {
        if row.resource != resource { text.blank() }
        resource = row.resource
        text.line(table.pieces(of: row), hanging: 4)
        if style.detail == .verbose {
          for call in calls[Report.EndpointName(service: service, id: row.id)] ?? [] {
            addCall(call, isNoted: report.isOnlyNoted(call), to: &text)
          }
        }
      }
    }
  }

  private func addHeading(_ title: String, target: String, to text: inout ConsoleText) {
    text.blank()
    text.line([.init(title, .strong), .init(" · ", .dim), .init(target)], hanging: 2)
  }

  /// Adds a line of a verbose report: a call's mark, name, and duration.
  private func addCall(_ call: Report.CallLine, isNoted: Bool, to text: inout ConsoleText) {
    let time = call.milliseconds.isFinite && call.milliseconds >= 0 ? min(call.milliseconds, 1e12).rounded() : 0
    text.line(
      [
        isNoted ? .init("!", Severity.notice.tone) : .init(call.outcome.mark, call.outcome.tone), " ", .init(call.name),
        .init(call.outcome == .skipped ? "" : "  \(Int(time)) ms", .dim),
      ], indent: 4, hanging: 6)
  }

  /// Adds the findings that aren't waived, one per cause, grouped by endpoint.
  private func addDrift(_ digest: ReportDigest, to text: inout ConsoleText) {
    if digest.open.isEmpty { return }
    text.blank()
    text.line(.init(digest.report.findingsTitle, .strong))
    let services = digest.report.serviceNames.count
    for group in digest.groups(digest.told) {
      text.blank()
      let service = services > 1 ? "\(group.name.service) · " : ""
      var pieces: [ConsoleText.Piece] = [.init(service, .dim), .init(group.name.id, .strong)]
      if let line = group.line {
        pieces.append(.init("  " + line.request, .dim))
        if line.standing != .documented { pieces.append(.init("  " + line.standing.rawValue, .dim)) }
      }
      text.line(pieces, hanging: 4)
      for finding in group.findings {
        text.blank()
        addFinding(finding, digest.cause(of: finding), to: &text)
      }
    }
  }

  /// Adds the calls that failed, each with its reason.
  private func addFailed(
    _ title: String, _ failed: [Report.CallLine], of report: Report, to text: inout ConsoleText
  ) {
    if failed.isEmpty { return }
    text.blank()
    text.line(.init(title, .strong))
    text.blank()
    let services = report.serviceNames.count
    for call in failed {
      let service = services > 1 ? "\(call.service) · " : ""
      text.line([.init("✗", .bad), " ", .init(service, .dim), .init(call.label)], indent: 2, hanging: 4)
      text.line(.init(call.reasonOrNone.clippedProse), indent: 4)
    }
  }

  /// Adds the calls that weren't run or are inconclusive, as a count for each reason. If there is only one call, it is
  /// named.
  private func addReasons(_ title: String, of skipped: [Report.CallLine], to text: inout ConsoleText) {
    if skipped.isEmpty { return }
    var reasons: [String] = []
    var calls: [String: [Report.CallLine]] = [:]
    for call in skipped {
      let reason = call.reasonOrNone
      if calls[reason] == nil { reasons.append(reason) }
      calls[reason, default: []].append(call)
    }
    text.blank()
    text.line(.init(title, .strong))
    text.blank()
    let width = calls.values.map { String($0.count).count }.max() ?? 0
    for reason in reasons {
      let own = calls[reason] ?? []
      let count = String(own.count)
      let space = String(repeating: " ", count: width - count.count)
      var pieces: [ConsoleText.Piece] = [.init("–", .dim), " ", .init(space + count), "  ", .init(reason.clippedProse)]
      if own.count == 1 { pieces.append(.init(" (\(own[0].label))", .dim)) }
      text.line(pieces, indent: 2, hanging: 6 + width)
    }
  }

  /// Adds a section of sentences, one per line, or nothing if there are none.
  private func addSentences(_ sentences: [String], under title: String, to text: inout ConsoleText) {
    if sentences.isEmpty { return }
    text.blank()
    text.line(.init(title, .strong))
    text.blank()
    for sentence in sentences {
      text.line([.init("–", .dim), " ", .init(sentence.clippedProse)], indent: 2, hanging: 4)
    }
  }

  /// Adds a line for each problem in the format of compilers, `file:line:column: sentence`.
  package func addProblems(_ problems: [Problem], to text: inout ConsoleText) {
    if problems.isEmpty { return }
    text.blank()
    for problem in problems.sorted() { addProblem(problem, to: &text) }
  }

  private func addProblem(_ problem: Problem, to text: inout ConsoleText) {
    let place = ConsoleText.Piece("\(problem.location):", .place)
    let lines = problem.message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var sentence: [ConsoleText.Piece] = [.init(lines.first ?? "")]
    if problem.level == .warning { sentence.insert(.init("warning: ", .caution), at: 0) }
    if place.text.displayWidth < style.usableWidth {
      text.line([place, " "] + sentence, hanging: 2)
    } else {
      text.unbroken(place)
      text.line(sentence, indent: 2)
    }
    // Don't break the lines of an excerpt, because a caret points to a column.
    for line in lines.dropFirst() { text.unbroken(.init(line, .dim), indent: 2) }
  }
}

extension Report {
  /// Returns a Boolean value that indicates whether the drift of a call consists of notices only.
  fileprivate func isOnlyNoted(_ call: CallLine) -> Bool {
    call.outcome == .drifted && drift(of: call).map(\.severity).max() == .notice
  }
}

extension Report.CallLine.Outcome {
  /// The mark at the beginning of a call's line.
  var mark: String {
    switch self {
    case .passed: "✓"
    case .drifted, .failed: "✗"
    case .skipped: "–"
    }
  }

  var tone: Tone {
    switch self {
    case .passed: .good
    case .drifted: .caution
    case .failed: .bad
    case .skipped: .dim
    }
  }
}
