extension ConsoleRenderer {
  /// Adds the recordings that a change makes stale, grouped by their first reason.
  func addStaleRecordings(of report: Report, to text: inout ConsoleText) {
    if report.staleRecordings.isEmpty { return }
    text.blank()
    text.line(.init(report.staleTitle, .strong))
    text.blank()
    let services = report.serviceNames.count
    for group in report.staleGroups {
      let service = services > 1 ? "\(group.first.service) · " : ""
      text.line(
        .init(service, .dim), .init(group.first.rule, .strong), "  ", .init(group.first.reason.clippedProse), indent: 2,
        hanging: 4)
      text.line(.init(group.list.bounded(to: 2000), .place), indent: 4)
    }
  }
}
