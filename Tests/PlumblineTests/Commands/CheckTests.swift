import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The results of `check` for captures that contain outages, unknown servers, or no exchanges.
struct CheckTests {
  private func entry(_ url: String, _ status: Int, _ text: String = "", method: String = "GET") -> JSON {
    [
      "request": ["method": JSON(method), "url": JSON(url), "headers": []],
      "response": [
        "status": JSON(status), "headers": [["name": "content-type", "value": "application/json"]],
        "content": ["text": JSON(text), "mimeType": "application/json"],
      ],
    ]
  }

  private func capture(_ entries: [JSON], _ name: String = "a.har", in folder: TemporaryFolder) throws {
    try folder.write(JSON.object([("log", ["version": "1.2", "entries": .array(entries)])]).prettyText, to: name)
  }

  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    return folder
  }

  private func good(
    _ host: String = "https://www.truelog.site", of endpoint: String = "tickets.get"
  ) throws -> JSON {
    let file = Suite.recordings.appendingPathComponent("truelog/\(endpoint)/success.json")
    let recording = try JSON.parse(Array(Data(contentsOf: file)))
    let path = try #require(recording["request"]?["path"]?.string)
    return entry(host + path, 200, try #require(recording["response"]?["body"]).text)
  }

  private let ticket = "https://www.truelog.site/api/v2/tickets/1042"

  @Test(arguments: [false, true])
  func `a 404 is no absence where the same capture has a success of the endpoint`(isFirst: Bool) async throws {
    let folder = try workspace()
    let nowhere = entry("https://www.truelog.site/api/v1/users", 410, "gone")
    let users = try good(of: "users.list")
    try capture(isFirst ? [nowhere, users] : [users, nowhere], in: folder)
    let run = try await plumbline("check", "a.har", "--report", "json", folder: folder.path)
    let found = try run.json["drift"]?.elements.first
    #expect(found?["rule"]?.string == "response.status.undocumented", "\(run)")
    #expect(found?["severity"]?.string == "warning")
    #expect(found?["message"]?.string?.hasSuffix("Another response shows that the endpoint exists.") == true)
    try capture([nowhere], in: folder)
    let alone = try await plumbline("check", "a.har", "--report", "json", folder: folder.path)
    #expect(try alone.json["drift"]?.elements.first?["rule"]?.string == "endpoint.missing", "\(alone)")
    // Merging separate reports has the same result.
    try capture([users], "b.har", in: folder)
    for name in ["a", "b"] {
      _ = try await plumbline("check", "\(name).har", "--report", "json=\(name).json", folder: folder.path)
    }
    let merged = try await plumbline("merge", "a.json", "b.json", "--report", "json", folder: folder.path)
    #expect(
      try merged.json["drift"]?.elements.map { $0["rule"]?.string } == ["response.status.undocumented"], "\(merged)")
  }

  @Test func `an outage is named with its place in every form, and is no drift`() async throws {
    let folder = try workspace()
    try capture([good(), entry(ticket, 502), entry(ticket, 0), entry(ticket, 0)], in: folder)
    let run = try await plumbline(
      "check", "a.har", "--report", "console", "--report", "json=r.json", "--report", "junit=r.xml", "--report",
      "sarif=r.sarif", "--report", "github=r.txt", "--report", "markdown=r.md", "--report", "html=r.html",
      folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("502 Bad Gateway"))
    #expect(run.output.contains("3 outages (no drift)"))
    #expect(!run.output.contains("✓"), "Nobody takes an outage for a success.")
    let report = try JSON.parse(try folder.text(of: "r.json"))
    #expect(report["summary"]?["outages"]?.int == 3)
    #expect(report["drift"]?.count == 0)
    #expect(report["outages"]?.elements.map { $0["count"]?.int } == [1, 2])
    #expect(report["outages"]?.elements.map { $0["endpoint"]?.string } == ["tickets.get", "tickets.get"])
    let line = try #require(report["outages"]?[0]?["places"]?[0]?["line"]?.int)
    #expect(line > 1)
    for name in ["r.xml", "r.sarif", "r.txt", "r.md", "r.html"] {
      let text = try folder.text(of: name).replacing("&#39;", with: "'")
      #expect(text.contains("502 Bad Gateway"), "\(name)")
      #expect(text.contains("a.har"), "\(name)")
      #expect(text.contains("n outage isn't drift") || text.contains("(no drift)"), "\(name)")
    }
    #expect(try folder.text(of: "r.md").hasPrefix("## ⚠️"))
  }

  @Test func `a check that judged nothing is no success`() async throws {
    let folder = try workspace()
    try capture([], "empty.har", in: folder)
    try capture([entry("https://cdn.example/a.js", 200)], "foreign.har", in: folder)
    try capture([entry(ticket, 503)], "down.har", in: folder)
    for (name, status) in [("empty.har", Int32(2)), ("foreign.har", 2), ("down.har", 3)] {
      let run = try await plumbline("check", name, folder: folder.path)
      #expect(run.status == status, "\(name): \(run)")
      #expect(run.output.contains("nothing was inspected"), "\(run)")
      #expect(!run.output.contains("✓") && !run.output.contains("· no drift\n"), "\(run)")
    }
  }

  @Test func `a folder and an empty file get sentences of their own, without a line`() async throws {
    let folder = try workspace()
    try capture([], "some/a.har", in: folder)
    try folder.write("", to: "zero.har")
    let run = try await plumbline("check", "some", "zero.har", "nowhere.har", folder: folder.path)
    #expect(run.status == 2)
    #expect(run.output.contains("some: This is a folder; name files in it"), "\(run)")
    #expect(run.output.contains("zero.har: The file is empty"), "\(run)")
    #expect(!run.output.contains(":1:1"), "\(run)")
  }

  @Test func `a file that is named twice is read once`() async throws {
    let folder = try workspace()
    try capture([good()], in: folder)
    let run = try await plumbline("check", "a.har", "./a.har", "a.har", "--report", "json", folder: folder.path)
    #expect(try run.json["summary"]?["exchanges"]?.int == 1, "\(run)")
  }

  @Test func `only what was called has evidence, and the rest is one number`() async throws {
    let folder = try workspace()
    try capture([good()], in: folder)
    let run = try await plumbline("check", "a.har", "--report", "json=r.json", folder: folder.path)
    let evidence = try JSON.parse(try folder.text(of: "r.json"))["evidence"]?.elements.map { $0["endpoint"]?.string }
    #expect(Set(evidence ?? []) == ["tickets.get"])
    #expect(run.output.contains("36 endpoints weren't called"), "\(run)")
    #expect(run.output.contains("1 of 37 endpoints called"), "\(run)")
  }

  @Test func `a server that no contract has is reported if only the path decides`() async throws {
    let folder = try workspace()
    try capture([good("https://copy.example"), good("http://127.0.0.1:8080")], in: folder)
    let run = try await plumbline("check", "a.har", "--report", "json", folder: folder.path)
    let problems = try run.json["problems"]?.elements.compactMap { $0["message"]?.string } ?? []
    #expect(problems.count == 1, "A mock on one's own machine is no stranger: \(problems)")
    #expect(problems.first?.contains("https://copy.example") == true)
    #expect(run.status == 0)
    let console = try await plumbline("check", "a.har", folder: folder.path)
    #expect(!console.output.contains("✓"), "\(console)")
  }

  @Test func `an undocumented status beside a contradiction is in its sentence`() async throws {
    let folder = try workspace()
    try capture([entry(ticket, 418, #"{ "success": true, "data": {} }"#)], in: folder)
    let run = try await plumbline("check", "a.har", "--report", "json", folder: folder.path)
    let drift = try #require(try run.json["drift"])
    #expect(drift.elements.map { $0["rule"]?.string } == ["response.status.contradicts-envelope"])
    #expect(drift[0]?["message"]?.string?.contains("418, which the endpoint doesn't document") == true)
  }

  @Test func `a rule that isn't known gets the nearest and where to look`() async throws {
    for word in ["response.field.mising", "case-changed", "zebra"] {
      let run = try await plumbline("explain", word)
      #expect(run.status == 2)
      #expect(run.errors.contains("explain --all"), "\(run)")
      #expect(!run.errors.contains("more."), "\(run)")
    }
    let part = try await plumbline("explain", "case-changed")
    #expect(part.errors.contains("response.field.case-changed"), "\(part)")
  }

  @Test func `waive without a report says that the fingerprint is unchecked`() async throws {
    let folder = try workspace()
    let run = try await plumbline(
      // The option used to be called --expires, and that name still works.
      "waive", "0123456789abcdef", "--reason", "Known.", "--expires", "never", folder: folder.path)
    #expect(run.status == 0)
    #expect(run.output.contains("the waiver isn't checked against a report"), "\(run)")
  }

  @Test func `coverage is there in the forms of machines`() async throws {
    let folder = try workspace()
    let run = try await plumbline(
      "coverage", "--report", "github", "--report", "junit=r.xml", "--report", "sarif=r.sarif", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(run.lines.count { $0.hasPrefix("::notice file=Contracts/truelog/") } == 37)
    #expect(try folder.text(of: "r.xml").split(separator: "<testcase").count == 38)
    #expect(try folder.text(of: "r.xml").contains("never seen: "))
    let results = try #require(try JSON.parse(try folder.text(of: "r.sarif"))["runs"]?[0]?["results"])
    #expect(results.count == 37)
    #expect(results.elements.allSatisfy { $0["kind"]?.string == "informational" && $0["level"]?.string == "none" })
  }

  @Test func `an outage of a HEAD is reported at its endpoint`() async throws {
    let folder = try workspace()
    try capture([good(), entry(ticket, 502), entry(ticket, 502, method: "HEAD")], in: folder)
    let run = try await plumbline("check", "a.har", "--report", "json", folder: folder.path)
    #expect(try run.json["outages"]?.elements.map { $0["endpoint"]?.string } == ["tickets.get"], "\(run)")
    #expect(try run.json["outages"]?[0]?["count"]?.int == 2)
  }

  @Test func `bodies that weren't captured are reported once, and are no drift`() async throws {
    let folder = try workspace()
    let gone = try #require(
      entry(ticket, 200).replacing("/response/content", with: ["size": 500, "mimeType": "text/plain"]))
    let head = try #require(
      entry(ticket, 200, method: "HEAD").replacing("/response/content", with: ["size": 500]))
    try capture([good(), gone, gone, head], in: folder)
    let run = try await plumbline("check", "a.har", "--report", "json", folder: folder.path)
    #expect(run.status == 0)
    #expect(try run.json["drift"]?.count == 0)
    let problems = try run.json["problems"]?.elements.compactMap { $0["message"]?.string } ?? []
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.contains("bodies of 2 exchanges") == true, "\(problems)")
    let console = try await plumbline("check", "a.har", folder: folder.path)
    #expect(!console.output.contains("✓"), "\(console)")
  }

  @Test func `a packed file and a WebSocket get what they are`() async throws {
    let folder = try workspace()
    try Data([0x1F, 0x8B, 8, 0]).write(to: URL(fileURLWithPath: folder.path + "/a.har.gz"))
    let packed = try await plumbline("check", "a.har.gz", folder: folder.path)
    #expect(
      packed.output.contains("a.har.gz: The file can't be read: It is compressed with gzip, and is truncated."),
      "\(packed)")
    try capture([good(), entry("wss://www.truelog.site/live", 101)], in: folder)
    let run = try await plumbline("check", "a.har", "--report", "json", folder: folder.path)
    #expect(try run.json["drift"]?.count == 0, "\(run)")
    #expect(
      run.status == 0 && "\(run)".contains("1 exchange for web pages, their assets or the browser itself"), "\(run)")
  }

  @Test func `waivers that are written at the same time are all there`() async throws {
    let folder = try workspace()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 10..<16 {
        group.addTask {
          let run = try await plumbline(
            "waive", "00000000000000\(number)", "--reason", "Known.", "--until", "never", folder: folder.path)
          #expect(run.status == 0, "\(run)")
        }
      }
      try await group.waitForAll()
    }
    let waivers = try JSON.parse(try folder.text(of: "Contracts/truelog/waivers.json"))["waivers"]
    #expect(waivers?.count == 6)
  }

  /// Returns the recordings as lines of JSON.
  private func lines(_ names: String...) throws -> [String] {
    try names.map { name in
      let file = Suite.recordings.appendingPathComponent("truelog/\(name).json")
      return String(decoding: try JSON.parse(Array(Data(contentsOf: file))).serialized(.compact), as: UTF8.self)
    }
  }

  @Test func `exchanges of which each is a line are judged one by one`() async throws {
    let folder = try workspace()
    let all = try lines("tickets.get/success", "users.list/success", "tickets.get/not-found")
    let broken = all[0].replacing("\"subject\":\"", with: "\"subject\":null,\"was\":\"", maxReplacements: 1)
    try folder.write((all + ["", broken]).joined(separator: "\r\n"), to: "a.jsonl")
    let run = try await plumbline("check", "a.jsonl", "--report", "json", folder: folder.path)
    #expect(run.status == 1, "\(run)")
    let report = try run.json
    #expect(report["summary"]?["exchanges"]?.int == 4)
    #expect(report["drift"]?.elements.contains { $0["pointer"]?.string == "/response/body/data/subject" } ?? false)
    #expect(report["drift"]?.elements.allSatisfy { $0["recording"]?.string == "a.jsonl/5" } ?? false, "\(run)")
  }

  @Test func `a line needs a request and a response, and nothing else`() async throws {
    let folder = try workspace()
    let bare = try lines("tickets.get/success").map { line in
      try JSON.parse(line).removing(JSONPointer(tokens: ["provenance"]))?.text ?? ""
    }
    let broken = bare[0].replacing("\"subject\":\"", with: "\"subject\":null,\"was\":\"", maxReplacements: 1)
    try folder.write(
      (bare + [broken, #"{ "request": { "method": "GET", "path": "/a" } }"#]).joined(separator: "\n"), to: "a.jsonl")
    let run = try await plumbline("check", "a.jsonl", folder: folder.path)
    #expect(run.output.contains("2 exchanges") && run.output.contains("/response/body/data/subject"), "\(run)")
    #expect(run.output.contains("a.jsonl:3:1: ") && run.output.contains("response"), "\(run)")
    // A file for the mock states its origin.
    try folder.write(bare[0], to: "b.json")
    let file = try await plumbline("check", "b.json", folder: folder.path)
    #expect(file.output.contains("provenance"), "\(file)")
  }

  @Test func `a wrong line is reported with its number, and the others are read`() async throws {
    let folder = try workspace()
    let good = try lines("tickets.get/success")
    try folder.write((good + ["nonsense", #"{ "request": 1 }"#] + good).joined(separator: "\n"), to: "a.ndjson")
    let run = try await plumbline("check", "a.ndjson", folder: folder.path)
    #expect(run.status == 2, "\(run)")
    #expect(run.output.contains("a.ndjson:2:2: Expected the word null"), "\(run)")
    #expect(run.output.contains("a.ndjson:3:1: "), "\(run)")
    #expect(run.output.contains("2 exchanges"), "\(run)")
    let many = good + Array(repeating: "nonsense", count: 30)
    try folder.write(many.joined(separator: "\n"), to: "b.jsonl")
    let flood = try await plumbline("check", "b.jsonl", folder: folder.path)
    #expect(flood.output.contains("10 more lines are invalid."), "\(flood)")
  }

  @Test func `of a file without an exchange ten thousand lines are read`() async throws {
    let folder = try workspace()
    let good = try lines("tickets.get/success")
    let wrong = Array(repeating: "nonsense", count: 10_001)
    try folder.write((wrong + good).joined(separator: "\n"), to: "a.jsonl")
    let run = try await plumbline("check", "a.jsonl", folder: folder.path)
    #expect(run.status == 2, "\(run)")
    #expect(run.output.contains("a.jsonl:1:1: The first 10000 lines contain no exchange"), "\(run)")
    #expect(run.output.contains("9980 more lines are invalid."), "\(run)")
    try folder.write((good + wrong + good).joined(separator: "\n"), to: "b.jsonl")
    let whole = try await plumbline("check", "b.jsonl", folder: folder.path)
    #expect(whole.output.contains("2 exchanges"), "\(whole)")
    #expect(!whole.output.contains("contain no exchange"), "\(whole)")
    #expect(whole.output.contains("9981 more lines are invalid."), "\(whole)")
  }

  @Test func `standard input is read as lines, and a missing file is reported`() async throws {
    let folder = try workspace()
    let empty = try await plumbline("check", "-", folder: folder.path)
    #expect(empty.status == 2 && empty.errors.contains("the files contain no exchanges"), "\(empty)")
    let missing = try await plumbline("check", "a.jsonl", folder: folder.path)
    #expect(missing.status == 2 && missing.output.contains("a.jsonl"), "\(missing)")
    try folder.write("no gzip", to: "b.jsonl.gz")
    let packed = try await plumbline("check", "b.jsonl.gz", folder: folder.path)
    #expect(packed.output.contains("b.jsonl.gz:1:2: Expected the word null"), "\(packed)")
  }
}
