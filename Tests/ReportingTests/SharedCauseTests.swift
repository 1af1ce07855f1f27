import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import Testing

/// Findings with the same cause. Every human-readable format shows them once, but programs still get each finding.
struct SharedCauseTests {
  private static let names = ["a.list", "a.get", "b.list", "b.get", "c.list", "c.get"]

  private static var report: Report {
    var report = Report(
      command: "verify", target: "mock",
      endpoints: names.map { .init(service: "shop", id: $0, request: "GET /\($0)", standing: .documented) },
      calls: [], exchanges: 9, services: [.init(name: "shop", title: "Shop")])
    report.drift = names.map { name in
      Drift(
        rule: Rule.response.envelope.errorCodeUndocumented, service: "shop", endpoint: name, status: 401,
        pointer: "/response/body/error", expected: "WHO", actual: "\"KEY\"", message: "There is no code KEY.",
        detail: "KEY")
    }
    report.drift.append(
      Drift(
        rule: Rule.response.field.missing, service: "shop", endpoint: "b.get", status: 200,
        pointer: "/response/body/data/id", message: "The field is missing."))
    report.exit = 1
    return report
  }

  private func render(_ format: ReportFormat, _ report: Report = report) -> String {
    format.render(report, ReportOptions(version: "0.1.0"))
  }

  @Test(arguments: [ReportFormat.console, .markdown, .github, .html])
  func `people read of it once, with where it is`(format: ReportFormat) {
    let text = render(format)
    #expect(text.ranges(of: "There is no code KEY.").count == 1, "\(text)")
    let unwrapped = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("\\", with: "")
    #expect(unwrapped.contains("on 6 endpoints: a.list, a.get, b.list, b.get and 2 more"), "\(text)")
    #expect(text.contains(Self.report.drift[0].cause))
    #expect(!text.contains(Self.report.drift[0].fingerprint))
    #expect(text.contains(Self.report.drift[6].fingerprint))
  }

  @Test func `the numbers say both`() {
    let line = render(.console).split(separator: "\n").suffix(2).joined(separator: " ")
    #expect(line.contains("2 causes in 7 findings: 1 breaking, 6 warnings in 6"), "\(line)")
    #expect(render(.markdown).hasPrefix("## ❌ 2 causes in 7 findings: 1 breaking, 6 warnings in 6 endpoints"))
    var alone = Self.report
    alone.drift = [alone.drift[6]]
    #expect(render(.markdown, alone).hasPrefix("## ❌ 1 breaking in 1 endpoint"))
  }

  @Test func `programs get each finding, with its cause`() throws {
    let json = try JSON.parse(Array(render(.json).utf8))
    #expect(json["drift"]?.count == 7)
    #expect(Set(json["drift"]?.elements.compactMap { $0["cause"]?.string } ?? []).count == 2)
    #expect(json["summary"]?["causes"]?.int == 2)
    #expect(json["summary"]?["warning"]?.int == 6)
    let sarif = try JSON.parse(Array(render(.sarif).utf8))
    let results = sarif["runs"]?[0]?["results"]
    #expect(results?.count == 7)
    #expect(results?[0]?["properties"]?["cause"]?.string != nil)
  }

  @Test func `a finding waived at one endpoint is still reported at the others`() {
    var report = Self.report
    report.drift[0].waived = Waived(reason: "Known.")
    let text = render(.console, report)
    #expect(text.contains("on 5 endpoints: a.get, b.list"), "\(text)")
  }

  @Test(arguments: [ReportFormat.console, .markdown, .github, .html])
  func `fields that a client reads in one way are one cause, with their names`(format: ReportFormat) {
    var report = Self.report
    report.drift = ["made_at", "paid_at"].map { name in
      var drift = Drift(
        rule: Rule.client.stricterThanContract, service: "shop", endpoint: "a.get", status: 200,
        pointer: JSONPointer(tokens: ["response", "body", "0", name]), message: "It can't read \(name).")
      drift.promise = "can't read dates with a fraction of a second"
      return drift
    }
    let text = render(format, report)
    let unwrapped = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("\\", with: "")
      .replacing("&#39;", with: "'").replacing("&#x27;", with: "'")
    #expect(unwrapped.contains("read dates with a fraction of a second, 2 fields: /*/made_at"), "\(text)")
    #expect(unwrapped.contains("It can") && !unwrapped.contains("read paid_at."), "\(text)")
    #expect(text.contains(report.drift[0].cause))
  }
}
