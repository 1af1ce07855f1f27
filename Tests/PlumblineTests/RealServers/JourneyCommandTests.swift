import PlumblineHTTPMessages
import PlumblineJSONTree
import TestSupport
import Testing

/// The command `verify --server --allow-writes` from the user's point of view.
@Suite(.serialized) struct JourneyCommandTests {
  @Test func `the whole suite leaves a server as it was`() async throws {
    let server = try UnrulyServer()
    let before = try server.contents()
    let run = try await server.serving { url in
      try await plumbline(
        "verify", "truelog", "--server", url, "--allow-writes", "--report", "json", environment: TrueLog.environment)
    }
    #expect(run.status == 0, "\(run)")
    #expect(try server.contents() == before)
    let calls = Array(try #require(try run.json["calls"]).elements)
    let names = calls.filter { $0["outcome"]?.string == "passed" }.compactMap { $0["endpoint"]?.string }
    for endpoint in ["accessories.create", "accessories.checkout", "customers.delete", "comments.update"] {
      #expect(names.contains(endpoint), "\(endpoint)")
    }
    let lacking = calls.compactMap { $0["reason"]?.string }.filter { $0.hasPrefix("needs --var") }
    #expect(lacking.contains("needs --var removable_ticket_id=… on a real server"))
    #expect(!server.requests.contains { $0.method == .delete && $0.path == "/api/v2/tickets/1045" })
  }

  @Test func `what can't be removed is in the output and in every report`() async throws {
    let folder = try TemporaryFolder()
    let formats = ["json", "junit", "sarif", "github", "markdown", "html"]
    let server = try UnrulyServer { request, _ in
      let isRemoval = request.method == .delete && request.path == "/api/v2/accessories/26"
      return isRemoval ? .answer(OutgoingResponse(Response(status: 500, body: Body("Broken.")))) : .ordinary
    }
    let run = try await server.serving { url in
      let reports = formats.flatMap { ["--report", "\($0)=\(folder.path)/report.\($0)"] }
      let tool = RunningCommand(
        ["verify", "truelog", "--server", url, "--allow-writes", "--only", "accessories.create"] + reports,
        environment: TrueLog.environment)
      defer { tool.kill() }
      return await tool.end()
    }
    #expect(run.status == 1, "\(run)")
    let sentence = "accessories 26: DELETE /api/v2/accessories/26 returned 500"
    #expect(run.output.contains("left behind:"), "\(run)")
    for format in formats {
      let text = try folder.text(of: "report.\(format)")
      #expect(text.contains("left behind"), "\(format)")
      let plain = text.replacing("\\/", with: "/").replacing("`", with: "").replacing("&#x2F;", with: "/")
      #expect(plain.contains(sentence), "\(format)")
    }
  }

  @Test func `a value from the environment serves as --var does, and --var wins`() async throws {
    var environment = TrueLog.environment
    environment["PLUMBLINE_VAR_TICKET_ID"] = "1043"
    let server = try UnrulyServer()
    try await server.serving { url in
      _ = try await plumbline(
        "verify", "truelog", "--server", url, "--only", "tickets.get", environment: environment)
      #expect(server.requests.map(\.path).contains("/api/v2/tickets/1043"))
      _ = try await plumbline(
        "verify", "truelog", "--server", url, "--only", "tickets.get", "--var", "ticket_id=1044",
        environment: environment)
      #expect(server.requests.map(\.path).contains("/api/v2/tickets/1044"))
    }
  }

  @Test func `missing credentials name their variables and skip what needs them`() async throws {
    let server = try UnrulyServer()
    let run = try await server.serving { url in
      try await plumbline(
        "verify", "truelog", "--server", url, "--only", "tickets.list", "--only", "session.login", "--report", "json",
        environment: ["TRUELOG_API_KEY": "demo-key"])
    }
    let calls = Array(try #require(try run.json["calls"]).elements)
    func reasons(_ endpoint: String) -> Set<String> {
      Set(calls.filter { $0["endpoint"]?.string == endpoint }.compactMap { $0["reason"]?.string })
    }
    #expect(
      reasons("tickets.list").contains(
        "it needs the credential session for agent; set TRUELOG_TOKEN_AGENT or TRUELOG_TOKEN"),
      "\(reasons("tickets.list"))")
    #expect(
      reasons("session.login").contains {
        $0.contains("set TRUELOG_LOGIN_EMAIL_AGENT or TRUELOG_LOGIN_EMAIL and TRUELOG_LOGIN_PASSWORD_AGENT or")
      }, "\(reasons("session.login"))")
    // Calls that require no credentials still run without any.
    #expect(calls.contains { $0["outcome"]?.string == "passed" })
    let login = server.requests.filter { $0.method == .post }
    #expect(login.isEmpty, "The contract's own login goes to no real server.")
  }

  @Test func `a redirect is shown, and not followed elsewhere`() async throws {
    let server = try UnrulyServer { request, _ in
      guard request.path == "/api/v1/users" else { return .ordinary }
      return .answer(
        OutgoingResponse(Response(status: 302, headers: ["Location": "https://login.example/?next=/users"])))
    }
    let run = try await server.serving { url in
      try await plumbline(
        "verify", "truelog", "--server", url, "--only", "users.list: lists users", environment: TrueLog.environment)
    }
    #expect(run.status == 1, "\(run)")
    #expect(run.output.contains("status 302. It redirects to"), "\(run)")
    #expect(run.output.contains("https://login.example/."), "\(run)")
    #expect(!run.output.contains("next="))
  }

  @Test func `a redirect to a protected server leads no write there`() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    let protected = try UnrulyServer()
    try await protected.serving { production in
      try folder.replace(
        #"{ "url": "https://inventory.truelog.com.sg", "writes": "never" }"#,
        with: #"{ "url": "\#(production)", "writes": "never" }"#, in: "Contracts/truelog/contract.json")
      let other = try UnrulyServer { request, _ in
        request.method == .get
          ? .ordinary
          : .answer(OutgoingResponse(Response(status: 307, headers: ["Location": production + request.target])))
      }
      let run = try await other.serving { url in
        try await plumbline(
          "verify", "truelog", "--server", url, "--allow-writes", "--only", "accessories.create", "--contracts",
          "\(folder.path)/Contracts", environment: TrueLog.environment)
      }
      #expect(run.status == 1, "\(run)")
      #expect(run.output.contains("status 307. It redirects to"), "\(run)")
      #expect(!other.requests.isEmpty)
    }
    #expect(protected.requests.isEmpty)
  }

  @Test func `without a client the same contract is verified, on the mock and on a server`() async throws {
    let mock = try await plumbline("verify", "truelog", "--direct")
    #expect(mock.status == 0, "\(mock)")
    #expect(mock.output.contains("✓ 37 endpoints verified"))
    let server = try UnrulyServer()
    let run = try await server.serving { url in
      try await plumbline(
        "verify", "truelog", "--direct", "--server", url, "--report", "json", environment: TrueLog.environment)
    }
    #expect(run.status == 0, "\(run)")
    #expect(
      server.requests.allSatisfy {
        $0.method.isSafe || ["/api/v2/auth/login", "/api/v2/reports/generate"].contains($0.path)
      })
  }

  @Test func `a service without a suite is verified directly`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(.notes())
    let run = try await plumbline("verify", "--direct", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("✓ 1 endpoint verified"), "\(run)")
  }

  @Test(arguments: [
    (["--direct", "--mutations"], "--direct has none"), (["--rate", "5/s"], "--rate applies only to real servers"),
    (["--retries", "1"], "--retries applies only to real servers"),
    (["--server", "http://127.0.0.1:1", "--rate", "fast"], "such as 5/s or 30/min"),
    (["--server", "http://127.0.0.1:1", "--retries", "99"], "from 0 to 10"), (["--concurrency", "0"], "from 1 to 64"),
  ])
  func `options that exclude one another are reported`(options: [String], words: String) async throws {
    let tool = RunningCommand(["verify", "truelog"] + options)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 2 && run.errors.contains(words), "\(run)")
  }
}
