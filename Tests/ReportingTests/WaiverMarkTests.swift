import PlumblineDriftDetection
import PlumblineReporting
import Testing

/// Expired waivers, which concern a file. The endpoint that such a waiver names hasn't drifted.
struct WaiverMarkTests {
  private func render(_ format: ReportFormat, _ rule: Rule) -> String {
    var report = Sample.good
    report.drift = [
      Drift(
        rule: rule, service: "truelog", endpoint: "tickets.update", expected: "a future date, or no waiver",
        actual: "2026-11-20", message: "The waiver held up to 2026-11-20.")
    ]
    report.exit = report.exitStatus(gate: .warning)
    return format.render(report, ReportOptions(version: "0.1.0"))
  }

  @Test func `the console's table shows no drift for it`() throws {
    let lines: (Rule) -> [Substring] = { rule in
      render(.console, rule).split(separator: "\n").filter { $0.contains("tickets.update") && $0.contains("calls") }
    }
    #expect(lines(.waiver.expired).map { $0.hasPrefix("✓") } == [true])
    #expect(lines(.endpoint.moved).map { $0.hasPrefix("✗") } == [true])
  }

  @Test func `the picture of the page shows no drift for it`() {
    #expect(!render(.html, .waiver.expired).contains("drifted against the mock"))
    #expect(render(.html, .endpoint.moved).contains("drifted against the mock"))
  }
}
