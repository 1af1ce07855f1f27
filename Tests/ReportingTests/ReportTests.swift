import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import Testing

struct ReportTests {
  @Test func `the gate decides which severities fail a run`() {
    #expect(Severity.allCases.filter(Gate.breaking.stops) == [.breaking])
    #expect(Severity.allCases.filter(Gate.warning.stops) == [.warning, .breaking])
    #expect(Severity.allCases.filter(Gate.notice.stops) == [.notice, .warning, .breaking])
    #expect(Severity.allCases.filter(Gate.none.stops) == [])
  }

  @Test func `the exit status follows from files, drift and calls, in this order`() {
    var report = Sample.good
    #expect(report.exitStatus(gate: .notice) == 0)
    report.drift = [Sample.deprecated]
    #expect(report.exitStatus(gate: .notice) == 1)
    #expect(report.exitStatus(gate: .warning) == 0)
    report.drift = [Sample.undocumented]
    #expect(report.exitStatus(gate: .warning) == 1)
    #expect(report.exitStatus(gate: .breaking) == 0)
    report.drift = [Sample.numberAsString]
    #expect(report.exitStatus(gate: .breaking) == 1)
    #expect(report.exitStatus(gate: .none) == 0)
    report.drift = []
    report.calls[0].outcome = .failed
    #expect(report.exitStatus(gate: .breaking) == 1)
    #expect(report.exitStatus(gate: .none) == 0)
    report.calls[0].isUndoing = true
    #expect(report.exitStatus(gate: .none) == 1, "What is left behind passes no gate.")
    report.problems = [Problem(SourceLocation(file: "a", line: 1, column: 1), "b", level: .warning)]
    #expect(report.exitStatus(gate: .none) == 1)
    report.problems = [Problem(SourceLocation(file: "a", line: 1, column: 1), "b")]
    #expect(report.exitStatus(gate: .none) == 2)
  }

  @Test func `the same drift of several calls is one finding with a count`() {
    var report = Sample.good
    var second = Sample.numberAsString
    second.call = "tickets.update: refuses a viewer"
    second.count = 2
    report.drift = [Sample.undocumented, Sample.numberAsString, second]
    #expect(report.findings.map(\.rule.id) == ["response.field.number-as-string", "response.field.undocumented"])
    #expect(report.findings.map(\.count) == [5, 1])
    #expect(report.drift(of: report.calls[2]).map(\.count) == [2])
    #expect(report.summary.breaking == 1)
    #expect(report.summary.drifting == 1)
  }

  @Test func `findings come in the order of the contracts, undocumented endpoints last`() {
    var report = Sample.good
    var unknown = Sample.numberAsString
    unknown.endpoint = "GET /api/v9"
    report.drift = [unknown, Sample.undocumented, Sample.deprecated, Sample.numberAsString]
    #expect(
      report.findings.map(\.endpoint) == ["comments.update", "tickets.update", "tickets.update", "GET /api/v9"])
  }

  @Test func `a report's form and file are read from the option`() throws {
    #expect(try ReportOutput(parsing: "junit") == ReportOutput(format: .junit))
    #expect(try ReportOutput(parsing: "json=a=b.json") == ReportOutput(format: .json, path: "a=b.json"))
  }

  @Test(arguments: [
    ("jsno", "\"jsno\" isn't a report format; did you mean \"json\"?"),
    ("xml=a", "\"xml\" isn't a report format; known: console, json, junit, sarif, github, markdown and html."),
    ("", "A report needs a format: console, json, junit, sarif, github, markdown or html."),
    ("json=", "\"json=\" has no file: write json=PATH, or json for standard output."),
  ]) func `a wrong report option says what would be right`(option: String, message: String) {
    #expect {
      try ReportOutput(parsing: option)
    } throws: {
      "\($0)" == message
    }
  }
}
