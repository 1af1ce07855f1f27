import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// PhotoScout on the command line, with bare JSON, visitor identifiers, and links.
struct PhotoScoutCommandTests {
  /// Returns a copy of PhotoScout in a folder of its own.
  private func copy() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("photoscout"), to: "Contracts/photoscout")
    try folder.copy(Suite.recordings.appendingPathComponent("photoscout"), to: "Recordings/photoscout")
    return folder
  }

  @Test func `links are listed beside endpoints, and counted separately`() async throws {
    let run = try await plumbline("verify", "photoscout")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("✓ 5 endpoints verified · 4 links verified · "), "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("✓ oauth.redirect ") })
    #expect(run.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `a link that the client makes otherwise is drift at its line, in every report`() async throws {
    let folder = try copy()
    try folder.replace(
      "&response_type=id_token&scope=openid%20profile%20email&nonce=n-0S6_WzA2Mj",
      with: "&response_type=code&scope=openid%20profile%20email&nonce=n-0S6_WzA2Mj",
      in: "Contracts/photoscout/deep-links.json")
    let run = try await plumbline(
      "verify", "--only", "oauth.*", "--report", "json=report.json", "--report", "junit=report.xml", "--report",
      "sarif=report.sarif", "--report", "markdown=report.md", "--report", "html=report.html", folder: folder.path)
    #expect(run.status == 1, "\(run)")
    #expect(run.output.contains("1 breaking in 1 link"), "\(run)")
    let report = try JSON.parse(folder.text(of: "report.json"))
    #expect(report["drift"]?.count == 1)
    let drift = try #require(report["drift"]?[0])
    #expect(drift["rule"]?.string == "link.made-otherwise")
    #expect(drift["endpoint"]?.string == "oauth.url")
    #expect(drift["call"]?.string == "oauth.url: makes the URL of a sign-in")
    #expect(drift["contract"]?["file"]?.string == "Contracts/photoscout/deep-links.json")
    let line = try #require(drift["contract"]?["line"]?.int)
    let text = try folder.text(of: "Contracts/photoscout/deep-links.json").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(text[line - 1].contains("the URL of a sign-in"))
    #expect(report["summary"]?["links"]?.int == 4)
    #expect(report["summary"]?["endpoints"]?.int == 0)
    #expect(report["calls"]?.elements.count { $0["outcome"]?.string == "drifted" } == 1)
    #expect(try folder.text(of: "report.xml").contains(#"<failure type="link.made-otherwise""#))
    #expect(try folder.text(of: "report.sarif").contains("deep-links.json"))
    #expect(try folder.text(of: "report.md").contains("1 breaking in 1 link"))
    #expect(try folder.text(of: "report.html").contains("1 breaking in 1 link"))

    let waiving = try await plumbline(
      "waive", try #require(drift["fingerprint"]?.string), "--from", "report.json", "--reason", "They change it",
      "--until", "never",
      folder: folder.path)
    #expect(waiving.status == 0, "\(waiving)")
    let again = try await plumbline("verify", folder: folder.path)
    #expect(again.status == 0, "\(again)")
    #expect(again.output.contains("1 waived"))
  }

  @Test func `a mistake in links json is reported by every command that reads it`() async throws {
    let folder = try copy()
    try folder.replace(#""refused": {"#, with: #""refusd": {"#, in: "Contracts/photoscout/deep-links.json")
    for command in ["lint", "verify", "list", "coverage"] {
      let run = try await plumbline(command, folder: folder.path)
      #expect(run.status == 2, "\(run)")
      #expect((run.output + run.errors).contains("Unknown key \"refusd\""), "\(run)")
    }
  }

  @Test func `a pattern chooses links and their cases`() async throws {
    let run = try await plumbline("verify", "--only", "oauth.token: refuses*", "--report", "json")
    #expect(run.status == 0, "\(run)")
    let calls = Array(try #require(run.json["calls"]).elements)
    #expect(!calls.isEmpty)
    #expect(calls.allSatisfy { $0["name"]?.string?.hasPrefix("refuses ") == true })
    #expect(try run.json["endpoints"]?.elements.compactMap { $0["kind"]?.string } == ["link"])
  }

  @Test func `coverage and the list count a link's cases`() async throws {
    let coverage = try await plumbline("coverage", "photoscout", "--report", "json")
    let line = try #require(
      try coverage.json["coverage"]?.elements.first { $0["endpoint"]?.string == "oauth.redirect" })
    let contract = try Service.photoScout.library.get().contract
    let count = try #require(contract.link("oauth.redirect")).cases.count
    #expect(line["recordings"]?.int == count)
    #expect(line["calls"]?.int == count)
    #expect(line["mock"]?.string == "passed")
    let list = try await plumbline("list", "photoscout")
    #expect(list.output.contains("· 5 endpoints, 4 links · "), "\(list)")
    #expect(list.output.contains("com.vladimirbolshakov.PhotoScout:/oauth2redirect#id_token={token}"))
  }

  @Test func `a plan that is deleted is gone, for its visitor alone`() async throws {
    let tool = RunningCommand(["serve", "photoscout", "--port", "0"])
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "PhotoScout: http://127.0.0.1:").flatMap(Int.init))
    func send(_ line: String, _ visitor: String?) async throws -> RawResponse {
      let header = visitor.map { "X-Visitor-Id: \($0)\r\n" } ?? ""
      return try await RawConnection.connect(port: port)
        .exchange("\(line) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(header)\r\n")
    }
    let (signedIn, device) = ("105925737740615784679", UUID().uuidString)
    func ids(_ response: RawResponse) throws -> [String] {
      try JSON.parse(response.body).elements.compactMap { $0["id"]?.string }
    }
    #expect(try ids(await send("GET /api/plans", signedIn)) == ["plan-lofoten", "plan-lisbon", "plan-anywhere"])
    #expect(try await send("DELETE /api/plans/plan-lisbon", signedIn).status == 204)
    #expect(try await send("GET /api/plans/plan-lisbon", signedIn).status == 404)
    #expect(try ids(await send("GET /api/plans", signedIn)) == ["plan-lofoten", "plan-anywhere"])
    #expect(try await send("DELETE /api/plans/plan-lisbon", signedIn).status == 404)
    #expect(try await send("GET /api/plans/plan-lisbon", device).status == 200, "Any device is somebody.")
    let refused = try await send("GET /api/plans", nil)
    #expect(refused.status == 403)
    #expect(try JSON.parse(refused.body)["error"]?.string == "FORBIDDEN")
  }

  @Test func `all services are served where none is named, each at a port of its own`() async throws {
    let tool = RunningCommand(["serve", "--port", "0"])
    defer { tool.kill() }
    var ports: Set<Int> = []
    for service in Service.all {
      let title = try service.library.get().contract.title
      let port = try #require(await tool.line(beginning: "\(title): http://127.0.0.1:").flatMap(Int.init))
      let health = try await RawConnection.connect(port: port)
        .exchange("GET /__plumbline/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
      #expect(try JSON.parse(health.body)["service"]?.string == service.suite.service)
      ports.insert(port)
    }
    #expect(ports.count == Service.all.count)
  }
}
