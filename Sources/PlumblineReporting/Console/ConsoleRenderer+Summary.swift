extension ConsoleRenderer {
  /// The last line: what was looked at, and what came of it.
  func addSummary(of digest: ReportDigest, to text: inout ConsoleText) {
    let isGood = digest.report.exit == 0
    let sign = digest.isClean ? "✓" : isGood ? "!" : "✗"
    let tone: Tone = digest.isClean ? .good : isGood ? .caution : .bad
    var parts = digest.facts.map { ConsoleText.Piece(whole: $0) }
    if digest.report.isEmptyHanded { parts.append(.init(whole: "nothing was inspected", .bad)) }
    // Where a wrong file kept everything from being looked at, nobody can say that there is no drift.
    if digest.hasLooked { parts.append(drift(digest)) }
    if !digest.waived.isEmpty { parts.append(.init(whole: "\(digest.waived.count) waived")) }
    if digest.summary.problems > 0 {
      parts.append(.init(whole: .count(digest.summary.problems, "problem"), isGood ? .caution : .bad))
    }

    var line: [ConsoleText.Piece] = [.init(sign, tone), " "]
    for (index, part) in parts.enumerated() {
      if index > 0 { line.append(.init(" · ", .dim)) }
      line.append(part)
    }
    text.blank()
    text.line(line, hanging: 2)
  }

  private func drift(_ digest: ReportDigest) -> ConsoleText.Piece {
    guard let phrase = digest.driftPhrase, let worst = digest.open.map(\.severity).max() else {
      return .init(whole: "no drift", .good)
    }
    return .init(whole: phrase, worst.tone)
  }
}
