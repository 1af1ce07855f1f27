import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import TestSupport
import Testing

struct JUnitRendererTests {
  private func parse(_ report: Report, gate: Gate = .warning) throws -> XMLElementTree {
    let text = ReportFormat.junit.render(report, ReportOptions(version: "0.1.0", gate: gate, began: 1_795_000_000))
    return try #require(XMLElementTree.parse(text))
  }

  @Test func `a service is a suite and a call is a test case`() throws {
    let root = try parse(Sample.bad)
    #expect(root.name == "testsuites")
    #expect(root.children.map { $0.attributes["name"] } == ["truelog", "problems"])
    let suite = root.children[0]
    #expect(suite.attributes["tests"] == "4")
    #expect(suite.attributes["failures"] == "2")
    #expect(suite.attributes["errors"] == "0")
    #expect(suite.attributes["skipped"] == "1")
    #expect(suite.attributes["time"] == "0.008")
    #expect(suite.attributes["timestamp"] == "2026-11-18T11:06:40")
    let cases = suite.children.filter { $0.name == "testcase" }
    #expect(
      cases.map { $0.attributes["classname"] } == ["truelog.comments.update"]
        + Array(repeating: "truelog.tickets.update", count: 3))
    #expect(
      cases.map { $0.attributes["name"] } == ["edits a comment", "edits a ticket", "refuses a viewer", "deletes"])
    #expect(cases.map { $0.children.first?.name } == ["failure", "failure", nil, "skipped"])
    #expect(cases[0].children[0].attributes["type"] == "call.failed")
    #expect(cases[1].children[0].attributes["type"] == "response.field.number-as-string")
    #expect(cases[1].children[0].attributes["message"] == "The number is written as a string. (and 1 more)")
    #expect(cases[1].children[0].text.contains("expected  integer\nactual    string \"17\"\n"))
    #expect(cases[1].children[0].text.contains("warning response.field.undocumented /response/body/data/escalation"))
    #expect(cases[3].children[0].attributes["message"] == "It needs --allow-writes.")
  }

  @Test(.enabled(if: Conformance.isAvailable))
  func `every report is valid against the schema of JUnit`() throws {
    let text = String(decoding: try Conformance.data("report-schemas/JUnit.xsd"), as: UTF8.self)
    let schema = try XSDValidator(text)
    var broken = Sample.full
    broken.failure = "The server can't be reached."
    let reports = [Sample.good, Sample.bad, Sample.full, Sample.large(100), broken]
    for report in reports + Hostile.all.map({ Sample.filled(with: $0.text) }) {
      #expect(throws: Never.self) { try schema.validate(try parse(report)) }
    }
    var root = try parse(Sample.good)
    root.children[0].children.swapAt(0, 1)
    #expect(throws: XSDValidator.Fault.self, "The schema is one that refuses what is wrong.") {
      try schema.validate(root)
    }
    root = try parse(Sample.good)
    root.children[0].attributes["timestamp"] = "2026-11-20T08:15:30Z"
    #expect(throws: XSDValidator.Fault.self) { try schema.validate(root) }
  }

  @Test func `waived drift leaves its test green and is reported in the output`() throws {
    var report = Sample.bad
    report.drift = report.drift.map { drift in
      var drift = drift
      drift.waived = Waived(reason: "Known.", until: "2027-01-31")
      return drift
    }
    let suite = try parse(report).children[0]
    #expect(suite.attributes["failures"] == "1", "Only the failed call is left.")
    #expect(
      suite.children.first { $0.name == "system-out" }?.text.contains("waived    Known. (until 2027-01-31)") == true)
  }

  @Test func `children are in the order that the schema asks for`() throws {
    let suite = try parse(Sample.good).children[0]
    #expect(
      suite.children.map(\.name) == ["properties", "testcase", "testcase", "testcase", "system-out", "system-err"])
  }

  @Test func `drift below the gate leaves its test green and is reported in the output`() throws {
    var report = Sample.good
    report.drift = [Sample.deprecated]
    report.calls[0].outcome = .drifted
    let suite = try parse(report).children[0]
    #expect(suite.attributes["failures"] == "0")
    #expect(suite.children.first { $0.name == "system-out" }?.text.contains("notice endpoint.deprecated") == true)
    #expect(try parse(report, gate: .notice).children[0].attributes["failures"] == "1")
    #expect(try parse(report, gate: .none).children[0].attributes["failures"] == "0")
  }

  @Test func `drift without a call and errors in files are test cases of their own`() throws {
    var report = Sample.good
    var drift = Sample.numberAsString
    drift.call = nil
    drift.recording = "tickets.update/ok"
    report.drift = [drift]
    report.problems = [Problem(SourceLocation(file: "a.json", line: 2, column: 3), "It is wrong.")]
    let root = try parse(report)
    let own = try #require(root.children[0].children.last { $0.name == "testcase" })
    #expect(own.attributes["classname"] == "truelog.tickets.update")
    #expect(own.attributes["name"] == "response.field.number-as-string /response/body/data/id tickets.update/ok")
    #expect(own.children.first?.name == "failure")
    #expect(root.children[1].attributes["errors"] == "1")
    let error = try #require(root.children[1].children.first { $0.name == "testcase" })
    #expect(error.attributes["classname"] == "a.json")
    #expect(error.children.first?.text == "a.json:2:3: It is wrong.")
  }

  @Test func `hostile text can't close its element, and control characters are dropped`() throws {
    let text = ReportFormat.junit.render(Sample.attacked, ReportOptions(version: "0.1.0"))
    #expect(!text.contains("<script>"))
    #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    #expect(!text.unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0x202E })
    let root = try #require(XMLElementTree.parse(text))
    let failure = try #require(root.children[0].children.first { $0.name == "testcase" }?.children.first)
    #expect(failure.name == "failure")
    #expect(
      failure.attributes["message"] == "[31mred2J\r\nfake\\u{202E}esrever\\u{2028}]]></failure><script>\"'&\\u{200B}")
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00"), (951_782_399, "2000-02-28T23:59:59"), (951_782_400, "2000-02-29T00:00:00"),
    (1_709_251_199, "2024-02-29T23:59:59"), (4_107_542_400, "2100-03-01T00:00:00"), (-5, "1969-12-31T23:59:55"),
    (Int.max, "9999-12-31T23:59:59"),
  ]) func `timestamps are civil dates`(seconds: Int, text: String) {
    let xml = ReportFormat.junit.render(Sample.good, ReportOptions(version: "1", began: seconds))
    #expect(xml.contains("timestamp=\"\(text)\""))
  }
}
