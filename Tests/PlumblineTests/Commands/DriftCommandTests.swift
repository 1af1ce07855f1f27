import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The commands `explain`, `check`, `coverage` and `waive`, and the effect of waivers on other commands.
struct DriftCommandTests {
  private func copy() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    try folder.copy(Suite.recordings.appendingPathComponent("truelog"), to: "Recordings/truelog")
    return folder
  }

  /// Returns a copy in which the recording of a ticket has a member that isn't in the contract.
  private func drifting() throws -> TemporaryFolder {
    let folder = try copy()
    try folder.replace(
      "\"subject\":", with: "\"colour\": \"red\", \"subject\":", in: "Recordings/truelog/tickets.get/success.json")
    return folder
  }

  @Test func `explain describes one rule or all, and has a hint for a wrong one`() async throws {
    let one = try await plumbline("explain", "response.field.case-changed")
    #expect(one.status == 0)
    #expect(one.output.contains("response.field.case-changed (breaking)"))
    let all = try await plumbline("explain", "--all")
    #expect(all.status == 0)
    for rule in ["endpoint.sunset-passed", "request.query.undocumented", "waiver.unused"] {
      #expect(all.output.contains("\(rule) ("), "\(rule)")
    }
    let wrong = try await plumbline("explain", "response.field.mising")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("response.field.missing"))
  }

  @Test func `a waived drift is reported and passes the gate until its day`() async throws {
    let folder = try drifting()
    let first = try await plumbline("lint", "--report", "json=report.json", folder: folder.path)
    #expect(first.status == 1, "\(first)")
    let report = try JSON.parse(try folder.text(of: "report.json"))
    let finding = try #require(report["drift"]?[0])
    #expect(finding["exchange"]?["response"]?["body"]?["data"]?["colour"]?.string == "red")
    let page = try await plumbline(
      "lint", "--report", "html", "--source-url", "https://git.test/acme/api/blob/main", folder: folder.path)
    #expect(page.output.contains("href=\"https://git.test/acme/api/blob/main/Contracts/truelog/"))
    let fingerprint = try #require(finding["fingerprint"]?.string)
    let waive = try await plumbline(
      "waive", fingerprint, "--from", "report.json", "--reason", "Known.", "--until", "2099-12-31",
      folder: folder.path)
    #expect(waive.status == 0, "\(waive)")
    let waivers = try JSON.parse(try folder.text(of: "Contracts/truelog/waivers.json"))
    #expect(waivers["waivers"]?[0]?["rule"]?.string == "response.field.undocumented")
    let second = try await plumbline("lint", "--report", "json", folder: folder.path)
    #expect(second.status == 0, "\(second)")
    #expect(try second.json["summary"]?["waived"]?.int == 1)
    #expect(try second.json["drift"]?[0]?["waived"]?["reason"]?.string == "Known.")
    let again = try await plumbline(
      "waive", fingerprint, "--reason", "Twice.", "--until", "never", folder: folder.path)
    #expect(again.status == 2)
    #expect(again.errors.contains("already"))
    try folder.replace("2099-12-31", with: "2020-01-31", in: "Contracts/truelog/waivers.json")
    let expired = try await plumbline("lint", "--report", "json", folder: folder.path)
    #expect(expired.status == 1, "\(expired)")
    let rules = try expired.json["drift"]?.elements.compactMap { $0["rule"]?.string } ?? []
    #expect(Set(rules) == ["response.field.undocumented", "waiver.expired"])
  }

  /// Waivers of a cause. The command that a report prints specifies the cause, and needs no report.
  @Test(arguments: [["--from", "report.json"], ["--cause", "--service", "truelog"]])
  func `a cause can be waived as well, for every endpoint that shows it`(options: [String]) async throws {
    let folder = try drifting()
    _ = try await plumbline("lint", "--report", "json=report.json", folder: folder.path)
    let finding = try #require(try JSON.parse(try folder.text(of: "report.json"))["drift"]?[0])
    let cause = try #require(finding["cause"]?.string)
    #expect(cause != finding["fingerprint"]?.string)
    let none = try await plumbline(
      "waive", "0000000000000000", "--from", "report.json", "--reason", "Known.", "--until", "never",
      folder: folder.path)
    #expect(none.status == 2 && none.errors.contains("\(cause) (response.field.undocumented)"), "\(none)")
    let waive = try await plumbline(
      arguments: ["waive", cause] + options + ["--reason", "Known.", "--until", "2099-12-31"], folder: folder.path)
    #expect(waive.status == 0, "\(waive)")
    #expect(waive.output.contains("the cause \(cause) is waived until 2099-12-31"), "\(waive)")
    let waiver = try JSON.parse(try folder.text(of: "Contracts/truelog/waivers.json"))["waivers"]?[0]
    #expect(waiver?["cause"]?.string == cause)
    #expect(waiver?["fingerprint"] == nil)
    #expect(waiver?["endpoint"] == nil)
    let second = try await plumbline("lint", "--report", "json", folder: folder.path)
    #expect(second.status == 0, "\(second)")
    #expect(try second.json["summary"]?["waived"]?.int == 1)
  }

  @Test func `an unused waiver is a notice of a run that left nothing out`() async throws {
    let folder = try copy()
    try folder.write(
      #"{ "waivers": [{ "rule": "response.field.missing", "endpoint": "tickets.get", "reason": "Old." }] }"#,
      to: "Contracts/truelog/waivers.json")
    let all = try await plumbline("verify", "--report", "json", folder: folder.path)
    #expect(all.status == 0, "\(all)")
    #expect(try all.json["drift"]?.elements.map { $0["rule"]?.string } == ["waiver.unused"])
    let some = try await plumbline("verify", "--only", "tickets.list", "--report", "json", folder: folder.path)
    #expect(try some.json["drift"]?.count == 0)
    #expect(try some.json["evidence"]?.elements.allSatisfy { $0["endpoint"]?.string == "tickets.list" } == true)
    #expect(try some.json["evidence"]?.elements.contains { ($0["seen"]?.int ?? 0) > 0 } == true)
  }

  @Test func `a wrong waiver is reported with its place`() async throws {
    let folder = try copy()
    try folder.write(
      #"{ "waivers": [{ "rule": "response.field.missin", "reason": "x" }] }"#, to: "Contracts/truelog/waivers.json")
    let run = try await plumbline("lint", folder: folder.path)
    #expect(run.status == 2)
    #expect((run.output + run.errors).contains("Contracts/truelog/waivers.json:1:25"), "\(run)")
  }

  @Test(arguments: [
    ["waive"], ["waive", "xyz", "--reason", "a", "--until", "never"],
    ["waive", "0123456789abcdef", "--until", "never"], ["waive", "0123456789abcdef", "--reason", "a"],
    ["waive", "0123456789abcdef", "--reason", "a", "--until", "2027-02-29"],
    ["waive", "0123456789abcdef", "--reason", "a", "--until", "2020-01-01"],
    ["waive", "0123456789abcdef", "--reason", "a", "--until", "never", "--rule", "no.rule"],
    ["check"], ["check", "nowhere.har"], ["explain"], ["explain", "--all", "endpoint.moved"],
    ["explain", "endpoint.moved", "nothing"], ["coverage", "--from", "nowhere.json"],
  ])
  func `what can't be carried out is refused`(words: [String]) async throws {
    let folder = try copy()
    let tool = RunningCommand(words, environment: [:], folder: folder.path)
    let run = await tool.end()
    #expect(run.status == 2, "\(words): \(run)")
    #expect(!folder.has("Contracts/truelog/waivers.json"))
  }

  @Test func `a capture is held to the contract, and no credential is shown`() async throws {
    let folder = try copy()
    let recording = try JSON.parse(try folder.text(of: "Recordings/truelog/tickets.get/success.json"))
    let body = try #require(recording["response"]?["body"]?.setting("took_ms", to: "hush-hush-key").text)
    let path = try #require(recording["request"]?["path"]?.string)
    func entry(_ url: String, _ text: String) -> JSON {
      [
        "request": [
          "method": "GET", "url": JSON(url), "headers": [["name": "X-API-Key", "value": "hush-hush-key"]],
        ],
        "response": [
          "status": 200, "headers": [["name": "content-type", "value": "application/json"]],
          "content": ["text": JSON(text), "mimeType": "application/json"],
        ],
      ]
    }
    let entries: [JSON] = [
      entry("https://www.truelog.site\(path)", body), entry("https://www.truelog.site/api/v2/nothing", "{}"),
      entry("https://cdn.example/a.js", "{}"),
    ]
    try folder.write(JSON.object([("log", ["version": "1.2", "entries": .array(entries)])]).text, to: "a.har")
    let run = try await plumbline("check", "a.har", "--report", "json", folder: folder.path)
    #expect(run.status == 1, "\(run)")
    let rules = try run.json["drift"]?.elements.compactMap { $0["rule"]?.string } ?? []
    #expect(rules == ["response.field.undocumented", "endpoint.undocumented"])
    #expect(try run.json["summary"]?["exchanges"]?.int == 2)
    #expect(try run.json["problems"]?.count == 1)
    let place = try #require(try run.json["drift"]?[0]?["recording"]?.string)
    #expect(place.hasPrefix("a.har:1:"), "\(place)")
    #expect(try run.json["drift"]?[1]?["contract"] == nil, "Nothing is near, so no line of the contract is meant.")
    #expect(!run.output.contains("hush-hush-key"))
    #expect(!run.errors.contains("hush-hush-key"))
  }

  @Test func `a recording that keeps its contract is clean wherever it lies`() async throws {
    let folder = try copy()
    let run = try await plumbline("check", "Recordings/truelog/tickets.get/success.json", folder: folder.path)
    #expect(run.status == 0, "\(run)")
  }

  @Test func `coverage runs the mock itself, and takes reports instead`() async throws {
    let folder = try copy()
    let own = try await plumbline("coverage", "--report", "json", folder: folder.path)
    #expect(own.status == 0, "\(own)")
    let lines = try #require(try own.json["coverage"])
    #expect(lines.count == 37)
    #expect(lines.elements.allSatisfy { $0["mock"]?.string == "passed" && $0["server"]?.string == "never" })
    #expect(lines.elements.contains { ($0["seen"]?.int ?? 0) > 0 })
    let run = try await plumbline(
      "verify", "--only", "tickets.get", "--report", "json=mock.json", folder: folder.path)
    #expect(run.status == 0)
    let taken = try await plumbline("coverage", "--from", "mock.json", "--report", "json", folder: folder.path)
    let passed = try taken.json["coverage"]?.elements.filter { $0["mock"]?.string == "passed" }
    #expect(passed?.compactMap { $0["endpoint"]?.string } == ["tickets.get"])
    #expect(passed?.allSatisfy { ($0["seen"]?.int ?? 0) > 0 } == true)
  }
}
