extension ConsoleRenderer {
  /// What said nothing of the contract, and where: nobody should take silence about it for a good sign.
  func addOutages(of report: Report, to text: inout ConsoleText) {
    if report.outages.isEmpty { return }
    text.blank()
    text.line(.init("Outages", .strong), .init(" · no drift: nothing of them was judged", .dim))
    text.blank()
    let services = report.serviceNames.count
    for outage in report.outages {
      let service = services > 1 ? "\(outage.service) · " : ""
      let times = outage.count > 1 ? "  × \(outage.count)" : ""
      text.line(
        [
          .init("!", .caution), " ", .init(service, .dim), .init(outage.endpoint.clippedProse, .strong),
          .init(times, .dim),
        ],
        indent: 2, hanging: 4)
      text.line(.init(outage.cause.clippedProse), indent: 4)
      text.line(.init(outage.placesText, .place), indent: 4)
    }
  }
}
