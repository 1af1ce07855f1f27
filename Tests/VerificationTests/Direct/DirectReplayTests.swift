import PlumblineHTTPMessages
import PlumblineRecordings
import Testing

/// Recorded requests, sent to a real server.
@Suite struct DirectReplayTests {
  private static let failures = """
    "failures": { "missing": { "status": 404 }, "hidden": { "status": 403 }, "changed": { "status": 412 },
      "wrong": { "status": 400 }, "unacceptable": { "status": 406 }, "broken": { "status": 500 }, "slow": { "status": 429 },
      "locked": { "status": 423 } },
    """

  private static let endpoints = """
    "files.get": { "summary": "x", "request": "GET /boxes/{box}/files/{file}", "source": "x",
      "path": { "box": { "type": "string" }, "file": { "type": "string" } },
      "query": { "part": { "type": "string" }, "signature": { "type": "string" } }, "headers": { "If-Match": { "type": "string" } },
      "success": { "200": { "body": { "type": "object" } } },
      "failures": ["missing", "hidden", "changed", "wrong", "unacceptable", "broken", "slow", "locked"] },
    "files.put": { "summary": "x", "request": "PUT /boxes/{box}/files/{file}", "source": "x",
      "path": { "box": { "type": "string" }, "file": { "type": "string" } }, "success": { "204": {} },
      "failures": ["missing"] }
    """

  private static func bench(_ recordings: [Recording]) throws -> DirectBench {
    try DirectBench(endpoints, more: failures, recordings: recordings)
  }

  private static func success(_ path: String, query: String = "") throws -> Recording {
    try DirectBench.recording(
      "files.get", "success", #""method": "GET", "path": "\#(path)"\#(query)"#, #""status": 200, "body": {}"#)
  }

  private static func refusal(_ status: Int, _ path: String, _ more: String = "") throws -> Recording {
    try DirectBench.recording(
      "files.get", "r\(status)", #""method": "GET", "path": "\#(path)"\#(more)"#, #""status": \#(status)"#)
  }

  @Test(arguments: [
    ([:], "/boxes/a%2db/files/%e2%82%ac%2C1"), (["box": "mine"], "/boxes/mine/files/%e2%82%ac%2C1"),
    (["file": "x/y"], "/boxes/a%2db/files/x%2Fy"), (["box": "a-b"], "/boxes/a%2db/files/%e2%82%ac%2C1"),
  ])
  func `a path is sent in its own spelling, but for what a variable gives`(variables: [String: String], path: String)
    async throws
  {
    let bench = try Self.bench([
      Self.success("/boxes/a%2db/files/%e2%82%ac%2C1", query: #", "query": { "part": "a,b" }"#)
    ])
    let server = ScriptedUpstream { _ in json(200, "{}") }
    let lines = try await bench.lines(at: server, variables: variables)
    #expect(lines.first == "passed files.get: sends what success recorded")
    #expect(server.requests.map(\.path) == [path])
    #expect(server.requests.first?.queryItems.map(\.value) == ["a,b"])
  }

  @Test func `recorded refusals of what changes nothing are asked of the server`() async throws {
    let path = "/boxes/a/files/b"
    let bench = try Self.bench([
      Self.success(path), Self.refusal(404, "/boxes/a/files/none"), Self.refusal(403, "/boxes/hidden/files/b"),
      Self.refusal(412, path, #", "headers": { "if-match": "\"old\"" }"#),
      Self.refusal(400, path, #", "query": { "part": "?" }"#),
      Self.refusal(406, path, #", "headers": { "accept": "x/y" }"#),
      Self.refusal(500, path), Self.refusal(429, path), Self.refusal(423, path),
      DirectBench.recording("files.put", "r404", #""method": "PUT", "path": "\#(path)""#, #""status": 404"#),
    ])
    let server = ScriptedUpstream { request in
      switch (request.path, request.query, request.headers["if-match"], request.headers["accept"]) {
      case ("/boxes/a/files/none", _, _, _): json(404, "{}")
      case ("/boxes/hidden/files/b", _, _, _): json(403, "{}")
      case (_, _, _?, _): json(412, "{}")
      case (_, _?, _, _): json(400, "{}")
      case (_, _, _, "x/y"): json(406, "{}")
      default: json(200, "{}")
      }
    }
    let lines = try await bench.lines(at: server)
    #expect(lines.filter { $0.hasPrefix("passed") }.count == 6, "\(lines)")
    for name in ["r500", "r429", "r423"] {
      #expect(
        lines.contains("skipped files.get: only the mock can be made to respond with \(name), not a real server"))
    }
    #expect(server.requests.count == 6)
    #expect(server.requests.allSatisfy { $0.method == .get })
  }

  @Test func `a refusal that depends on the server is no failure where it doesn't come, one of the request is`()
    async throws
  {
    let path = "/boxes/a/files/b"
    let bench = try Self.bench([
      Self.success(path), Self.refusal(404, "/boxes/a/files/none"), Self.refusal(403, "/boxes/hidden/files/b"),
      Self.refusal(412, path, #", "headers": { "if-match": "\"old\"" }"#),
      Self.refusal(400, path, #", "query": { "part": "?" }"#),
      Self.refusal(406, path, #", "headers": { "accept": "x/y" }"#),
    ])
    let server = ScriptedUpstream { _ in json(200, "{}") }
    let lines = try await bench.lines(at: server).filter { !$0.hasPrefix("passed") }
    #expect(
      lines.filter { $0.hasPrefix("failed") } == [
        "failed files.get: expected 400 wrong, but the server responded with 200 to GET /boxes/a/files/b",
        "failed files.get: expected 406 unacceptable, but the server responded with 200 to GET /boxes/a/files/b",
      ])
    #expect(
      lines.filter { $0.hasPrefix("skipped files.get: the recorded ") }.map { $0.dropFirst(32).prefix(3) } == [
        "404", "403", "412",
      ], "\(lines)")
  }

  @Test func `a server without what a recording names says nothing of its refusals`() async throws {
    let path = "/boxes/a/files/b"
    let bench = try Self.bench([
      Self.success(path), Self.refusal(404, "/boxes/a/files/none"),
      Self.refusal(400, path, #", "query": { "part": "?" }"#),
    ])
    let server = ScriptedUpstream { _ in json(403, "{}") }
    let lines = try await bench.lines(at: server)
    #expect(lines.allSatisfy { $0.hasPrefix("skipped") }, "\(lines)")
    #expect(lines.contains { $0.contains("--var box=… --var file=…") })
    // The server's own errors are still reported.
    let broken = ScriptedUpstream { _ in json(500, "{}") }
    #expect(try await bench.lines(at: broken).filter { $0.hasPrefix("failed") }.count == 3)
  }

  @Test func `variables replace the ids that are right, and not those that are refused`() async throws {
    let path = "/boxes/a/files/b"
    let bench = try Self.bench([
      Self.success(path), Self.refusal(404, "/boxes/a/files/none"),
      Self.refusal(400, path, #", "query": { "part": "?" }"#),
    ])
    let server = ScriptedUpstream { request in
      request.path.hasSuffix("none") ? json(404, "{}") : request.query != nil ? json(400, "{}") : json(200, "{}")
    }
    let lines = try await bench.lines(at: server, variables: ["box": "mine", "file": "mine.txt"])
    #expect(lines.allSatisfy { $0.hasPrefix("passed") || $0.contains("files.put") }, "\(lines)")
    #expect(
      server.requests.map(\.target).sorted()
        == [
          "/boxes/mine/files/mine.txt", "/boxes/mine/files/mine.txt?part=%3F", "/boxes/mine/files/none",
        ].sorted()
        || server.requests.map(\.path).sorted() == [
          "/boxes/mine/files/mine.txt", "/boxes/mine/files/mine.txt", "/boxes/mine/files/none",
        ])
  }

  @Test(arguments: [
    #", "query": { "signature": "f3a9c1d27e" }"#, #", "headers": { "x-api-key": "f3a9c1d27e" }"#,
    #", "query": { "part": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U" }"#,
  ])
  func `a secret of a recording is never sent, wherever it is`(secret: String) async throws {
    let bench = try Self.bench([
      Self.success("/boxes/a/files/b", query: secret), Self.refusal(404, "/boxes/a/files/c", secret),
    ])
    let server = ScriptedUpstream { _ in json(200, "{}") }
    let lines = try await bench.lines(at: server).filter { $0.contains("files.get") }
    #expect(server.requests.isEmpty)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("its recorded request contains a secret (") }, "\(lines)")
  }

  @Test func `a path that leads elsewhere is not sent`() async throws {
    let bench = try Self.bench([Self.success("/boxes/%2e%2e/files/b")])
    let server = ScriptedUpstream { _ in json(200, "{}") }
    let lines = try await bench.lines(at: server)
    #expect(server.requests.isEmpty)
    #expect(lines.first?.contains(" can't be written in the path /boxes/{box}/files/{file}; ") == true, "\(lines)")
  }
}
