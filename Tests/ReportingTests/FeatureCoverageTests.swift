import PlumblineJSONTree
import Testing

@testable import PlumblineReporting

struct FeatureCoverageTests {
  /// A report with two features of three endpoints, and a third feature without endpoints.
  private static var report: Report {
    func line(
      _ id: String, _ mock: Report.CoverageLine.Verified,
      isDocumented: Bool
    ) -> Report.CoverageLine {
      Report.CoverageLine(
        endpoint: Report.EndpointLine(
          service: "notes", id: id, request: "GET /\(id)", standing: isDocumented ? .documented : .assumed),
        recordings: 2, calls: 3, mock: mock, server: .never, seen: 1, documented: 4)
    }
    var report = Report(command: "coverage", target: "files", services: [.init(name: "notes", title: "Notes")])
    report.coverage = [
      line("notes.list", .passed, isDocumented: true),
      line("notes.get", .drifted, isDocumented: false),
      line("notes.random", .passed, isDocumented: true),
    ]
    report.endpoints = report.coverage.map(\.endpoint)
    report.features = [
      .init(service: "notes", id: "1.1", title: "Read", group: "Phase 1", endpoints: ["notes.list", "notes.get"]),
      .init(service: "notes", id: "1.2", title: "List", group: "Phase 1", endpoints: ["notes.list"]),
      .init(service: "notes", id: "2.1", title: "Share|it", group: "Phase 2", endpoints: []),
    ]
    return report
  }

  private func text(_ format: ReportFormat) -> String {
    format.render(Self.report, ReportOptions(version: "1", console: ConsoleStyle(colour: false, width: 80)))
  }

  @Test func `a feature sums up what serves it, and of runs it has the worst`() throws {
    let coverage = try #require(FeatureCoverage(of: Self.report, service: "notes"))
    #expect(coverage.groups.map(\.title) == ["Phase 1", "Phase 2", FeatureCoverage.rest])
    let read = coverage.groups[0].features[0]
    #expect(read.title == "1.1 Read")
    #expect(read.standing == "1 of 2")
    #expect(read.recordings == 4)
    #expect(read.calls == 6)
    #expect(read.mock == .drifted)
    #expect(read.server == .never)
    #expect(read.seen == 2)
    #expect(read.documented == 8)
    #expect(coverage.groups[0].features[1].mock == .passed)
    #expect(coverage.groups[2].features[0].lines.map(\.endpoint.id) == ["notes.random"])
  }

  @Test func `a report that isn't by feature, and a service without any, have none`() {
    var report = Self.report
    #expect(FeatureCoverage(of: report, service: "other") == nil)
    report.features = []
    #expect(FeatureCoverage(of: report, service: "notes") == nil)
  }

  @Test func `no heading of the terminal's is above nothing`() {
    #expect(!text(.console).contains("Notes · files"))
    var report = Self.report
    report.coverage = []
    let failed = ReportFormat.console.render(report, ReportOptions(version: "1"))
    #expect(failed.contains("Notes · files"))
  }

  @Test func `the terminal shows groups, features and what serves them`() {
    #expect(
      text(.console).contains(
        """
        Notes · coverage by feature

        endpoint          contract    records  client  mock     server  evidence

        Phase 1
          1.1 Read        1 of 2            4       6  ✗ drift  –           25 %
            notes.list    documented        2       3  ✓        –           25 %
            notes.get     assumed           2       3  ✗ drift  –           25 %
          1.2 List        1 of 1            2       3  ✓        –           25 %
            notes.list    documented        2       3  ✓        –           25 %

        Phase 2
          2.1 Share|it    no endpoint or link serves it

        Not in any feature
            notes.random  documented        2       3  ✓        –           25 %

        of 3 endpoints    2                 3       3  2        0           25 %
        2 of 3 features served
        """), "\(text(.console))")
  }

  @Test func `Markdown has a row a feature, and hostile titles are text`() {
    let markdown = text(.markdown)
    #expect(markdown.contains("| **1.1 Read** | 1 of 2 | 4 | 6 | ⚠️ drift | – | 25 % |"), "\(markdown)")
    #expect(markdown.contains(#"| **2.1 Share\|it** | no endpoint or link serves it |"#), "\(markdown)")
    #expect(markdown.contains("| `notes.random` | documented |"))
  }

  @Test func `the page has a table a feature, and JSON lists them`() throws {
    let page = text(.html)
    #expect(page.contains("Phase 1 · 1.1 Read"))
    #expect(page.contains("Phase 2 · 2.1 Share|it"))
    let json = try JSON.parse(text(.json))
    #expect(json["features"]?.count == 3)
    #expect(
      json["features"]?[0] == [
        "service": "notes", "group": "Phase 1", "feature": "1.1", "title": "Read",
        "endpoints": ["notes.list", "notes.get"],
      ])
  }
}
