import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// Every report format, written to a file by the command line.
struct ReportFormatsTests {
  /// Returns TrueLog with a recording whose flag is a string.
  private func stale() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    try folder.copy(Suite.recordings.appendingPathComponent("truelog"), to: "Recordings/truelog")
    let recordings = "\(folder.path)/Recordings/truelog/users.list"
    let names = try FileManager.default.contentsOfDirectory(atPath: recordings).sorted()
    for name in names {
      let text = try String(contentsOfFile: "\(recordings)/\(name)", encoding: .utf8)
      guard text.contains("\"success\": true") else { continue }
      try folder.write(
        text.replacing("\"success\": true", with: "\"success\": \"true\""), to: "Recordings/truelog/users.list/\(name)")
      break
    }
    return folder
  }

  @Test func `all forms can be had at once, and all tell the drift`() async throws {
    let folder = try stale()
    let run = try await plumbline(
      "lint", "--report", "github", "--report", "html=out/page.html", "--report", "sarif=out/scan.sarif", "--report",
      "markdown=out/comment.md", "--report", "junit=out/tests.xml", "--report", "json=out/report.json", "--report",
      "console=out/text.txt", folder: folder.path)
    #expect(run.status == 1, "\(run)")
    #expect(run.output.hasPrefix("::error file=Contracts/truelog/"), "\(run)")
    #expect(run.output.contains("\nPlumbline: 1 breaking in 1 endpoint · "), "\(run)")
    func read(_ name: String) throws -> String {
      try String(contentsOfFile: "\(folder.path)/out/\(name)", encoding: .utf8)
    }
    #expect(try read("page.html").contains("<h1>1 breaking in 1 endpoint</h1>"))
    #expect(try read("comment.md").hasPrefix("## ❌ 1 breaking in 1 endpoint\n"))
    #expect(try read("tests.xml").contains("<failure type=\"response.envelope.flag-type\""))
    #expect(try read("text.txt").contains("response.envelope.flag-type"))
    let drift = try JSON.parse(try read("report.json"))["drift"]?[0]
    let result = try JSON.parse(try read("scan.sarif"))["runs"]?[0]?["results"]?[0]
    #expect(drift?["rule"]?.string == "response.envelope.flag-type")
    #expect(result?["ruleId"] == drift?["rule"])
    #expect(result?["partialFingerprints"]?["plumbline/v1"] == drift?["fingerprint"])
    let file = result?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]?.string
    #expect(file == drift?["contract"]?["file"]?.string)
  }

  @Test func `that a SARIF file doesn't hold everything is said beside it`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(.shop(server: "http://shop.example"))
    let entries = (0..<80).map { entry in
      let fields = (0..<100).map { "\\\"f\(entry * 100 + $0)x\\\": 1" }.joined(separator: ", ")
      return """
        { "startedDateTime": "2026-11-21T08:00:00Z", "time": 1,
          "request": { "method": "GET", "url": "http://shop.example/items", "headers": [] },
          "response": { "status": 200, "headers": [{ "name": "Content-Type", "value": "application/json" }],
            "content": { "mimeType": "application/json", "text": "{ \(fields) }" } } }
        """
    }
    try folder.write(
      """
      { "log": { "version": "1.2", "creator": { "name": "x", "version": "1" },
        "entries": [\(entries.joined(separator: ", "))] } }
      """, to: "many.har")
    let run = try await plumbline(
      "check", "many.har", "--report", "json", "--report", "sarif=many.sarif", folder: folder.path)
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("plumbline: many.sarif: Left out "), "\(run.errors)")
    #expect(
      run.errors.contains(
        " of 8000 findings, the least severe: GitHub accepts SARIF files of up to 25000 results and 10 MB")
    )
    #expect(try JSON.parse(run.output)["drift"]?.count == 8000)
    let size = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/many.sarif")[.size] as? Int
    #expect((size ?? .max) <= 10_000_000)
  }

  @Test func `a verification becomes a page`() async throws {
    let folder = try TemporaryFolder()
    let run = try await plumbline("verify", "--only", "users.*", "--report", "html=\(folder.path)/plumbline.html")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("no drift"), "The console's report comes as well.")
    let page = try String(contentsOfFile: "\(folder.path)/plumbline.html", encoding: .utf8)
    #expect(page.contains("<h1>No drift</h1>"))
    #expect(page.contains("title=\"users.list  GET /api/v1/users\""))
  }
}
