import PlumblineDriftDetection

extension ConsoleRenderer {
  /// Adds a finding: its kind and location, the message, the expected and the actual value, the location in the
  /// contract, and dimmed notes.
  func addFinding(_ finding: Drift, _ cause: SharedCause?, to text: inout ConsoleText) {
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
      let name = finding.sideNames.expected.padded(to: 10)
      text.line(.init(name, .dim), .init(expected.clippedValue, .good), indent: 6, hanging: 16)
    }
    if let actual = finding.actual {
      let name = finding.sideNames.actual.padded(to: 10)
      text.line(.init(name, .dim), .init(actual.clippedValue, .bad), indent: 6, hanging: 16)
    }
    if let error = finding.clientError {
      text.line(.init("client    ", .dim), .init("threw: " + error.clippedValue), indent: 6, hanging: 16)
    }
    if let witness = finding.witnessText {
      text.line(.init("shown by  ", .dim), .init(witness.bounded(to: 400)), indent: 6, hanging: 16)
    }
    if let undecided = finding.undecided {
      text.line(.init("undecided ", .dim), .init(undecided.clippedProse, .caution), indent: 6, hanging: 16)
    }
    if let cause, cause.isTold { text.line(.init(cause.phrase.clippedProse), indent: 4) }
    for (name, place) in finding.places {
      let word = finding.rule.isOfChanges ? "\(name) " : ""
      text.unbroken(.init(word, .dim), .init(place.description, .place), indent: 4)
    }
    text.line(.init(footnotes(of: finding, cause).joined(separator: " · "), .dim), indent: 4)
  }

  /// Returns the notes below a finding, which identify its exchange and give the fingerprint for a waiver.
  private func footnotes(of finding: Drift, _ cause: SharedCause?) -> [String] {
    var notes: [String] = []
    if let status = finding.status, cause == nil { notes.append("status \(status)") }
    if let call = finding.call {
      let own = "\(finding.endpoint): "
      notes.append("call \"\(call.hasPrefix(own) ? String(call.dropFirst(own.count)) : call)\"")
    }
    if let recording = finding.recording { notes.append("recording \(recording)") }
    if finding.count > 1 { notes.append(.count(finding.count, "time")) }
    return notes.map(\.clippedProse) + [cause.map { "cause \($0.cause)" } ?? finding.fingerprint]
  }
}

extension String {
  /// The text of a sentence or name, truncated if it would fill the screen.
  var clippedProse: String { bounded(to: 600) }

  /// The text of a value, truncated if it would fill the screen. The JSON report contains it in full.
  var clippedValue: String { bounded(to: 240) }
}

extension ConsoleRenderer {
  /// Adds a line for each waived finding, followed by the reason.
  func addWaived(_ digest: ReportDigest, to text: inout ConsoleText) {
    if digest.waived.isEmpty { return }
    text.blank()
    text.line(.init("Waived", .strong))
    text.blank()
    let services = digest.report.serviceNames.count
    for finding in digest.waived {
      let service = services > 1 ? "\(finding.service) · " : ""
      let place = finding.pointer.map { "  " + $0.description.clippedProse } ?? ""
      text.line(
        .init("– ", .dim), .init(finding.fingerprint, .dim), "  ", .init(service + finding.endpoint), "  ",
        .init(finding.rule.id), .init(place, .place), indent: 2, hanging: 4)
      text.line(.init(finding.waived?.phrase.clippedProse ?? ""), indent: 4)
    }
  }
}

extension Waived {
  /// The reason and its expiration, such as "The backend renames it in May. (until 2027-05-31)".
  var phrase: String { reason + (until.map { " (until \($0))" } ?? "") }
}
