import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import Testing

struct GitHubRendererTests {
  private func lines(_ report: Report) -> [String] {
    ReportFormat.github.render(report, ReportOptions(version: "0.1.0")).split(separator: "\n").map(String.init)
  }

  @Test func `findings, problems and failed calls are annotations, and the last line sums up`() throws {
    let lines = lines(Sample.bad)
    #expect(
      lines == [
        "::warning file=Contracts/truelog/tickets.json,line=12,col=5,title=problem::The failure isn't defined.",
        "::error file=Contracts/truelog/contract.json,line=41,col=30,title=response.field.number-as-string::"
          + "tickets.update (truelog) /response/body/data/id%0AThe number is written as a string.%0Aexpected  integer"
          + "%0Aactual    string \"17\"%0Afingerprint \(Sample.numberAsString.fingerprint)",
        "::warning title=response.field.undocumented::tickets.update (truelog) /response/body/data/escalation"
          + "%0AThe contract says nothing of this field.%0Afingerprint \(Sample.undocumented.fingerprint)",
        "::error title=call failed%3A truelog comments.update%3A edits a comment::"
          + "Expected the new content, got the old one.",
        "Plumbline: 1 breaking, 1 warning in 1 endpoint · 1 of 2 endpoints verified · 4 calls, 1 failed, 1 skipped"
          + " · 4 exchanges",
      ])
  }

  @Test func `a severity has its word`() throws {
    var report = Sample.good
    report.drift = [Sample.deprecated]
    #expect(try #require(WorkflowCommand(lines(report)[0])).name == "notice")
  }

  @Test func `what a waiver excuses is counted, not annotated`() {
    var report = Sample.good
    report.drift = [Sample.numberAsString]
    report.drift[0].waived = Waived(reason: "Known.")
    #expect(
      lines(report) == ["Plumbline: No drift, 1 waived · 2 endpoints verified · 3 calls · 4 exchanges"])
  }

  @Test func `a place and a title survive their escapes`() throws {
    var report = Sample.good
    let file = "Contracts/50%,a:b/c.json"
    report.problems = [Problem(SourceLocation(file: file, line: 2, column: 3), "100 %\nreally: yes, %0A.")]
    let command = try #require(WorkflowCommand(lines(report)[0]))
    #expect(command.properties == ["file": file, "line": "2", "col": "3", "title": "problem"])
    #expect(command.message == "100 %\nreally: yes, %0A.")
  }

  @Test func `what GitHub doesn't show is counted`() {
    var report = Sample.good
    func drift(_ count: Int, _ rule: String, _ severity: Severity) -> [Drift] {
      (0..<count).map { number in
        var drift = Sample.numberAsString
        drift.rule = Rule(rule, severity)
        drift.severity = severity
        drift.pointer = JSONPointer(tokens: ["response", "\(rule)\(number)a"])
        return drift
      }
    }
    report.drift = drift(10, "response.field.missing", .breaking)
    #expect(lines(report).last?.contains("GitHub shows") == false)
    report.drift = drift(11, "response.field.missing", .breaking) + drift(412, "response.field.format", .warning)
    let shown = lines(report)
    #expect(shown.count == 424, "The log has them all.")
    #expect(
      shown.last?.hasSuffix(
        " · GitHub shows only 10 of 11 errors and 10 of 412 warnings; the log has all of them") == true)
  }

  @Test func `a run that could not be carried out says why`() {
    var report = Sample.good
    report.failure = "Nothing listens on 127.0.0.1:1."
    report.exit = 3
    #expect(
      lines(report) == [
        "::error title=plumbline verify::Nothing listens on 127.0.0.1:1.",
        "Plumbline: The run couldn't be carried out · 2 endpoints verified · 3 calls · 4 exchanges",
      ])
  }
}
