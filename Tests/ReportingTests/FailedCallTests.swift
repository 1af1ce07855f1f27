import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import Testing

/// Failed calls whose findings are in the report. They are reported by those findings, and gated like any other.
struct FailedCallTests {
  private static var report: Report {
    var report = Sample.good
    let finding = Drift(
      rule: Rule.client.callFailed, service: "truelog", endpoint: "tickets.update", status: 404,
      message: "expected a success, but the server responded with 404", detail: "edits a ticket",
      call: "tickets.update: edits a ticket")
    report.calls[1].outcome = .failed
    report.calls[1].reason = finding.message
    report.calls[1].finding = finding.fingerprint
    report.drift = [finding]
    return report
  }

  @Test func `it fails a run as any breaking drift does, and a waiver or no gate lets it pass`() {
    var report = Self.report
    #expect(report.exitStatus(gate: .breaking) == 1)
    #expect(report.exitStatus(gate: .none) == 0)
    report.drift[0].severity = .notice
    #expect(report.exitStatus(gate: .warning) == 0)
    report.drift[0].severity = .breaking
    report.drift[0].waived = Waived(reason: "Known.")
    #expect(report.exitStatus(gate: .notice) == 0)
  }

  @Test(arguments: [ReportFormat.console, .github, .markdown, .html, .sarif])
  func `it is reported once`(format: ReportFormat) {
    var report = Self.report
    report.exit = 1
    let text = format.render(report, ReportOptions(version: "0.1.0"))
    #expect(text.ranges(of: "the server responded with 404").count == 1, "\(text)")
    #expect(text.contains("client.call-failed"))
    #expect(!text.contains("Failed calls"))
  }

  @Test(arguments: ReportFormat.allCases.filter { $0 != .github })
  func `a client's error is shown with the drift that caused it`(format: ReportFormat) throws {
    var report = Sample.bad
    report.drift[0].clientError = "dueDate is no date"
    let text = format.render(report, ReportOptions(version: "0.1.0"))
    #expect(text.ranges(of: "dueDate is no date").count >= 1, "\(text)")
    if format == .json { #expect(try ReportReader.read(Array(text.utf8), path: "r.json").drift == report.findings) }
  }

  @Test func `of findings with one cause, the shown one has the client's error at any of them`() {
    var report = Sample.bad
    var other = report.drift[0]
    other.endpoint = "tickets.get"
    other.contract = report.drift[0].contract
    (other.promise, report.drift[0].promise) = ("contract.json#/schemas/Ticket", "contract.json#/schemas/Ticket")
    other.clientError = "dueDate is no date"
    report.drift.append(other)
    let text = ReportFormat.console.render(report, ReportOptions(version: "0.1.0"))
    #expect(text.contains("on 2 endpoints") && text.contains("threw: dueDate is no date"), "\(text)")
  }

  @Test func `test results fail by the finding, and pass where it is waived`() {
    var report = Self.report
    let options = ReportOptions(version: "0.1.0")
    #expect(ReportFormat.junit.render(report, options).contains(#"<failure type="client.call-failed""#))
    report.drift[0].waived = Waived(reason: "Known.")
    #expect(!ReportFormat.junit.render(report, options).contains("<failure"))
  }

  @Test(arguments: [ReportFormat.console, .markdown, .html, .json])
  func `what was sent and says nothing is under no skipped calls`(format: ReportFormat) {
    var report = Sample.good
    report.calls[0].outcome = .skipped
    report.calls[0].reason = "it was removed before"
    report.calls[0].isUndecided = true
    let text = format.render(report, ReportOptions(version: "0.1.0")).lowercased()
    #expect(text.contains("undecided"))
    #expect(!text.contains("1 skipped"))
    #expect(!text.contains("skipped calls"))
  }

  @Test func `an endpoint that breaking drift kept a call from passing isn't verified`() {
    var report = Sample.good
    #expect(report.summary.exercised == 2)
    report.drift = [Sample.numberAsString]
    report.calls[2].outcome = .drifted
    #expect(report.summary.exercised == 2)
    report.calls[2].finding = Sample.numberAsString.fingerprint
    #expect(report.summary.exercised == 1)
    report.drift[0].severity = .warning
    #expect(report.summary.exercised == 2)
  }

  @Test func `programs find the finding from the call`() throws {
    let text = ReportFormat.json.render(Self.report, ReportOptions(version: "0.1.0"))
    let json = try JSON.parse(Array(text.utf8))
    #expect(json["calls"]?[1]?["finding"]?.string == json["drift"]?[0]?["fingerprint"]?.string)
    #expect(json["calls"]?[0]?["finding"] == nil)
  }

  @Test(arguments: [ReportFormat.console, .markdown, .html])
  func `what is left behind has a part of its own`(format: ReportFormat) {
    var report = Sample.good
    report.calls[0].outcome = .failed
    report.calls[0].isUndoing = true
    report.calls[0].reason = "left behind: note 7"
    report.exit = report.exitStatus(gate: .none)
    #expect(report.exit == 1)
    let text = format.render(report, ReportOptions(version: "0.1.0"))
    #expect(text.contains("Left behind"))
    #expect(text.contains("left behind: note 7"))
  }

  @Test(arguments: [ReportFormat.console, .markdown, .html])
  func `what is left behind comes before all that was found`(format: ReportFormat) throws {
    var report = Self.report
    var left = report.calls[0]
    left.outcome = .failed
    left.isUndoing = true
    left.reason = "left behind: note 7"
    report.calls.append(left)
    let text = format.render(report, ReportOptions(version: "0.1.0"))
    let place = try #require(text.range(of: "left behind: note 7"))
    let rule = try #require(text.range(of: report.drift[0].rule.id))
    #expect(place.lowerBound < rule.lowerBound)
  }
}
