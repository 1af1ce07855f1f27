extension ConsoleRenderer {
  /// What the changes do to the clients: calls that break with the reason, then those that go on, by what they make of it.
  func addImpacts(of report: Report, to text: inout ConsoleText) {
    guard let impacts = report.impacts, !impacts.isEmpty else { return }
    text.blank()
    text.line(.init("Clients", .strong))
    text.blank()
    let services = report.serviceNames.count
    for impact in impacts.filter(\.effect.breaks) + impacts.filter({ !$0.effect.breaks }) {
      let service = services > 1 ? "\(impact.service) · " : ""
      let mark: ConsoleText.Piece = impact.effect.breaks ? .init("✗", .bad) : .init("✓", .good)
      text.line(
        [mark, " ", .init(service, .dim), .init("\(impact.endpoint): \(impact.call)")], indent: 2, hanging: 4)
      text.line(.init(impact.phrase.clippedProse, impact.effect.breaks ? .caution : .dim), indent: 4, hanging: 6)
      if !impact.message.isEmpty { text.line(.init(impact.message.clippedProse, .dim), indent: 6, hanging: 6) }
    }
  }
}
