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
    // The schema is one that refuses what is wrong.
    #expect(!schema.isValid(["version": "2.1.0", "runs": [["tool": [:]]]]))
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
        "artifactLocation": ["uri": "Contracts/truelog/contract.json"],
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

  @Test func `the invocation tells how the run ended and what was wrong with it`() throws {
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
