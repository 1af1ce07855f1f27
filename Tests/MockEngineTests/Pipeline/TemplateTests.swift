import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// Paths with parameters inside segments and across slashes, and endpoints that differ in more than their paths.
@Suite struct TemplateTests {
  private static let endpoints = """
    "reports.get": { "summary": "Reads", "request": "GET /reports/{name}.json", "source": "Handbook",
      "path": { "name": { "type": "string" } },
      "success": { "200": { "payload": { "$ref": "#/schemas/Item" } } }, "failures": ["notFound"] },
    "reports.cancel": { "summary": "Cancels", "request": "POST /reports/{id}:cancel", "source": "Handbook",
      "path": { "id": { "type": "integer" } }, "success": { "204": {} }, "failures": ["notFound", "validation"] },
    "files.get": { "summary": "Reads", "request": "GET /files/{+path}", "source": "Handbook",
      "path": { "path": { "type": "string" } },
      "success": { "200": { "payload": { "$ref": "#/schemas/Item" } } }, "failures": ["notFound"] },
    "files.meta": { "summary": "Reads", "request": "GET /files/{+path}/meta", "source": "Handbook",
      "path": { "path": { "type": "string" } },
      "success": { "200": { "payload": { "$ref": "#/schemas/Item" } } } },
    "links.add": { "summary": "Links", "request": "LINK /files/{+path}", "source": "Handbook",
      "path": { "path": { "type": "string" } }, "success": { "204": {} } },
    "rpc.read": { "summary": "Reads", "request": "POST /rpc", "source": "Handbook", "safe": true,
      "when": { "body#/method": { "const": "read" } }, "body": { "type": "object", "required": ["method"] },
      "success": { "200": { "payload": { "const": "was read" } } }, "failures": ["validation"] },
    "rpc.drop": { "summary": "Drops", "request": "POST /rpc", "source": "Handbook",
      "when": { "body#/method": { "const": "drop" } }, "body": { "type": "object", "required": ["method", "id"] },
      "success": { "200": { "payload": { "const": "was dropped" } } }, "failures": ["validation"],
      "requires": ["can_edit"] }
    """

  private func session() throws -> MockSession {
    let recordings = [
      try Shop.recording("reports.get", "q1", request: #"{ "method": "GET", "path": "/reports/q1.json" }"#),
      try Shop.recording(
        "reports.get", "gone", request: #"{ "method": "GET", "path": "/reports/gone.json" }"#, status: 404,
        body: Shop.failure("NOT_FOUND")),
      try Shop.recording("files.get", "deep", request: #"{ "method": "GET", "path": "/files/a/b.txt" }"#),
      try Shop.recording(
        "files.get", "lost", request: #"{ "method": "GET", "path": "/files/a/lost" }"#, status: 404,
        body: Shop.failure("NOT_FOUND")),
    ]
    return try Shop.session(recordings, endpoints: Self.endpoints)
  }

  @Test(arguments: [
    ("/reports/q1.json", 200, "reports.get/q1"), ("/reports/gone.json", 404, "reports.get/gone"),
    ("/reports/gone.json?x=1", 404, "reports.get/gone"), ("/files/a/lost?x=1", 404, "files.get/lost"),
    ("/reports/q2.json", 200, "reports.get/q1"), ("/files/a/b.txt", 200, "files.get/deep"),
    ("/files/a/lost", 404, "files.get/lost"), ("/files/x/y/z", 200, "files.get/deep"),
    ("/files/a/b/meta", 200, "synthesised"), ("/files/", 404, "built"), ("/reports/q1", 404, "built"),
  ])
  func `a path finds its endpoint's recording`(path: String, status: Int, from: String) throws {
    let seen = try session().send(.get, path)
    #expect(seen.status == status, "\(seen)")
    #expect(seen.from == from, "\(seen)")
  }

  @Test func `any token is a method`() throws {
    let session = try session()
    #expect(session.send(HTTPMethod("LINK") ?? .get, "/files/a/b").status == 204)
    #expect(session.send(HTTPMethod("UNLINK") ?? .get, "/files/a/b")["allow"] == "GET, HEAD, LINK, OPTIONS")
  }

  @Test func `what doesn't fit a pattern is reported by the pattern`() throws {
    let session = try session()
    #expect(session.send(.get, "/reports/q1.jsn").message.contains(#"path segment 2 is "q1.jsn", not {name}.json"#))
    #expect(session.send(.post, "/reports/x:cancel").status == 422)
    #expect(session.send(.post, "/reports/7:cancl").message.contains(#"path segment 2 is "7:cancl", not {id}:cancel"#))
  }

  @Test func `requests that differ in their bodies alone are each answered by their endpoint`() throws {
    let session = try session()
    let json: HeaderFields = ["Content-Type": "application/json"]
    for _ in 0..<3 {
      let read = session.send(.post, "/rpc", as: "guest-token", headers: json, body: #"{"method":"read"}"#)
      #expect(read.status == 200)
      #expect(read.text.contains("was read"), "\(read)")
      let drop = session.send(.post, "/rpc", as: "guest-token", headers: json, body: #"{"method":"drop"}"#)
      #expect(drop.status == 403, "\(drop)")
      let owned = session.send(.post, "/rpc", headers: json, body: #"{"method":"drop","id":1}"#)
      #expect(owned.text.contains("was dropped"), "\(owned)")
    }
  }

  @Test func `where no when holds the answer names what missed`() throws {
    let seen = try session().send(
      .post, "/rpc", headers: ["Content-Type": "application/json"], body: #"{"method":"raed"}"#)
    #expect(seen.status == 404)
    #expect(seen.message.contains(#"rpc.read (POST /rpc): body#/method: "raed" is not read"#), "\(seen)")
  }

  @Test func `a server answers with the path of its URL and without it`() throws {
    let contract = try Shop.contract(Self.endpoints, server: "https://shop.example/v1")
    let recording = try Shop.recording(
      "reports.get", "q1", request: #"{ "method": "GET", "path": "/reports/q1.json" }"#)
    let directory = SessionDirectory(library: MockLibrary(contract: contract, recordings: [recording]))
    for path in ["/v1/reports/q1.json", "/reports/q1.json"] {
      let request = Request(
        method: .get, target: path, headers: ["X-Key": "k", "Authorization": "Bearer owner-token"])
      #expect(Seen(directory.answer(to: request)).from == "reports.get/q1")
    }
    #expect(directory.main.journal.entries.map(\.request.path) == ["/reports/q1.json", "/reports/q1.json"])
  }
}
