extension ConsoleRenderer {
  /// The recordings that a change makes stale, each with the first reason.
  func addStaleRecordings(of report: Report, to text: inout ConsoleText) {
    if report.staleRecordings.isEmpty { return }
    text.blank()
    text.line(.init(report.staleTitle, .strong))
    text.blank()
    for recording in report.staleRecordings {
      text.unbroken(.init(recording.location.description, .place), indent: 2)
      text.line(
        .init(recording.rule), "  ", .init(recording.reason.clippedProse, .dim), indent: 4, hanging: 6)
    }
  }
}
