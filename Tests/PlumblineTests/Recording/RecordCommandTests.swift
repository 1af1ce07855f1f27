import Foundation
import PlumblineHTTPMessages
import PlumblineJSONTree
import TestSupport
import Testing

/// The command `plumbline record` from the user's point of view, between a client and a server.
@Suite struct RecordCommandTests {
  private static let environment = [
    "TRUELOG_API_KEY": "live-key-4711", "TRUELOG_LOGIN_EMAIL": "real@corp.example",
    "TRUELOG_LOGIN_PASSWORD": "hunter2-live",
  ]
  private static let credentials = "X-API-Key: live-key-4711\r\nAuthorization: Bearer live-session-0815\r\n"

  /// Returns a folder with TrueLog's contract and recordings.
  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts, to: "Contracts")
    try folder.copy(Suite.recordings, to: "Recordings")
    return folder
  }

  /// Records while requests are sent, ends the session with a SIGINT, and returns the tool's output.
  private func record(
    _ url: String, in folder: TemporaryFolder, _ options: [String] = [],
    _ requests: (RawConnection) async throws -> Void
  ) async throws -> Finished {
    let tool = try RunningTool(
      ["record", "truelog", "--upstream", url, "--port", "0"] + options, environment: Self.environment,
      folder: folder.path)
    defer { tool.kill() }
    let port = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:").flatMap { Int($0) })
    _ = await tool.line(beginning: "Press Ctrl-C")
    try await requests(try await RawConnection.connect(port: port))
    tool.send(SIGINT)
    return await tool.end()
  }

  private func get(_ path: String, _ fields: String = credentials) -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
  }

  private func post(_ path: String, _ body: String, _ fields: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)Content-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// Checks that the session in the article equals the output of this one, except for its address and unrelated lines.
  private func checkArticle(_ run: Finished) throws {
    let block = try #require(try Paper.article("Recording").blocks.first)
    var rest = run.lines[...]
    for (index, shown) in block.lines.enumerated().dropFirst(2) {
      let place = rest.firstIndex { Paper.fits($0, shown) }
      rest = try #require(place.map { rest[($0 + 1)...] }, "\(block.path):\(block.firstLine + index): \(shown)\n\(run)")
    }
  }

  /// Returns the contents of all files in a folder as a single text.
  private func text(of folder: TemporaryFolder, _ name: String) throws -> String {
    let files = FileManager.default.enumerator(atPath: "\(folder.path)/\(name)")?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".json") }.map { try folder.text(of: "\(name)/\($0)") }.joined()
  }

  @Test func `what a server answers is replayed by the mock, and no secret is in a file`() async throws {
    let folder = try workspace()
    let edit: @Sendable (Response) -> Response = { $0.editing { $0.replacing("/data/priority", with: "URGENT") } }
    let run = try await LiveServer.serving(edit: edit) { url in
      try await record(url, in: folder) { connection in
        let body = #"{"email":"real@corp.example","password":"hunter2-live"}"#
        let login = try await connection.exchange(post("/api/v2/auth/login", body, "X-API-Key: live-key-4711\r\n"))
        #expect(login.text.contains("live-session-0815"), "the client gets the server's own answer: \(login.text)")
        #expect(try await connection.exchange(get("/api/v2/tickets/5001")).status == 200)
        #expect(try await connection.exchange(get("/api/v2/tickets/5001")).status == 200)
        #expect(try await connection.exchange(get("/api/v2/tickets/5001", "")).status == 401)
        #expect(try await connection.exchange(get("/api/v2/tikets/5001")).status == 404)
        #expect(
          try await connection.exchange(post("/api/v2/tickets/5001/comments", "{}", Self.credentials)).status == 403)
      }
    }
    #expect(run.status == 1, "a request that no endpoint has is drift: \(run)")
    #expect(
      run.lines.contains { $0.hasSuffix("Recordings/truelog/tickets.get/success-priority-urgent.json  × 2") }, "\(run)")
    #expect(run.lines.contains(#"    new: "URGENT" at /response/body/data/priority"#), "\(run)")
    #expect(run.lines.contains("  like      session.login/success, with other values; --refresh writes them"), "\(run)")
    #expect(run.output.contains("nearest: tickets.get"), "\(run)")
    #expect(run.output.contains("--allow-writes"), "what wasn't sent is told: \(run)")
    try checkArticle(run)
    let recordings = try text(of: folder, "Recordings")
    for secret in LiveServer.secrets + ["live-cookie-1"] {
      #expect(!recordings.contains(secret), "\(secret) is on the disk")
      #expect(!run.output.contains(secret) && !run.errors.contains(secret), "\(secret) is told: \(run)")
    }
    let recorded = try JSON.parse(try folder.text(of: "Recordings/truelog/tickets.get/success-priority-urgent.json"))
    #expect(recorded["request"]?["persona"]?.string == "agent")
    #expect(recorded["provenance"]?["kind"]?.string == "recorded")

    let lint = try await plumbline("lint", "truelog", folder: folder.path)
    #expect(lint.status == 0, "\(lint)")
    let verify = try await plumbline("verify", "truelog", folder: folder.path)
    #expect(verify.status == 0, "\(verify)")
    let mock = try RunningTool(["serve", "truelog", "--port", "0"], folder: folder.path)
    defer { mock.kill() }
    let port = try #require(await mock.line(beginning: "TrueLog Inventory API: http://127.0.0.1:").flatMap { Int($0) })
    let replayed = try await RawConnection.connect(port: port).exchange(
      get("/api/v2/tickets/5001", "X-API-Key: demo-key\r\nAuthorization: Bearer agent-token\r\n"))
    #expect(replayed.status == 200)
    #expect(try JSON.parse(replayed.body) == recorded["response"]?["body"])
    mock.terminate()
    #expect(await mock.end().status == 0)
  }

  @Test func `the folder for recordings is created and named`() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts, to: "Contracts")
    let run = try await LiveServer.serving { url in
      try await record(url, in: folder, ["--recordings", "New/Taken"]) { connection in
        let seen = try await connection.exchange(get("/api/v2/tickets/5001"))
        #expect(seen.status == 200)
      }
    }
    #expect(run.lines.contains("Created the folder New/Taken."), "\(run)")
    #expect(try folder.text(of: "New/Taken/truelog/tickets.get/success.json").contains("\"recorded\""), "\(run)")
    let other = try await plumbline("lint", "truelog", "--recordings", "Nothing", folder: folder.path)
    #expect(other.status == 2 && other.errors.contains("must name an existing folder"), "\(other)")
  }

  @Test func `drift is reported and still recorded, unless only clean answers are wanted`() async throws {
    let folder = try workspace()
    let requests: (RawConnection) async throws -> Void = {
      _ = try await $0.exchange(self.get("/api/v2/tickets/5001"))
    }
    let path = "Recordings/truelog/tickets.get/success-priority-critical.json"
    try await LiveServer.serving(edit: { $0.editing { $0.replacing("/data/priority", with: "CRITICAL") } }) { url in
      let clean = try await record(url, in: folder, ["--only-clean"], requests)
      #expect(clean.status == 1 && !folder.has(path), "\(clean)")
      #expect(clean.output.contains("response.field.value-not-in-enum"), "\(clean)")
      let dry = try await record(url, in: folder, ["--dry-run", "--report", "json=report.json"], requests)
      #expect(dry.status == 1 && !folder.has(path), "\(dry)")
      #expect(
        dry.output.contains("would write    Recordings/truelog/tickets.get/success-priority-critical.json"), "\(dry)")
      let report = try JSON.parse(try folder.text(of: "report.json"))
      #expect(report["command"]?.string == "record")
      #expect(report["drift"]?.count == 1)
      let all = try await record(url, in: folder, ["--gate", "none"], requests)
      #expect(all.status == 0 && folder.has(path), "\(all)")
    }
    let first = try folder.text(of: path)
    #expect(first.contains("CRITICAL"))
    try await LiveServer.serving { url in
      let kept = try await record(url, in: folder, [], requests)
      #expect(kept.status == 0 && kept.output.contains("--refresh"), "\(kept)")
      let unchanged = try folder.text(of: path)
      #expect(unchanged == first, "no file is overwritten without being asked for")
      let replaced = try await record(url, in: folder, ["--refresh"], requests)
      #expect(replaced.output.contains("replaced  \(path)"), "\(replaced)")
      #expect(replaced.output.contains(#"no longer shown: "CRITICAL" at /response/body/data/priority"#), "\(replaced)")
      let renewed = try folder.text(of: path)
      #expect(!renewed.contains("CRITICAL"))
    }
  }

  @Test func `a server that isn't there is no recording, and neither is a session without requests`() async throws {
    let folder = try workspace()
    let before = try text(of: folder, "Recordings")
    let port = try LoopbackPort.bound()
    defer { port.close() }
    let outage = try await record(port.url, in: folder) {
      let answer = try await $0.exchange(get("/api/v2/tickets/5001"))
      #expect(answer.status == 502)
    }
    #expect(outage.status == 3, "\(outage)")
    let nothing = try await record("production", in: folder, ["--allow-writes"]) {
      let refused = try await $0.exchange(post("/api/v2/tickets/1042/comments", "{}", Self.credentials))
      #expect(refused.status == 403)
      #expect(refused.text.contains("the contract forbids writing to production"))
    }
    #expect(nothing.status == 2, "\(nothing)")
    let after = try text(of: folder, "Recordings")
    #expect(after == before)
  }

  @Test func `a folder that can't be written is found out before anything is recorded`() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts, to: "Contracts")
    try folder.write("in the way", to: "Recordings/truelog")
    let tool = try RunningTool(
      ["record", "truelog", "--upstream", "http://127.0.0.1:9", "--port", "0"], folder: folder.path)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 2 && run.errors.contains("A file with that name already exists"), "\(run)")
    #expect(!run.output.contains("Ctrl-C"), "\(run)")
  }

  @Test func `a file that couldn't be written is never said to be`() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts, to: "Contracts")
    let run = try await LiveServer.serving { url in
      try await record(url, in: folder) {
        _ = try await $0.exchange(self.get("/api/v2/tickets/5001"))
        try folder.write("in the way", to: "Recordings/truelog/tickets.get")
      }
    }
    #expect(run.status == 2, "\(run)")
    #expect(
      run.output.contains("not written  Recordings/truelog/tickets.get/success.json: A file with that name"), "\(run)")
    #expect(!run.output.contains("wrote "), "\(run)")
  }

  @Test func `what is about people is replaced, unless it is to be kept`() async throws {
    let folder = try workspace()
    let requests: (RawConnection) async throws -> Void = {
      _ = try await $0.exchange(self.get("/api/v2/tickets/5001"))
    }
    let path = "Recordings/truelog/tickets.get/success-5001.json"
    let edit: @Sendable (Response) -> Response = {
      $0.editing { $0.replacing("/data/subject", with: JSON("Call olga@corp.sg")) }
    }
    try await LiveServer.serving(edit: edit) { url in
      let run = try await record(url, in: folder, ["--refresh"], requests)
      #expect(run.output.contains("/response/body/data/subject"), "\(run)")
      let fake = try folder.text(of: path)
      #expect(fake.contains("Call person-1@example.com"))
      #expect(!fake.contains("olga"))
      let kept = try await record(url, in: folder, ["--keep-personal", "--refresh"], requests)
      #expect(kept.status == 0, "\(kept)")
      let real = try folder.text(of: path)
      #expect(real.contains("Call olga@corp.sg"))
    }
  }

  @Test(arguments: [
    ([], "one service"), (["truelog"], "--upstream"), (["truelog", "--upstream", "testng"], "testing"),
    (["truelog", "--upstream", "testing", "--as", "agnet"], "agent"),
  ])
  func `missing and mistyped options are reported`(words: [String], expected: String) async throws {
    let tool = try RunningTool(["record"] + words)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 2 && run.errors.contains(expected), "\(run)")
  }
}
