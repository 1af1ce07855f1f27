import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The results of a run, which are reported however it ends. Anything that would prevent the report is detected before
/// the run starts.
@Suite(.serialized) struct RunResultsTests {
  private func verify(
    _ server: UnrulyServer, _ options: String..., environment: [String: String] = TrueLog.environment
  ) async throws -> Finished {
    try await server.serving { url in
      let tool = RunningCommand(["verify", "truelog", "--server", url] + options, environment: environment)
      defer { tool.kill() }
      return await tool.end()
    }
  }

  @Test func `a report that couldn't be written is an error before the first request`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let server = try UnrulyServer()
    for path in ["\(folder.path)/file/report.json", folder.path] {
      let run = try await verify(server, "--allow-writes", "--report", "json=\(path)")
      #expect(run.status == 2 && run.errors.contains("--report: "), "\(run)")
    }
    let probed = try await server.serving { url in
      let tool = RunningCommand(["probe", "truelog", "--server", url, "--report", "json=\(folder.path)"])
      defer { tool.kill() }
      return await tool.end()
    }
    #expect(probed.status == 2 && probed.errors.contains("--report: "), "\(probed)")
    #expect(server.requests.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
  }

  @Test func `a service without such a server is reported before anything is written to another's`() async throws {
    let folder = try TemporaryFolder()
    for service in ["truelog", "photoscout"] {
      try folder.copy(Suite.contracts.appendingPathComponent(service), to: "Contracts/\(service)")
    }
    let server = try UnrulyServer()
    let run = try await server.serving { url in
      try folder.replace("https://www.truelog.site", with: url, in: "Contracts/truelog/contract.json")
      let tool = RunningCommand(
        [
          "verify", "truelog", "photoscout", "--server", "testing", "--allow-writes", "--contracts",
          "\(folder.path)/Contracts",
        ], environment: TrueLog.environment)
      defer { tool.kill() }
      return await tool.end()
    }
    #expect(run.status == 2 && run.errors.contains("photoscout has no server \"testing\""), "\(run)")
    #expect(server.requests.isEmpty)
  }

  @Test func `a value that a call can't use costs no other call's result`() async throws {
    let folder = try TemporaryFolder()
    let run = try await verify(
      try UnrulyServer(), "--only", "tickets.get", "--only", "tickets.list", "--var", "ticket_id=abc", "--report",
      "json=\(folder.path)/report.json")
    #expect(run.status == 2 && run.errors.contains("--var ticket_id=abc: ticket_id must be a whole number"), "\(run)")
    let report = try JSON.parse(folder.text(of: "report.json"))
    #expect(report["exit"]?.int == 2)
    let calls = Array(try #require(report["calls"]).elements)
    #expect(calls.contains { $0["endpoint"]?.string == "tickets.list" && $0["outcome"]?.string == "passed" })
    #expect(calls.contains { $0["endpoint"]?.string == "tickets.get" && $0["outcome"]?.string == "failed" })
  }

  @Test func `a run in which no call could be made that needs credentials is no success`() async throws {
    let run = try await verify(try UnrulyServer(), environment: [:])
    #expect(run.status == 2, "\(run)")
    #expect(run.errors.contains("that need credentials were skipped"), "\(run)")
    #expect(run.errors.contains("--allow-skipped"))
    // Rejecting unknown callers isn't the purpose of an endpoint.
    #expect(run.output.contains(" 0 of 37 endpoints verified · "), "\(run)")
    let meant = try await verify(try UnrulyServer(), "--allow-skipped", environment: [:])
    #expect(meant.status == 0, "\(meant)")
    let some = try await verify(
      try UnrulyServer(), environment: ["TRUELOG_API_KEY": "demo-key", "TRUELOG_TOKEN": "agent-token"])
    #expect(some.status == 0, "\(some)")
  }

  @Test func `a real server's items are changed only with ids from the command line`() async throws {
    let server = try UnrulyServer(isDisposable: false)
    let before = try server.contents()
    let run = try await verify(server, "--allow-writes", "--report", "json")
    #expect(run.status == 0, "\(run)")
    #expect(try server.contents() == before)
    let own = ["/1042", "/1045", "/311", "/312", "/57", "/58", "/21", "/22"]
    let written = server.requests.filter { !$0.method.isSafe && $0.method != .post && $0.headers.contains("x-api-key") }
    #expect(!written.contains { request in own.contains { request.path.hasSuffix($0) } }, "\(written.map(\.path))")
    let named = try await verify(
      server, "--allow-writes", "--only", "tickets.*", "--only", "comments.*", "--var", "ticket_id=1042", "--report",
      "json")
    #expect(named.status == 0, "\(named)")
    #expect(try server.contents() == before)
    #expect(server.requests.contains { $0.method == .put && $0.path == "/api/v2/tickets/1042" })
  }
}
