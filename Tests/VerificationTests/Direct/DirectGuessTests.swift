import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Generated values for a contract without recordings, with a real server and with the mock.
@Suite struct DirectGuessTests {
  private static let failures = #""failures": { "missing": { "status": 404 }, "wrong": { "status": 422 } },"#

  private static func tables(_ query: String = "true", path: String = #"{ "type": "string" }"#) throws -> DirectBench {
    try DirectBench(
      """
      "tables.get": { "summary": "x", "request": "GET /tables/{table}", "source": "x", "path": { "table": \(path) },
        "query": { "match": \(query) }, "required": { "query": ["match"] },
        "success": { "200": { "body": { "type": "object" } } }, "failures": ["missing", "wrong"] }
      """, more: failures)
  }

  @Test func `an id that was made up and isn't there is a skip that says what would help`() async throws {
    let server = ScriptedUpstream { request in request.path == "/tables/mine" ? json(200, "{}") : json(404, "{}") }
    let lines = try await Self.tables().lines(at: server)
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(line.hasPrefix("skipped tables.get: the server has no item for made-up values (table=Text): "), "\(line)")
    #expect(line.contains("--var table=…"))
    #expect(line.contains(#"or with "examples" at store/contract.json:"#))
    #expect(try await Self.tables().lines(at: server, variables: ["table": "mine"]).first?.hasPrefix("passed") == true)
    // An item whose key the user specified must exist.
    #expect(try await Self.tables().lines(at: server, variables: ["table": "x"]).first?.hasPrefix("failed") == true)
  }

  @Test func `a value that was made up and is refused is a skip, one that the contract gives is a failure`()
    async throws
  {
    let server = ScriptedUpstream { _ in json(422, "{}") }
    let line = try #require(
      try await Self.tables(#"{ "type": "string" }"#).lines(at: server, variables: ["table": "mine"]).first)
    #expect(line.hasPrefix("skipped tables.get: the server rejects the made-up values with 422: "), "\(line)")
    #expect(line.contains(#"add "examples" that it accepts at query.match (store/contract.json:"#))
    let listed = try Self.tables(#"{ "type": "string", "examples": ["up"] }"#)
    #expect(
      try await listed.lines(at: server, variables: ["table": "mine"]) == [
        "failed tables.get: expected a success, but the server responded with 422 to GET /tables/mine: {}"
      ])
    #expect(server.requests.last?.query == "match=up")
  }

  @Test func `an error without a body is reported with its status once`() async throws {
    let server = ScriptedUpstream { _ in OutgoingResponse(Response(status: 422)) }
    let bench = try Self.tables(#"{ "type": "string", "examples": ["up"] }"#)
    #expect(
      try await bench.lines(at: server, variables: ["table": "mine"]) == [
        "failed tables.get: expected a success, but the server responded with 422 to GET /tables/mine"
      ])
  }

  @Test func `an undocumented refusal is drift, whatever was made up`() async throws {
    let server = ScriptedUpstream { _ in json(409, "{}") }
    let outcome = try #require(try await Self.tables().outcomes(at: server).first)
    #expect(outcome.drift.map(\.rule.id) == ["response.status.undocumented"])
    #expect(outcome.line.outcome != .skipped)
    #expect(outcome.line.outcome != .passed)
  }

  @Test(arguments: [404, 410]) func `an undocumented absence of what the run made up is a notice that says so`(
    status: Int
  ) async throws {
    let bench = try DirectBench(
      """
      "offers.get": { "summary": "x", "request": "GET /shops/{shop}/offers/{offer_id}", "source": "x",
        "path": { "shop": { "type": "string" }, "offer_id": { "type": "string" } },
        "success": { "200": { "body": { "type": "object" } } } }
      """)
    let server = ScriptedUpstream { request in
      // Other paths get a different response, so that the endpoint itself isn't considered missing.
      json(status, request.path.hasPrefix("/shops/") ? #"{ "detail": "No such offer" }"# : "{}")
    }
    let outcome = try #require(try await bench.outcomes(at: server, variables: ["shop": "mine"]).first)
    let drift = try #require(outcome.drift.first { $0.rule.id == "response.status.undocumented" }, "\(outcome.drift)")
    #expect(drift.severity == .notice)
    #expect(
      drift.message.hasSuffix("The run made up offer_id, so the server may well not have it."), "\(drift.message)")
    #expect(outcome.line.outcome == .drifted, "It is neither passed nor failed.")
    let given = try await bench.outcomes(at: server, variables: ["shop": "mine", "offer_id": "7"])
    #expect(!given.flatMap(\.drift).contains { $0.severity == .notice }, "Who gives an id says that it is there.")
    #expect(!given.flatMap(\.drift).isEmpty)
  }

  // MARK: - The mock

  private static let shelves = """
    "collections": {
      "shelves": { "item": { "$ref": "#/schemas/Shelf" }, "key": "/name", "seed": [{ "name": "tall" }, { "name": "low" }] },
      "books": { "item": { "$ref": "#/schemas/Book" }, "key": "/isbn", "per": "path.shelf",
        "seeds": { "low": [{ "isbn": "978-x", "title": "Emma" }] } } },
    "schemas": {
      "Shelf": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
      "Book": { "type": "object", "required": ["isbn", "title"],
        "properties": { "isbn": { "type": "string" }, "title": { "type": "string" } } } },
    """

  private static func endpoint(_ id: String, _ line: String, _ answer: String, _ state: String, _ more: String = "")
    -> String
  {
    let names = line.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } }
    let path = names.map { #""\#($0)": { "type": "string" }"# }.joined(separator: ", ")
    return """
      "\(id)": { "summary": "x", "request": "\(line)", "source": "x", "success": { \(answer) }, "failures": ["missing", "stale"],
        \(path.isEmpty ? "" : #""path": { \#(path) },"#) \(more) "state": { \(state) } }
      """
  }

  @Test func `a contract with text keys verifies clean on the mock, with nothing recorded`() async throws {
    let shelf = ##""200": { "body": { "$ref": "#/schemas/Shelf" } }"##
    let book =
      ##""200": { "body": { "$ref": "#/schemas/Book" }, "headers": { "ETag": { "schema": { "type": "string" } } } }"##
    let named = #""collection": "books", "key": "path.isbn""#
    let tagged = #""headers": { "If-Match": { "type": "string" } }, "required": { "headers": ["If-Match"] },"#
    let bench = try DirectBench(
      [
        Self.endpoint(
          "shelves.get", "GET /shelves/{name}", shelf, #""action": "read", "collection": "shelves", "key": "path.name""#
        ),
        Self.endpoint("books.get", "GET /shelves/{shelf}/books/{isbn}", book, #""action": "read", \#(named)"#),
        Self.endpoint(
          "books.list", "GET /shelves/{shelf}/books",
          ##""200": { "body": { "type": "array", "minItems": 1, "items": { "$ref": "#/schemas/Book" } } }"##,
          #""action": "list", "collection": "books""#),
        Self.endpoint(
          "books.edit", "PATCH /shelves/{shelf}/books/{isbn}", book, #""action": "update", \#(named)"#,
          tagged + #""body": { "type": "object", "properties": { "title": { "type": "string" } } },"#),
        Self.endpoint(
          "books.burn", "DELETE /shelves/{shelf}/books/{isbn}", #""204": {}"#, #""action": "delete", \#(named)"#),
      ].joined(separator: ","),
      more: Self.shelves + #""failures": { "missing": { "status": 404 }, "stale": { "status": 412 } },"#)
    let outcomes = try await bench.outcomes()
    #expect(outcomes.count == 5)
    for outcome in outcomes { #expect(outcome.isVerified, "\(outcome.line)") }
    let edit = try #require(outcomes.first { $0.line.endpoint == "books.edit" })
    #expect(edit.exchanges.map(\.request.method) == [.get, .patch])
    #expect(edit.exchanges.last?.request.headers["if-match"] == edit.exchanges.first?.response?.headers["etag"])
    #expect(edit.exchanges.last?.request.path == "/shelves/low/books/978-x")
  }

  @Test func `the mock is asked for what it has, a real server for what the contract's examples say`() async throws {
    let bench = try DirectBench(
      """
      "shelves.get": { "summary": "x", "request": "GET /shelves/{name}", "source": "x", "success": { "200": { "body": true } },
        "path": { "name": { "type": "string", "examples": ["wide"] } }, "failures": ["missing"],
        "state": { "action": "read", "collection": "shelves", "key": "path.name" } }
      """,
      more: """
        "collections": { "shelves": {
          "item": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }, "key": "/name",
          "seed": [{ "name": "tall" }, { "name": "low" }] } },
        \(Self.failures)
        """)
    let server = ScriptedUpstream { _ in json(200, "{}") }
    _ = try await bench.outcomes(at: server)
    #expect(server.requests.map(\.path) == ["/shelves/wide"])
    #expect(try await bench.outcomes().first?.exchanges.map(\.request.path) == ["/shelves/tall"])
  }

  @Test func `an entity tag is never made up`() async throws {
    let bench = try DirectBench(
      """
      "notes.put": { "summary": "x", "request": "PUT /notes", "source": "x", "success": { "204": {} }, "failures": ["stale"],
        "headers": { "If-Match": { "type": "string" }, "If-None-Match": { "type": "string" } }, "required": { "headers": ["If-Match"] } },
      "notes.get": { "summary": "x", "request": "GET /other", "source": "x", "success": { "200": { "body": true } },
        "headers": { "If-Match": { "type": "string" }, "If-None-Match": { "type": "string" } }, "failures": ["stale"] }
      """, more: #""failures": { "stale": { "status": 412 } },"#)
    let outcomes = try await bench.outcomes()
    #expect(outcomes.map(\.line.outcome) == [.skipped, .passed])
    #expect(
      outcomes.first?.line.reason
        == "it requires if-match, but no GET on its path returns the ETag to send back")
    let headers = try #require(outcomes.last?.exchanges.last?.request.headers)
    #expect(!headers.contains("if-match"))
    #expect(!headers.contains("if-none-match"))
  }
}
