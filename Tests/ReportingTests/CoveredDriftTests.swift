import Testing

@testable import PlumblineReporting

/// The conclusion of a coverage report whose rows show drift.
struct CoveredDriftTests {
  private static func report(_ rows: [Report.CoverageLine.Verified]) -> Report {
    var report = Report(command: "coverage", target: "files", services: [.init(name: "notes", title: "Notes")])
    report.coverage = rows.enumerated().map { index, mock in
      Report.CoverageLine(
        endpoint: Report.EndpointLine(
          service: "notes", id: "notes.\(index)", request: "GET /\(index)", standing: .documented),
        recordings: 1, calls: 1, mock: mock, server: .never, seen: 0, documented: 1)
    }
    return report
  }

  @Test(arguments: [ReportFormat.console, .markdown, .html, .github])
  func `rows of drift end in no "no drift"`(format: ReportFormat) {
    let report = Self.report([.passed, .drifted, .drifted, .failed])
    let text = format.render(report, ReportOptions(version: "1", console: ConsoleStyle(colour: false, width: 80)))
    #expect(!text.lowercased().contains("no drift"), "\(text)")
    if format != .github { #expect(text.lowercased().contains("drift in 2 endpoints, failed calls in 1 endpoint")) }
  }

  @Test(arguments: ReportFormat.allCases)
  func `where nothing was verified, nothing says that there is no drift`(format: ReportFormat) {
    let report = Self.report([.never, .never])
    let text = format.render(report, ReportOptions(version: "1", console: ConsoleStyle(colour: false, width: 80)))
    #expect(!text.lowercased().contains("no drift"), "\(text)")
    if format == .console { #expect(text.hasSuffix("\n! nothing was verified\n"), "\(text)") }
  }

  @Test func `the terminal's last line has no tick`() {
    let style = ConsoleStyle(colour: false, width: 80)
    let text = ReportFormat.console.render(Self.report([.drifted]), ReportOptions(version: "1", console: style))
    #expect(text.hasSuffix("\n! drift in 1 endpoint\n"), "\(text)")
    let clean = ReportFormat.console.render(Self.report([.passed]), ReportOptions(version: "1", console: style))
    #expect(clean.hasSuffix("\n✓ no drift\n"), "\(clean)")
  }
}
