extension ConsoleRenderer {
  /// Adds one line per endpoint. If an endpoint needs attention or is redirected, the line is followed by the reason,
  /// and by the requests and their responses.
  func addVerdicts(of report: Report, to text: inout ConsoleText) {
    let shown = report.verdicts.filter { style.detail != .quiet || $0.kind.isBad }
    if shown.isEmpty { return }
    text.blank()
    let kinds = shown.map { $0.kind.rawValue.count }.max() ?? 0
    let ids = min(shown.map(\.endpoint.displayWidth).max() ?? 0, style.usableWidth * 2 / 5)
    for verdict in shown {
      var pieces: [ConsoleText.Piece] = [
        .init(verdict.kind.mark, verdict.kind.tone), " ",
        .init(verdict.kind.rawValue.padded(to: kinds), verdict.kind.tone),
        "  ", .init(verdict.endpoint.printable.cutInMiddle(to: ids).padded(to: ids), .strong), "  ",
        .init(verdict.request, .dim),
      ]
      if verdict.standing != .documented { pieces += ["  ", .init(verdict.standing.rawValue, .note)] }
      text.line(pieces, hanging: kinds + 4)
      let isPlain = verdict.kind == .exists && verdict.confidence > .low && verdict.place == nil
      if isPlain, style.detail != .verbose { continue }
      text.line(
        .init(verdict.sentence.clippedProse), "  ", .init("\(verdict.confidence.rawValue) confidence", .dim), indent: 4)
      for line in shownEvidence(of: verdict) {
        let role = line.role == .endpoint ? "" : "  (\(line.role.rawValue))"
        text.line(
          .init(line.request.clippedValue), .init("  →  ", .dim), .init(line.answer.clippedValue), .init(role, .dim),
          indent: 6, hanging: 8)
      }
    }
    addTally(of: report.verdicts, to: &text)
  }

  /// Returns the requests and responses to show. A short report omits the second of two consecutive controls with the
  /// same result.
  private func shownEvidence(of verdict: Report.Verdict) -> [Report.Verdict.Evidence] {
    if style.detail == .verbose { return verdict.evidence }
    var shown: [Report.Verdict.Evidence] = []
    for line in verdict.evidence where line.role != .identifier {
      if line.role != .control || shown.last?.role != .control { shown.append(line) }
    }
    return shown
  }

  /// Adds the number of endpoints per verdict.
  private func addTally(of verdicts: [Report.Verdict], to text: inout ConsoleText) {
    let counts = Report.Verdict.Kind.allCases.map { kind in (kind, verdicts.count { $0.kind == kind }) }
    var pieces: [ConsoleText.Piece] = []
    for (kind, count) in counts where count > 0 {
      if !pieces.isEmpty { pieces.append(.init(" · ", .dim)) }
      pieces.append(.init(whole: "\(count) \(kind.rawValue)", kind.tone))
    }
    text.blank()
    text.line(pieces, hanging: 2)
  }
}

extension Report.Verdict.Kind {
  /// A Boolean value that indicates whether the endpoint needs attention.
  var isBad: Bool { self == .missing || self == .methodMissing || self == .moved }

  var mark: String {
    switch self {
    case .exists: "✓"
    case .missing, .methodMissing, .moved, .unreachable: "✗"
    case .blocked, .inconclusive: "?"
    }
  }

  var tone: Tone {
    switch self {
    case .exists: .good
    case .missing, .methodMissing, .unreachable: .bad
    case .moved, .blocked, .inconclusive: .caution
    }
  }
}
