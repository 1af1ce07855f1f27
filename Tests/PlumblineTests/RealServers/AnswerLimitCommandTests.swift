import Foundation
import PlumblineHTTPMessages
import TestSupport
import Testing

/// Small compressed responses that decompress to very large ones, in every command that sends requests to a server.
@Suite struct AnswerLimitCommandTests {
  private static let words = "is larger than 64KB when decompressed; --limit answer=SIZE sets the limit."
  private static let limit = ["--limit", "answer=64KB"]
  private static let bomb = OutgoingResponse(
    Response(
      status: 200, headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"],
      body: Body(GzipBomb.bytes(unpackingTo: 1_000_000))))

  /// Serves the mock with a list of users that is a decompression bomb.
  private func serving<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Value
  ) async throws -> Value {
    try await UnrulyServer { request, _ in
      request.path == "/api/v1/users" ? .answer(Self.bomb) : .ordinary
    }.serving(body)
  }

  private func end(_ arguments: [String]) async throws -> Finished {
    let tool = RunningCommand(arguments + Self.limit, environment: TrueLog.environment)
    defer { tool.kill() }
    return await tool.end()
  }

  @Test(arguments: [[], ["--direct"]])
  func `verify fails the call, says why, and goes on`(more: [String]) async throws {
    let run = try await serving { url in
      try await end(
        ["verify", "truelog", "--server", url, "--only", "users.list", "--only", "categories.list", "--report", "json"]
          + more)
    }
    #expect(run.status == 1, "\(run)")
    let calls = Array(try #require(try run.json["calls"]).elements)
    let failed = calls.filter { $0["outcome"]?.string == "failed" }
    #expect(!failed.isEmpty && failed.allSatisfy { $0["endpoint"]?.string == "users.list" }, "\(run)")
    #expect(failed.allSatisfy { $0["reason"]?.string?.contains(Self.words) == true }, "\(run)")
  }

  @Test func `a server of nothing but such answers is still one that is there`() async throws {
    let run = try await UnrulyServer(isDisposable: false) { _, _ in .answer(Self.bomb) }.serving { url in
      try await end(["verify", "truelog", "--server", url, "--only", "tickets.*"])
    }
    #expect(run.status == 1, "\(run)")
    #expect(run.output.replacing(/\s+/, with: " ").contains(Self.words), "\(run)")
    #expect(!run.errors.contains("stopped responding") && !run.output.contains("stopped responding"), "\(run)")
  }

  @Test func `probe can't tell, and says why`() async throws {
    let run = try await serving { url in
      try await end(["probe", "truelog", "--server", url, "--only", "users.list", "--report", "json"])
    }
    #expect(try run.json["verdicts"]?[0]?["endpoint"]?.string == "users.list", "\(run)")
    #expect(run.output.contains(Self.words), "\(run)")
    #expect(run.status == 0 || run.status == 1, "\(run)")
  }

  @Test(arguments: ["record", "serve"])
  func `the proxy responds with a 502 that says why, and continues`(command: String) async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts, to: "Contracts")
    try folder.copy(Suite.recordings, to: "Recordings")
    try await serving { url in
      let tool = RunningCommand(
        [command, "truelog", "--upstream", url, "--port", "0"] + Self.limit, environment: TrueLog.environment,
        folder: folder.path)
      defer { tool.kill() }
      let port = try #require(
        await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:").flatMap { Int($0) }, "\(tool.errorText)")
      _ = await tool.line(beginning: "Press Ctrl-C")
      let connection = try await RawConnection.connect(port: port)
      let fields = "Host: localhost\r\nX-API-Key: demo-key\r\nAuthorization: Bearer agent-token\r\n\r\n"
      let refused = try await connection.exchange("GET /api/v1/users HTTP/1.1\r\n\(fields)")
      #expect(refused.status == 502)
      #expect(refused.text.contains(Self.words), "\(refused.text)")
      #expect(try await connection.exchange("GET /api/v2/tickets/1042 HTTP/1.1\r\n\(fields)").status == 200)
      tool.send(SIGINT)
      let run = await tool.end()
      if command == "record" { #expect(run.output.replacing(/\s+/, with: " ").contains(Self.words), "\(run)") }
      #expect(run.status == 0, "\(run)")
    }
  }

  @Test(arguments: [
    (["verify", "--limit", "answer=1MB"], "--limit applies only to real servers"),
    (["verify", "--server", "testing", "--limit", "items=5"], "--limit takes answer=VALUE, not \"items=5\"."),
    (
      ["probe", "truelog", "--server", "testing", "--limit", "answer=1GB"], "--limit answer=1GB: 128MB is the maximum."
    ),
    (["record", "truelog", "--upstream", "testing", "--limit", "answer=x"], "expected a whole number of at least 1"),
    (["serve", "--limit", "answer=129MB"], "128MB is the maximum"),
    (["serve", "--limit", "sessions=0"], "expected a whole number of at least 1"),
    (["serve", "--allow-origin", "*"], "--allow-origin takes one page's scheme, host and port"),
    (["record", "truelog", "--upstream", "testing", "--allow-origin", "null"], "not \"null\""),
    (["serve", "--echo", "--allow-origin", "http://a"], "--echo responds with the request's own body"),
  ])
  func `a limit or an origin that can't be is refused`(words: [String], sentence: String) async throws {
    let tool = RunningCommand(words)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 2)
    #expect(run.errors.contains(sentence), "\(run)")
  }
}
