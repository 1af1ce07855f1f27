extension ConsoleRenderer {
  /// Adds the effects of the changes on clients, grouped by how calls handle the change. Calls that break come first,
  /// with the reason. They are followed by calls that weren't checked, and by calls that still work.
  func addImpacts(of report: Report, to text: inout ConsoleText) {
    let groups = report.impactGroups
    if groups.isEmpty { return }
    text.blank()
    text.line(.init("Clients", .strong))
    let services = report.serviceNames.count
    for group in groups {
      let line = group.line
      text.blank()
      let service = services > 1 ? "\(line.service) · " : ""
      let mark: ConsoleText.Piece =
        line.effect.breaks
        ? .init("✗", .bad) : line.effect == .notAsked ? .init("?", .caution) : .init("✓", .good)
      text.line(
        [
          mark, " ", .init(service, .dim), .init(line.endpoint, .strong), " ",
          .init(line.phrase.clippedProse, line.effect.breaks ? .caution : .dim),
        ], indent: 2, hanging: 4)
      if !line.message.isEmpty { text.line(.init(line.message.clippedProse), indent: 4, hanging: 4) }
      text.line(
        .init("\(String.count(group.calls.count, "call")): \(group.callsPhrase)".clippedProse, .dim), indent: 4,
        hanging: 6)
    }
  }
}
