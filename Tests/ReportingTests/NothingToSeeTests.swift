import PlumblineJSONTree
import PlumblineReporting
import Testing

/// Exchanges that can't show any documented part. No format may claim that everything was seen.
struct NothingToSeeTests {
  private func render(_ format: ReportFormat) -> String {
    var report = Sample.good
    report.coverage = [
      Report.CoverageLine(
        endpoint: Sample.edit, recordings: 2, calls: 2, mock: .passed, server: .never, seen: 0, documented: 0)
    ]
    return format.render(report, ReportOptions(version: "0.1.0"))
  }

  @Test(arguments: ReportFormat.allCases)
  func `there is no percentage of nothing`(format: ReportFormat) {
    #expect(!render(format).contains("100 %"), "\(render(format))")
  }

  @Test(arguments: [ReportFormat.github, .junit, .sarif])
  func `a form of sentences says that there is nothing to see`(format: ReportFormat) {
    #expect(render(format).contains("no documented parts"), "\(render(format))")
  }

  @Test func `JSON keeps the numbers`() throws {
    let line = try JSON.parse(render(.json))["coverage"]?[0]
    #expect(line?["seen"]?.int == 0)
    #expect(line?["documented"]?.int == 0)
  }
}
