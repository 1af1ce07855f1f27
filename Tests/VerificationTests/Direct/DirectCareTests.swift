import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// What isn't known isn't taken for empty, absent or harmless: on a real server, by requests made from a contract.
@Suite struct DirectCareTests {
  // MARK: - Writes

  private static func maker(_ state: String = "") throws -> DirectBench {
    try DirectBench(
      """
      "pools.list": { "summary": "x", "request": "GET /pools", "source": "x",
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Pool" } } } },
        "state": { "action": "list", "collection": "pools" } },
      "pools.add": { "summary": "x", "request": "POST /pools", "source": "x", "body": { "$ref": "#/schemas/Pool" },
        "success": { "201": { "body": { "$ref": "#/schemas/Pool" } } }\(state) }
      """,
      more: """
        "collections": { "pools": { "item": { "$ref": "#/schemas/Pool" }, "key": "/name" } },
        "schemas": { "Pool": { "type": "object", "required": ["name", "note"], "properties": {
          "name": { "enum": ["a"] }, "note": { "type": "string" } } } },
        """)
  }

  private static func pools(_ names: String...) -> ScriptedUpstream {
    let list = names.map { #"{ "name": "\#($0)", "note": "Mine" }"# }.joined(separator: ", ")
    return ScriptedUpstream { request in
      guard request.method == .post else { return json(200, "[\(list)]") }
      return json(201, String(decoding: request.body.bytes ?? [], as: UTF8.self))
    }
  }

  @Test func `a write of which nothing is said isn't sent, whatever it documents`() async throws {
    let server = Self.pools("a")
    let lines = try await Self.maker().lines(at: server, allowsWrites: true)
    #expect(!server.requests.contains { $0.method == .post })
    #expect(
      lines.last
        == "skipped pools.add: POST /pools was not sent: the contract doesn't say what it does, so nobody could undo it; "
        + "--allow-unknown-writes sends it all the same")
    #expect(try await Self.maker().lines(at: server, allowsUnknownWrites: true).count == lines.count)
    #expect(!server.requests.contains { $0.method == .post }, "Without --allow-writes nothing is written.")
    _ = try await Self.maker().lines(at: server, allowsWrites: true, allowsUnknownWrites: true)
    #expect(server.requests.contains { $0.method == .post })
  }

  @Test func `nothing is made under a key that is there`() async throws {
    let bench = try Self.maker(#", "state": { "action": "create", "collection": "pools" }"#)
    let taken = Self.pools("b", "a")
    let lines = try await bench.lines(at: taken, allowsWrites: true)
    #expect(!taken.requests.contains { $0.method == .post })
    let reason = "skipped pools.add: POST /pools was not sent: pools a is there already"
    #expect(lines.contains { $0.hasPrefix(reason) }, "\(lines)")
    let free = Self.pools("b")
    _ = try await bench.lines(at: free, allowsWrites: true)
    #expect(free.requests.count { $0.method == .post } == 1)
  }

  // MARK: - Absence

  private static func reading(_ line: String, _ failures: String = "") throws -> DirectBench {
    let path = line.contains("{id}") ? #""path": { "id": { "type": "string" } },"# : ""
    return try DirectBench(
      """
      "thing": { "summary": "x", "request": "GET \(line)", "source": "x", \(path)
        "success": { "200": { "body": { "type": "object" } } }\(failures) }
      """,
      more: """
        "failures": { "none": { "status": 404, "body": false },
          "nothing": { "status": 404, "body": { "type": "object", "required": ["code"] } } },
        """)
  }

  private static let missing = #"{ "detail": "Not Found" }"#

  @Test func `a 404 that nobody documents is an endpoint's absence where a path that can't exist gets the same`()
    async throws
  {
    let server = ScriptedUpstream { _ in json(404, Self.missing) }
    let outcome = try #require(try await Self.reading("/things/{id}").outcomes(at: server).first)
    #expect(outcome.drift.map(\.rule.id) == ["endpoint.missing"])
  }

  @Test func `a 404 that is another than that of a path that can't exist is about an item`() async throws {
    let server = ScriptedUpstream { request in
      json(404, request.path.hasPrefix("/things/") ? #"{ "detail": "No such thing" }"# : Self.missing)
    }
    let outcome = try #require(try await Self.reading("/things/{id}").outcomes(at: server).first)
    #expect(outcome.drift.map(\.rule.id) == ["response.status.undocumented"])
    #expect(outcome.drift.first?.severity == .warning)
  }

  @Test func `a path whose OPTIONS lists the method is there, whatever a GET says`() async throws {
    let server = ScriptedUpstream { request in
      let isThere = request.method == .options && request.path.hasPrefix("/things/")
      return isThere ? json(405, "{}", ["Allow": "HEAD, GET"]) : json(404, Self.missing)
    }
    let outcome = try #require(try await Self.reading("/things/{id}").outcomes(at: server).first)
    #expect(outcome.drift.map(\.rule.id) == ["response.status.undocumented"])
  }

  @Test func `a documented 404 without a documented body may have one`() async throws {
    let server = ScriptedUpstream { _ in json(404, Self.missing) }
    let outcome = try #require(
      try await Self.reading("/things/{id}", #", "failures": ["none"]"#).outcomes(at: server).first)
    #expect(!outcome.drift.contains { $0.severity == .breaking }, "\(outcome.drift)")
    #expect(outcome.line.reason?.contains("--var thing_id=…") == true, "\(outcome.line)")
  }

  @Test func `where there may be nothing to show, the documented 404 is no failure`() async throws {
    let server = ScriptedUpstream { _ in json(404, #"{ "code": "NO_BACKUP" }"#) }
    let documented = try await Self.reading("/backup", #", "failures": ["nothing"]"#).outcomes(at: server)
    #expect(documented.map(\.line.outcome) == [.skipped])
    #expect(documented.first?.line.reason == "the server has nothing there: it answers 404, as documented")
    #expect(documented.flatMap(\.drift).isEmpty)
    let undocumented = try await Self.reading("/backup").outcomes(at: server)
    #expect(undocumented.map(\.line.outcome) != [.skipped])
  }

  // MARK: - What is asked for

  @Test func `a server is asked for the documented media types`() async throws {
    let server = ScriptedUpstream { _ in json(200, "{}") }
    _ = try await Self.reading("/things", #", "failures": ["nothing"]"#).outcomes(at: server)
    #expect(server.requests.map { $0.headers["accept"] } == ["application/json"])
  }
}
