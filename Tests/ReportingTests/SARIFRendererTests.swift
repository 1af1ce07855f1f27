import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineReporting
import TestSupport
import Testing

struct SARIFRendererTests {
  private func render(_ report: Report) throws -> JSON {
    try JSON.parse(ReportFormat.sarif.render(report, ReportOptions(version: "0.1.0", began: 1_795_000_000)))
  }

  private func run(_ report: Report) throws -> JSON {
    try #require(try render(report)["runs"]?[0])
  }

  @Test(.enabled(if: Conformance.isAvailable))
  func `every report is valid against the schema of SARIF`() throws {
    let data = try Conformance.data("report-schemas/sarif-2.1.0.json")
    let schema = try SchemaLibrary(formats: .assertion, draft: .draft7).compile(JSON.parse(Array(data)))
    var broken = Sample.full
    broken.failure = "The server can't be reached."
    broken.exit = 3
    let reports = [Sample.good, Sample.bad, Sample.full, Sample.large(100), broken]
    for report in reports + Hostile.all.map({ Sample.filled(with: $0.text) }) {
      #expect(schema.violations(of: try render(report)).map { "\($0.instance) \($0.message)" } == [])
    }
    // The schema does reject invalid reports.
    #expect(!schema.isValid(["version": "2.1.0", "runs": [["tool": [:]]]]))
  }

  /// Returns a report with this number of findings, one in a hundred of which is breaking and one in a hundred waived.
  /// The values have `letters` characters.
  private func report(of count: Int, letters: Int = 0) -> Report {
    var report = Sample.full
    report.drift = (0..<count).map { number in
      var drift = Sample.undocumented
      drift.pointer = JSONPointer(tokens: ["response", "body", "f\(number)x"])
      // Each of these characters is escaped with six characters.
      if letters > 0 { drift.actual = String(repeating: "\u{202E}", count: letters) }
      if number % 100 == 99 { drift.severity = .breaking }
      if number % 100 == 98 { drift.waived = Waived(reason: "Known.") }
      return drift
    }
    return report
  }

  private func rendering(_ report: Report, results: Int = 25_000, bytes: Int = 400_000) -> Rendering {
    SARIFRenderer(ReportOptions(version: "0.1.0"), within: SARIFLimits(results: results, bytes: bytes)).rendering(
      report)
  }

  @Test(arguments: [(600, 0, 50), (600, 0, 25_000), (300, 300, 25_000)])
  func `no more is written than GitHub takes, the most severe first, and what is left out is reported`(
    count: Int, letters: Int, limit: Int
  ) throws {
    let report = report(of: count, letters: letters)
    let rendering = rendering(report, results: limit)
    let run = try #require(try JSON.parse(rendering.text)["runs"]?[0])
    let results = try #require(run["results"]?.elements)
    #expect(results.count <= limit)
    #expect(rendering.text.utf8.count <= 400_000)
    #expect(results.count == limit || rendering.text.utf8.count > 370_000, "Nor much less.")
    #expect(results.count { $0["level"]?.string == "error" } == count / 100)
    #expect(!results.contains { $0["suppressions"] != nil || $0["ruleId"]?.string == "coverage" })
    let sentence =
      "Left out \(count - results.count) of \(count) findings, 12 of 12 facts, the least severe: GitHub accepts SARIF files"
      + " of up to \(limit) results and 0.4 MB. The JSON report has all of them."
    #expect(rendering.omission == sentence)
    let notifications = run["invocations"]?[0]?["toolExecutionNotifications"]
    #expect(notifications?[0]?["descriptor"]?["id"]?.string == "results.left-out")
    #expect(notifications?[0]?["message"]?["text"]?.string == sentence)
    #expect(notifications?[1]?["descriptor"]?["id"]?.string == "call.failed")
    // The results are still in their usual order.
    let places = Dictionary(uniqueKeysWithValues: zip(report.findings.map(\.fingerprint), 0...))
    let kept = results.compactMap { $0["partialFingerprints"]?["plumbline/v1"]?.string.flatMap { places[$0] } }
    #expect(kept.count == results.count)
    #expect(kept == kept.sorted())
    let json = try JSON.parse(ReportFormat.json.render(report, ReportOptions(version: "0.1.0")))
    #expect(json["drift"]?.count == count)
  }

  @Test func `GitHub takes 25,000 results and 10 MB`() {
    #expect((SARIFLimits.ofGitHub.results, SARIFLimits.ofGitHub.bytes) == (25_000, 10_000_000))
  }

  @Test func `notifications without end leave room for the most severe findings`() throws {
    var report = report(of: 10)
    report.problems = (0..<1000).map {
      Problem(SourceLocation(file: "a.har", line: $0, column: 1), String(repeating: "It is wrong. ", count: 30))
    }
    let rendering = rendering(report)
    #expect(rendering.text.utf8.count <= 400_000)
    let run = try #require(try JSON.parse(rendering.text)["runs"]?[0])
    #expect((run["results"]?.count ?? 0) >= 10)
    #expect(rendering.omission?.contains(" of 1002 notifications, the least severe: ") == true)
  }

  @Test func `where all of it fits nothing is said of it`() throws {
    let rendering = ReportFormat.sarif.rendering(report(of: 300), ReportOptions(version: "0.1.0"))
    #expect(rendering.omission == nil)
    let run = try #require(try JSON.parse(rendering.text)["runs"]?[0])
    #expect(run["results"]?.count == 312)
    #expect(run["invocations"]?[0]?["toolExecutionNotifications"]?.count == 2)
  }

  @Test func `a finding is a result with its rule, places and fingerprint`() throws {
    let run = try run(Sample.full)
    let results = try #require(run["results"]?.elements)
    #expect(results.count == 20, "Eight findings, and twelve lines of coverage")
    let result = try #require(results.first { $0["ruleId"]?.string == "response.field.number-as-string" })
    #expect(result["level"]?.string == "error")
    #expect(
      result["message"]?["text"]?.string
        == "The number 1042 came as a string.\nExpected integer.\nActual string \"1042\".\n"
        + "tickets.update /response/body/data/id")
    #expect(
      result["locations"]?[0]?["physicalLocation"] == [
        "artifactLocation": ["uri": "Contracts/truelog/contract.json", "uriBaseId": "%SRCROOT%"],
        "region": ["startLine": 412, "startColumn": 17],
      ])
    #expect(
      result["locations"]?[0]?["logicalLocations"] == [
        ["name": "tickets.update", "fullyQualifiedName": "truelog/tickets.update", "kind": "function"],
        [
          "name": "/response/body/data/id", "fullyQualifiedName": "truelog/tickets.update#/response/body/data/id",
          "kind": "member",
        ],
      ])
    #expect(result["partialFingerprints"]?["plumbline/v1"]?.string?.count == 16)
    #expect(result["occurrenceCount"]?.int == 3)
    #expect(result["suppressions"] == nil)
    let index = try #require(result["ruleIndex"]?.int)
    let rule = run["tool"]?["driver"]?["rules"]?[index]
    #expect(rule?["id"]?.string == "response.field.number-as-string")
    #expect(rule?["defaultConfiguration"]?["level"]?.string == "error")
  }

  @Test func `a rule helps with its explanation, if it has one`() throws {
    let rules = try #require(try run(Sample.full)["tool"]?["driver"]?["rules"]?.elements)
    #expect(rules.count == 9, "Eight that were broken, and the coverage.")
    for rule in rules {
      let id = try #require(rule["id"]?.string)
      let explanation = RuleCatalog.rule(id)?.explanation
      #expect(rule["fullDescription"]?["text"]?.string == explanation?.paragraph)
      #expect((rule["help"]?["markdown"] == nil) == (explanation == nil))
    }
  }

  @Test func `waived drift is suppressed, with the waiver's reason`() throws {
    let results = try #require(try run(Sample.full)["results"]?.elements)
    let suppressed = results.filter { $0["suppressions"] != nil }
    #expect(suppressed.map { $0["ruleId"]?.string } == ["response.field.null-not-allowed"])
    #expect(
      suppressed[0]["suppressions"] == [
        [
          "kind": "external", "status": "accepted",
          "justification": "Assets in transit have no location until the next release. (until 2027-03-31)",
        ]
      ])
  }

  @Test func `the invocation shows how the run ended and what was wrong with it`() throws {
    let invocation = try #require(try run(Sample.full)["invocations"]?[0])
    #expect(invocation["executionSuccessful"]?.bool == true)
    #expect(invocation["exitCode"]?.int == 1)
    #expect(invocation["startTimeUtc"]?.string == "2026-11-18T11:06:40Z")
    #expect(invocation["toolExecutionNotifications"]?[0]?["descriptor"]?["id"]?.string == "call.failed")
    let problem = invocation["toolConfigurationNotifications"]?[0]
    #expect(problem?["level"]?.string == "warning")
    #expect(problem?["locations"]?[0]?["physicalLocation"]?["region"]?["startLine"]?.int == 12)

    var report = Sample.good
    report.failure = "The server can't be reached."
    report.exit = 3
    let failed = try #require(try run(report)["invocations"]?[0])
    #expect(failed["executionSuccessful"]?.bool == false)
    #expect(failed["toolExecutionNotifications"]?[0]?["message"]?["text"]?.string == "The server can't be reached.")
    report.failure = nil
    report.problems = [Problem(SourceLocation(file: "", line: 1, column: 1), "No contract.")]
    let wrong = try #require(try run(report)["invocations"]?[0])
    #expect(wrong["executionSuccessful"]?.bool == false)
    #expect(wrong["toolConfigurationNotifications"]?[0]?["locations"] == nil)
  }

  @Test(arguments: [
    ("Contracts/a b/ü.json", "Contracts/a%20b/%C3%BC.json"), ("/tmp/a.json", "file:///tmp/a.json"),
    ("c:d%20.json", "c%3Ad%2520.json"), ("a#b?c.json", "a%23b%3Fc.json"),
  ]) func `a file's path is a URI reference`(path: String, uri: String) throws {
    var report = Sample.good
    report.problems = [Problem(SourceLocation(file: path, line: 1, column: 1), "It is wrong.")]
    let problem = try run(report)["invocations"]?[0]?["toolConfigurationNotifications"]?[0]
    #expect(
      problem?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]?.string == uri)
  }
}
