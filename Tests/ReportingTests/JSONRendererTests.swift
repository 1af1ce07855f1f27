import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineReporting
import Testing

struct JSONRendererTests {
  private func render(_ report: Report) throws -> JSON {
    try JSON.parse(ReportFormat.json.render(report, ReportOptions(version: "0.1.0")))
  }

  @Test func `the report has the members that the design names, in its order`() throws {
    let json = try render(Sample.bad)
    #expect(
      json.members.keys == [
        "plumbline", "version", "command", "target", "exit", "summary", "services", "endpoints", "calls", "drift",
        "verdicts", "evidence", "coverage", "features", "outages", "problems",
      ])
    #expect(json["plumbline"]?.int == 1)
    #expect(json["version"]?.string == "0.1.0")
    #expect(json["command"]?.string == "verify")
    #expect(json["target"]?.string == "mock")
    #expect(json["exit"]?.int == 1)
    #expect(
      json["summary"] == [
        "endpoints": 2, "calls": 4, "exchanges": 4, "breaking": 1, "warning": 1, "notice": 0, "causes": 2,
        "waived": 0, "outages": 0,
      ])
    #expect(json["verdicts"] == [])
    #expect(json["evidence"] == [])
  }

  @Test func `calls have their outcome, reason and duration`() throws {
    let json = try render(Sample.bad)
    #expect(
      json["calls"]?[0] == [
        "service": "truelog", "endpoint": "comments.update", "name": "edits a comment", "outcome": "failed",
        "reason": "Expected the new content, got the old one.", "milliseconds": 2.5,
      ])
    #expect(json["calls"]?[3]?["outcome"]?.string == "skipped")
    #expect(json["calls"]?[3]?["milliseconds"]?.number?.literal == "0")
  }

  @Test func `drift has all that is known of it and nothing that is not`() throws {
    let json = try render(Sample.bad)
    #expect(
      json["drift"]?[0] == [
        "fingerprint": .init(Sample.numberAsString.fingerprint), "cause": .init(Sample.numberAsString.cause),
        "rule": "response.field.number-as-string",
        "severity": "breaking", "service": "truelog", "endpoint": "tickets.update", "status": 200,
        "pointer": "/response/body/data/id", "expected": "integer", "actual": "string \"17\"",
        "message": "The number is written as a string.", "count": 3, "call": "tickets.update: edits a ticket",
        "contract": ["file": "Contracts/truelog/contract.json", "line": 41, "column": 30],
      ])
    #expect(json["drift"]?[1]?["contract"] == nil)
    #expect(json["drift"]?[1]?["expected"] == nil)
    #expect(
      json["problems"]?[0] == [
        "level": "warning", "file": "Contracts/truelog/tickets.json", "line": 12, "column": 5,
        "message": "The failure isn't defined.",
      ])
  }

  @Test func `waived drift says why, and is counted apart`() throws {
    let json = try render(Sample.full)
    #expect(
      json["summary"] == [
        "endpoints": 12, "calls": 29, "exchanges": 61, "breaking": 3, "warning": 3, "notice": 1, "causes": 7,
        "waived": 1, "outages": 1,
      ])
    let waived = json["drift"]?.elements.filter { $0["waived"] != nil }
    #expect(
      waived?.map { $0["waived"] } == [
        ["reason": "Assets in transit have no location until the next release.", "until": "2027-03-31"]
      ])
    var report = Sample.bad
    report.drift[0].waived = Waived(reason: "For good.")
    #expect(
      try render(report)["drift"]?.elements.compactMap { $0["waived"] } == [["reason": "For good.", "until": nil]])
  }

  @Test func `evidence and coverage have an object each`() throws {
    let json = try render(Sample.full)
    #expect(
      json["evidence"]?[4] == [
        "service": "truelog", "endpoint": "assets.list", "kind": "value", "status": 200,
        "pointer": "/response/body/data/priority", "value": "\"urgent\"", "seen": 0,
      ])
    #expect(
      json["coverage"]?[4] == [
        "service": "truelog", "endpoint": "accessories.checkout",
        "request": "POST /api/v2/accessories/{accessory_id}/checkout", "standing": "unconfirmed", "recordings": 8,
        "calls": 4, "mock": "passed", "server": "drifted", "seen": 2, "documented": 5,
      ])
  }

  @Test func `the order of the drift that was found doesn't matter`() {
    var report = Sample.bad
    report.drift = [Sample.numberAsString, Sample.deprecated, Sample.undocumented]
    var other = report
    other.drift.reverse()
    let options = ReportOptions(version: "0.1.0")
    for format in ReportFormat.allCases {
      #expect(format.render(report, options) == format.render(other, options))
    }
  }

  @Test func `hostile text survives as text, and a terminal that shows the report obeys nothing`() throws {
    let text = ReportFormat.json.render(Sample.attacked, ReportOptions(version: "0.1.0"))
    let commands = text.unicodeScalars.filter {
      $0 != "\n" && [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
    }
    #expect(commands.isEmpty)
    let json = try JSON.parse(text)
    #expect(json["drift"]?[0]?["actual"]?.string == Sample.hostile)
    #expect(json["calls"]?[1]?["reason"]?.string == Sample.hostile)
    #expect(json["problems"]?[0]?["file"]?.string == Sample.hostile)
  }

  @Test(arguments: [(-1.0, "0"), (.nan, "0"), (.infinity, "0"), (0.0004, "0"), (0.0625, "0.063"), (12.5, "12.5")])
  func `durations are plain decimals`(milliseconds: Double, literal: String) throws {
    var report = Sample.good
    report.calls[0].milliseconds = milliseconds
    #expect(try render(report)["calls"]?[0]?["milliseconds"]?.number?.literal == literal)
  }
}
