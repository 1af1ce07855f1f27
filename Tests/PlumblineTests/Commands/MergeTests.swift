import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The results of `merge` for reports on parts of a capture.
struct MergeTests {
  private let ticket = "https://www.truelog.site/api/v2/tickets/1042"

  private func entry(_ body: JSON?, _ status: Int, at moment: String) -> JSON {
    [
      "startedDateTime": JSON(moment), "request": ["method": "GET", "url": JSON(ticket), "headers": []],
      "response": [
        "status": JSON(status), "headers": [["name": "content-type", "value": "application/json"]],
        "content": ["text": JSON(body?.text ?? ""), "mimeType": "application/json"],
      ],
    ]
  }

  /// Returns exchanges, some of which drift in different ways at one place, and one of which is an outage.
  private func entries() throws -> [JSON] {
    let file = Suite.recordings.appendingPathComponent("truelog/tickets.get/success.json")
    let good = try #require(try JSON.parse(Array(Data(contentsOf: file)))["response"]?["body"])
    let numbers = ["17", "18", "19"].compactMap { good.replacing("/data/id", with: JSON($0)) }
    try #require(numbers.count == 3)
    return [
      entry(numbers[0], 200, at: "2026-11-20T10:00:00+08:00"), entry(good, 200, at: "2026-11-20T03:00:00Z"),
      entry(numbers[1], 200, at: "2026-11-20T01:30:00.25Z"), entry(nil, 502, at: "2026-11-20T05:00:00Z"),
      entry(numbers[2], 200, at: "2026-11-21T00:00:00Z"),
    ]
  }

  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    return folder
  }

  private func capture(_ entries: [JSON], _ name: String, in folder: TemporaryFolder) throws {
    try folder.write(JSON.object([("log", ["version": "1.2", "entries": .array(entries)])]).prettyText, to: name)
  }

  @Test func `the reports on single files merge to the report on all of them, byte for byte, in any order`()
    async throws
  {
    let folder = try workspace()
    var files: [String] = []
    for (number, entry) in try entries().enumerated() {
      files.append("\(number).har")
      try capture([entry], files[number], in: folder)
      _ = try await plumbline(
        arguments: ["check", files[number], "--report", "json=\(number).json"], folder: folder.path)
    }
    let whole = try await plumbline(arguments: ["check"] + files + ["--report", "json"], folder: folder.path)
    #expect(whole.status == 1, "\(whole)")
    let first = try await plumbline(
      "merge", "4.json", "0.json", "3.json", "--report", "json=half.json", folder: folder.path)
    #expect(first.status == 1, "\(first)")
    let merged = try await plumbline("merge", "2.json", "half.json", "1.json", "--report", "json", folder: folder.path)
    #expect(merged.output == whole.output)
    #expect(merged.status == 1)
    let drift = try #require(
      merged.json["drift"]?.elements.first { $0["rule"]?.string == "response.field.number-as-string" })
    #expect(drift["count"]?.int == 3)
    #expect(drift["firstSeen"]?.string == "2026-11-20T01:30:00.250Z")
    #expect(drift["lastSeen"]?.string == "2026-11-21T00:00:00.000Z")
    #expect(drift["actual"]?.string?.contains("18") ?? false, "The earliest is told.")
    #expect(try merged.json["summary"]?["outages"]?.int == 1)
    #expect(try merged.json["summary"]?["called"]?.int == 1)
  }

  @Test func `a merged report goes through the gate and the waivers that are here, in every form`() async throws {
    let folder = try workspace()
    try capture([entries()[0]], "a.har", in: folder)
    _ = try await plumbline("check", "a.har", "--report", "json=a.json", folder: folder.path)
    #expect(try await plumbline("merge", "a.json", "--gate", "none", "--quiet", folder: folder.path).status == 0)
    let drift = try #require(try JSON.parse(try folder.text(of: "a.json"))["drift"]?[0])
    let fingerprint = try #require(drift["fingerprint"]?.string)
    let waive = try await plumbline(
      "waive", fingerprint, "--from", "a.json", "--reason", "Known.", "--until", "never", folder: folder.path)
    try #require(waive.status == 0, "\(waive)")
    let merged = try await plumbline(
      "merge", "a.json", "--report", "json=m.json", "--report", "html=m.html", "--report", "junit=m.xml", "--report",
      "sarif=m.sarif", "--report", "markdown=m.md", "--report", "github=m.txt", folder: folder.path)
    #expect(merged.status == 0, "\(merged)")
    let report = try JSON.parse(try folder.text(of: "m.json"))
    #expect(report["drift"]?[0]?["waived"]?["reason"]?.string == "Known.")
    for name in ["m.html", "m.xml", "m.sarif", "m.md", "m.txt"] {
      #expect(try !folder.text(of: name).isEmpty, "\(name)")
    }
    // Waivers that can't be read are reported and don't waive anything.
    try folder.write("{", to: "Contracts/truelog/waivers.json")
    let broken = try await plumbline("merge", "m.json", folder: folder.path)
    #expect(broken.status == 2, "\(broken)")
    #expect(broken.output.contains("waivers.json:1:2"), "\(broken)")
    // Without contracts the reports' own results apply.
    let elsewhere = try TemporaryFolder()
    try elsewhere.write(try folder.text(of: "m.json"), to: "m.json")
    #expect(try await plumbline("merge", "m.json", folder: elsewhere.path).status == 0)
    try elsewhere.write(try folder.text(of: "a.json"), to: "a.json")
    #expect(try await plumbline("merge", "m.json", "a.json", folder: elsewhere.path).status == 1)
  }

  @Test func `parts that judged nothing are no failure beside one that did, and are one alone`() async throws {
    let folder = try workspace()
    try capture([], "none.har", in: folder)
    try capture([entries()[1]], "good.har", in: folder)
    for name in ["none", "good"] {
      _ = try await plumbline("check", "\(name).har", "--report", "json=\(name).json", folder: folder.path)
    }
    let both = try await plumbline("merge", "none.json", "good.json", folder: folder.path)
    #expect(both.status == 0, "\(both)")
    let none = try await plumbline("merge", "none.json", folder: folder.path)
    #expect(none.status == 2)
    #expect(none.errors.contains("Nothing was checked: the files contain no exchanges."))
  }

  @Test func `what doesn't merge is refused`() async throws {
    let folder = try workspace()
    try capture([entries()[1]], "good.har", in: folder)
    _ = try await plumbline("check", "good.har", "--report", "json=good.json", folder: folder.path)
    let text = try folder.text(of: "good.json")
    try folder.write(text.replacing(#""command": "check""#, with: #""command": "verify""#), to: "verify.json")
    try folder.write(text.replacing(#""target": "files""#, with: #""target": "mock""#), to: "mock.json")
    try folder.write(text.replacing(#""command": "check""#, with: #""command": "diff""#), to: "diff.json")
    for (files, message) in [
      ([], "merge needs JSON reports from check or verify"),
      (["good.json", "verify.json"], "verify.json is a verify report and good.json a check report"),
      (["good.json", "mock.json"], "mock.json covers mock, but good.json covers files"),
      (["diff.json"], "diff.json:4:14: This is a diff report"),
      (["absent.json"], "absent.json"),
    ] {
      let run = try await plumbline(arguments: ["merge"] + files, folder: folder.path)
      #expect(run.status == 2)
      #expect(run.errors.contains(message), "\(run)")
    }
  }
}
