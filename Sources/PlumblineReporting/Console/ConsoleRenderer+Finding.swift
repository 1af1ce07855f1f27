import PlumblineDriftDetection

extension ConsoleRenderer {
  /// One finding: what it is and where, the sentence, expected above actual, the contract's place, and the rest dim.
  func addFinding(_ finding: Drift, to text: inout ConsoleText) {
    let severity = ConsoleText.Piece(finding.severity.rawValue.padded(to: 8), finding.severity.tone)
    let rule = ConsoleText.Piece(finding.rule.id, .strong)
    let pointer = finding.pointer.map { ConsoleText.Piece($0.description.clippedProse, .place) }
    let width = 14 + rule.text.displayWidth + (pointer?.text.displayWidth ?? 0)
    if let pointer, width <= style.usableWidth {
      text.line(severity, "  ", rule, "  ", pointer, indent: 2, hanging: 12)
    } else {
      text.line(severity, "  ", rule, indent: 2, hanging: 12)
      if let pointer { text.line(pointer, indent: 12) }
    }
    text.line(.init(finding.message.clippedProse), indent: 4)
    if let expected = finding.expected {
      text.line(.init("expected  ", .dim), .init(expected.clippedValue, .good), indent: 6, hanging: 16)
    }
    if let actual = finding.actual {
      text.line(.init("actual    ", .dim), .init(actual.clippedValue, .bad), indent: 6, hanging: 16)
    }
    if let place = finding.contract {
      text.unbroken(.init(place.description, .place), indent: 4)
    }
    text.line(.init(footnotes(of: finding).joined(separator: " · "), .dim), indent: 4)
  }

  /// What finds the exchange again, and the fingerprint for a waiver.
  private func footnotes(of finding: Drift) -> [String] {
    var notes: [String] = []
    if let status = finding.status { notes.append("status \(status)") }
    if let call = finding.call {
      let own = "\(finding.endpoint): "
      notes.append("call \"\(call.hasPrefix(own) ? String(call.dropFirst(own.count)) : call)\"")
    }
    if let recording = finding.recording { notes.append("recording \(recording)") }
    if finding.count > 1 { notes.append(.count(finding.count, "time")) }
    return notes.map(\.clippedProse) + [finding.fingerprint]
  }
}

extension String {
  /// A sentence or a name, cut where it would fill the screen.
  var clippedProse: String { bounded(to: 600) }

  /// A value, cut where it would fill the screen: the JSON report has all of it.
  var clippedValue: String { bounded(to: 240) }
}
