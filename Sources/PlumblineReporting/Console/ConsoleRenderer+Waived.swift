import PlumblineDriftDetection

extension ConsoleRenderer {
  /// A line for each finding that a waiver excuses, and the reason below.
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
  /// The reason, and how long it holds: "The backend renames it in May. (until 2027-05-31)".
  var phrase: String { reason + (until.map { " (until \($0))" } ?? "") }
}
