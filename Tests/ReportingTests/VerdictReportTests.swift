import PlumblineContractModel
import PlumblineJSONTree
import PlumblineReporting
import Testing

struct VerdictReportTests {
  private func verdict(
    _ endpoint: String, _ kind: Report.Verdict.Kind, _ confidence: Report.Verdict.Confidence = .high,
    place: String? = nil
  ) -> Report.Verdict {
    Report.Verdict(
      service: "notes", endpoint: endpoint, request: "PUT /notes/{id}", standing: .unconfirmed, kind: kind,
      confidence: confidence, sentence: "It answers 404.",
      evidence: [
        Report.Verdict.Evidence(role: .endpoint, request: "PUT /notes/1", answer: "404 Not Found\u{1B}[31m"),
        Report.Verdict.Evidence(role: .control, request: "PUT /zq/1", answer: "404 Not Found"),
      ], place: place)
  }

  private func report(_ verdicts: [Report.Verdict]) -> Report {
    var report = Report(command: "probe", target: "http://127.0.0.1:1")
    report.services = [Report.ServiceLine(name: "notes", title: "Notes")]
    report.verdicts = verdicts
    return report
  }

  private let options = ReportOptions(version: "0")

  @Test func `JSON has every verdict whole`() throws {
    let text = ReportFormat.json.render(
      report([verdict("notes.edit", .moved, .medium, place: "PUT /v1/{id}")]), options)
    let line = try #require(try JSON.parse(text)["verdicts"]?[0])
    #expect(line["service"]?.string == "notes")
    #expect(line["endpoint"]?.string == "notes.edit")
    #expect(line["request"]?.string == "PUT /notes/{id}")
    #expect(line["standing"]?.string == "unconfirmed")
    #expect(line["verdict"]?.string == "moved")
    #expect(line["confidence"]?.string == "medium")
    #expect(line["reason"]?.string == "It answers 404.")
    #expect(line["place"]?.string == "PUT /v1/{id}")
    #expect(line["evidence"]?[1]?["role"]?.string == "control")
    #expect(line["evidence"]?[1]?["request"]?.string == "PUT /zq/1")
  }

  @Test func `the console shows evidence that needs action`() {
    let text = ReportFormat.console.render(
      report([verdict("notes.edit", .missing), verdict("notes.get", .exists)]), options)
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("✗ missing  notes.edit") })
    #expect(lines.contains { $0.hasPrefix("✓ exists   notes.get") })
    #expect(lines.count { $0.contains("PUT /zq/1") } == 1)
    #expect(text.contains("1 exists · 1 missing"))
    #expect(!text.contains("\u{1B}"), "A server's bytes colour nothing.")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [Report.Verdict.Kind.blocked, .inconclusive, .unreachable])
  func `a probe that confirmed no endpoint has no tick and claims no absence of drift`(kind: Report.Verdict.Kind) {
    let none = ReportFormat.console.render(report([verdict("notes.edit", kind), verdict("notes.get", kind)]), options)
    #expect(none.contains("no endpoint was confirmed"), "\(none)")
    #expect(!none.contains("no drift"), "\(none)")
    #expect(!none.contains("✓"), "\(none)")
    let some = ReportFormat.console.render(
      report([verdict("notes.edit", kind), verdict("notes.get", .exists)]), options)
    #expect(some.contains("no drift"), "\(some)")
    #expect(some.split(separator: "\n").last?.hasPrefix("!") == true, "\(some)")
    let all = ReportFormat.console.render(report([verdict("notes.get", .exists)]), options)
    #expect(all.split(separator: "\n").last?.hasPrefix("✓") == true, "\(all)")
  }

  @Test func `Markdown is a table with rows that need action first`() throws {
    let text = ReportFormat.markdown.render(
      report([verdict("notes.get", .exists), verdict("notes.edit", .missing), verdict("notes.add", .blocked)]), options)
    let lines = text.split(separator: "\n").map(String.init)
    let rows = lines.filter { $0.hasPrefix("| ") && $0.contains("PUT /notes/{id}") }
    #expect(rows.count == 3)
    #expect(rows.first?.hasPrefix("| ❌ missing | `notes.edit` |") == true)
    #expect(rows.last?.hasPrefix("| ✅ exists | `notes.get` |") == true)
    #expect(text.contains("1 exists · 1 missing · 1 blocked"))
    #expect(lines.contains { $0.hasPrefix("  - `PUT /zq/1` → `404 Not Found` (control)") })
    #expect(lines.count { $0.contains("PUT /zq/1") } == 2, "What exists needs no proof.")
  }

  @Test func `Markdown keeps its limit whatever is asked`() {
    let many = (0..<2000).map { verdict("notes.edit\($0)", .missing) }
    let text = ReportFormat.markdown.render(report(many), options)
    #expect(text.utf8.count <= 65_536)
    #expect(text.contains("Left out"))
  }

  @Test func `in few words the console shows what is wrong`() {
    let quiet = ReportOptions(version: "0", console: ConsoleStyle(detail: .quiet))
    let text = ReportFormat.console.render(
      report([verdict("notes.edit", .methodMissing), verdict("notes.get", .exists)]), quiet)
    #expect(text.contains("notes.edit"))
    #expect(!text.contains("notes.get"))
  }

  @Test(arguments: ReportFormat.allCases)
  func `every form has every verdict`(format: ReportFormat) {
    let verdicts = Report.Verdict.Kind.allCases.map { verdict("notes.\($0.rawValue)", $0) }
    let text = format.render(report(verdicts), options)
    for one in verdicts {
      #expect(text.contains(one.endpoint), "\(format): \(one.endpoint)")
      #expect(text.contains(one.kind.rawValue), "\(format): \(one.kind)")
    }
  }
}
