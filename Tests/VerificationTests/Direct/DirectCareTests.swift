import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Requests that are generated from a contract. They must never assume that unknown data on a real server is empty,
/// absent or harmless.
@Suite struct DirectCareTests {
  /// Notes, whose keys are texts, and the error if there is none.
  private static let notes = """
    "failures": { "none": { "status": 404, "body": { "type": "object" } } },
    "collections": { "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id" } },
    "schemas": { "Note": { "type": "object", "required": ["id", "text"], "properties": {
      "id": { "type": "string" }, "text": { "type": "string" } } } },
    """

  // MARK: - Writes

  private static func maker(_ state: String = "") throws -> DirectBench {
    try DirectBench(
      """
      "pools.remove": { "summary": "x", "request": "DELETE /pools/{name}", "source": "x",
        "path": { "name": { "type": "string" } }, "success": { "204": { "body": false } },
        "state": { "action": "delete", "collection": "pools", "key": "path.name" } },
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
        == "skipped pools.add: POST /pools was not sent: the contract doesn't describe its effect, so it couldn't be undone; "
        + "--allow-unknown-writes sends it anyway")
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
    let reason = "skipped pools.add: POST /pools was not sent: pools a already exists"
    #expect(lines.contains { $0.hasPrefix(reason) }, "\(lines)")
    let free = Self.pools("b")
    _ = try await bench.lines(at: free, allowsWrites: true)
    #expect(free.requests.count { $0.method == .post } == 1)
  }

  /// Returns a contract with items that can be created and removed, whose body has these members.
  private static func shelf(_ members: String, isRemovable: Bool = true) throws -> DirectBench {
    let removal = """
      "things.remove": { "summary": "x", "request": "DELETE /things/{id}", "source": "x",
        "path": { "id": { "type": "string" } }, "success": { "204": { "body": false } },
        "state": { "action": "delete", "collection": "things", "key": "path.id" } },
      """
    return try DirectBench(
      """
      \(isRemovable ? removal : "")
      "things.list": { "summary": "x", "request": "GET /things", "source": "x",
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Thing" } } } },
        "state": { "action": "list", "collection": "things" } },
      "things.add": { "summary": "x", "request": "POST /things", "source": "x",
        "body": { "type": "object", "properties": { \(members) } },
        "success": { "201": { "body": { "$ref": "#/schemas/Thing" } } },
        "state": { "action": "create", "collection": "things" } }
      """,
      more: """
        "collections": { "things": { "item": { "$ref": "#/schemas/Thing" }, "key": "/id" } },
        "schemas": { "Thing": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } } },
        """)
  }

  /// A server that stores items under identifiers of its own.
  private static func things() -> ScriptedUpstream {
    let stored = Mutex<[String: JSON]>([:])
    return ScriptedUpstream { request in
      stored.withLock { stored in
        switch request.method {
        case .post:
          let id = "\(stored.count + 1)"
          let sent = (try? JSON.parse(request.body.bytes ?? [])) ?? [:]
          let thing = JSON.object(sent.members.map { ($0.key, $0.value) } + [("id", JSON(id))])
          stored[id] = thing
          return json(201, thing.text)
        case .delete:
          stored[String(request.path.split(separator: "/").last ?? "")] = nil
          return OutgoingResponse(Response(status: 204))
        default: return json(200, JSON.array(stored.values.map { $0 }).text)
        }
      }
    }
  }

  @Test(arguments: [
    (
      #""kind": { "type": "string", "examples": ["Native"] }, "title": { "type": "string", "examples": ["Harbour"] }"#,
      "title"
    ),
    (#""algorithm": { "type": "string" }, "label": { "type": "string" }"#, "label"),
    (
      #""host": { "type": "string", "format": "x-host" }, "about": { "type": "string", "examples": ["The old dock"] }"#,
      "about"
    ),
    (#""name": { "type": "string", "examples": ["example.org."] }, "note": { "type": "string" }"#, "note"),
    (#""name": { "type": "string", "examples": ["hmac-sha256"] }"#, nil),
    (#""kind": { "type": "string", "examples": ["Native"] }"#, nil), (#""language": { "type": "string" }"#, nil),
    (#""name": { "type": "string", "pattern": "^[A-Za-z .:,0-9]*$" }"#, nil),
  ])
  func `the mark goes into prose, and into no code, host name or word of few`(members: String, marked: String?)
    async throws
  {
    let server = Self.things()
    let lines = try await Self.shelf(members).lines(at: server, allowsWrites: true)
    let sent = server.requests.filter { $0.method == .post }.compactMap { try? JSON.parse($0.body.bytes ?? []) }
    #expect(sent.isEmpty == (marked == nil), "\(lines)")
    let carriers = sent.first.map { $0.members.filter { $0.value.string?.contains("plumbline-") ?? false }.map(\.key) }
    #expect(carriers == marked.map { [$0] })
    #expect(server.requests.count { $0.method == .delete } >= (marked == nil ? 0 : 1), "What is made is removed.")
  }

  @Test func `what nothing removes isn't made, and with permission is left with its address`() async throws {
    let server = Self.things()
    let bench = try Self.shelf(#""title": { "type": "string" }"#, isRemovable: false)
    let lines = try await bench.lines(at: server, allowsWrites: true)
    #expect(!server.requests.contains { $0.method == .post })
    #expect(
      lines.contains(
        "skipped things.add: POST /things was not sent: the contract has no endpoint that would remove it again from things; "
          + "--allow-unknown-writes sends it anyway"), "\(lines)")
    let outcomes = try await bench.lines(at: server, allowsWrites: true, allowsUnknownWrites: true)
    #expect(server.requests.contains { $0.method == .post })
    #expect(outcomes.contains { $0.contains("left behind: things 1") }, "\(outcomes)")
  }

  @Test func `a write elsewhere than where the run reads isn't sent`() async throws {
    let query = #""query": { "env": { "enum": ["production", "staging"] } }, "required": { "query": ["env"] },"#
    let bench = try DirectBench(
      """
      "notes.get": { "summary": "x", "request": "GET /notes/{id}", "source": "x", "path": { "id": { "type": "string" } },
        \(query) "failures": ["none"], "success": { "200": { "body": { "$ref": "#/schemas/Note" } } },
        "state": { "action": "read", "collection": "notes", "key": "path.id" } },
      "notes.edit": { "summary": "x", "request": "PATCH /notes/{id}", "source": "x", "path": { "id": { "type": "string" } },
        \(query) "failures": ["none"], "body": { "type": "object", "properties": { "text": { "type": "string" } } },
        "success": { "200": { "body": { "$ref": "#/schemas/Note" } } },
        "state": { "action": "update", "collection": "notes", "key": "path.id" } }
      """,
      more: Self.notes)
    let server = ScriptedUpstream { _ in json(200, #"{ "id": "7", "text": "Theirs" }"#) }
    let lines = try await bench.lines(
      at: server, variables: ["note_id": "7", "env": "staging"], allowsWrites: true)
    #expect(!server.requests.contains { $0.method == .patch }, "\(lines)")
    #expect(lines.contains { $0.contains("its query.env differs from that of the run's own reads") }, "\(lines)")
    _ = try await bench.lines(at: server, variables: ["note_id": "7"], allowsWrites: true)
    #expect(server.requests.contains { $0.method == .patch && $0.query == "env=production" })
  }

  @Test func `what an undescribed write made is reported with its address`() async throws {
    let headers: HeaderFields = ["Location": "/zones/5", "Content-Type": "application/json"]
    let server = ScriptedUpstream { _ in OutgoingResponse(Response(status: 201, headers: headers, body: Body("{}"))) }
    let bench = try DirectBench(
      """
      "zones.add": { "summary": "x", "request": "POST /zones", "source": "x", "body": { "type": "object" },
        "success": { "201": { "body": { "type": "object" } } } }
      """)
    let lines = try await bench.lines(at: server, allowsWrites: true, allowsUnknownWrites: true)
    let said = "so it can't be undone (its response shows Location: /zones/5)"
    #expect(lines.contains { $0.hasSuffix(said) }, "\(lines)")
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

  @Test func `an undocumented 404 is an endpoint's absence if a path that can't exist gets the same`()
    async throws
  {
    let server = ScriptedUpstream { _ in json(404, Self.missing) }
    let outcome = try #require(try await Self.reading("/things").outcomes(at: server).first)
    #expect(outcome.drift.map(\.rule.id) == ["endpoint.missing"])
    let item = try #require(try await Self.reading("/things/{id}").outcomes(at: server).first)
    #expect(item.drift.map(\.rule.id) == ["response.status.undocumented"], "Nobody says that there is such an item.")
  }

  @Test func `an example of an id is no promise that it is there`() async throws {
    let bench = try DirectBench(
      """
      "thing": { "summary": "x", "request": "GET /things/{id}", "source": "x",
        "path": { "id": { "type": "string", "examples": ["7"] } }, "success": { "200": { "body": { "type": "object" } } } }
      """)
    let server = ScriptedUpstream { _ in json(404, Self.missing) }
    let outcome = try #require(try await bench.outcomes(at: server).first)
    #expect(outcome.drift.map(\.rule.id) == ["response.status.undocumented"])
    let listed = try DirectBench(
      """
      "thing": { "summary": "x", "request": "GET /things/{kind}", "source": "x",
        "path": { "kind": { "enum": ["new", "old"] } }, "success": { "200": { "body": { "type": "object" } } } }
      """)
    let other = try #require(try await listed.outcomes(at: server).first)
    #expect(other.drift.map(\.rule.id) == ["endpoint.missing"])
  }

  @Test func `what is read by a parameter that the write lacks isn't written`() async throws {
    let bench = try DirectBench(
      """
      "notes.get": { "summary": "x", "request": "GET /notes/{id}", "source": "x", "path": { "id": { "type": "string" } },
        "query": { "env": { "enum": ["production", "staging"] } }, "required": { "query": ["env"] }, "failures": ["none"],
        "success": { "200": { "body": { "$ref": "#/schemas/Note" } } },
        "state": { "action": "read", "collection": "notes", "key": "path.id" } },
      "notes.edit": { "summary": "x", "request": "PATCH /notes/{id}", "source": "x", "path": { "id": { "type": "string" } },
        "failures": ["none"], "body": { "type": "object", "properties": { "text": { "type": "string" } } },
        "success": { "200": { "body": { "$ref": "#/schemas/Note" } } },
        "state": { "action": "update", "collection": "notes", "key": "path.id" } }
      """,
      more: Self.notes)
    let server = ScriptedUpstream { _ in json(200, #"{ "id": "7", "text": "Theirs" }"#) }
    let lines = try await bench.lines(at: server, variables: ["note_id": "7"], allowsWrites: true)
    #expect(!server.requests.contains { $0.method == .patch }, "\(lines)")
    #expect(lines.contains { $0.contains("requires env, which this request lacks") }, "\(lines)")
  }

  @Test func `a path that can't exist has the format of the one that is looked for`() async throws {
    let server = ScriptedUpstream { request in
      request.path.hasSuffix(".json")
        ? json(404, Self.missing)
        : OutgoingResponse(Response(status: 404, headers: ["Content-Type": "text/html"], body: Body("<p>No</p>")))
    }
    let outcome = try #require(try await Self.reading("/things.json").outcomes(at: server).first)
    #expect(outcome.drift.map(\.rule.id) == ["endpoint.missing"])
  }

  @Test func `a 404 that is another than that of a path that can't exist is about an item`() async throws {
    let server = ScriptedUpstream { request in
      json(404, request.path.hasPrefix("/things/") ? #"{ "detail": "No such thing" }"# : Self.missing)
    }
    let outcome = try #require(try await Self.reading("/things/{id}").outcomes(at: server).first)
    #expect(outcome.drift.map(\.rule.id) == ["response.status.undocumented"])
    #expect(outcome.drift.first?.severity == .notice)
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
    #expect(
      documented.first?.line.reason == "the server has no matching data: it responds with 404, which is documented")
    #expect(documented.flatMap(\.drift).isEmpty)
    let undocumented = try await Self.reading("/backup").outcomes(at: server)
    #expect(undocumented.map(\.line.outcome) != [.skipped])
  }

  /// An API whose lists have no `state`. As is usual with FastAPI, a missing item and an unknown path get the same
  /// response.
  private static let servers = #"""
    "servers.list": { "summary": "x", "request": "GET /servers", "source": "x",
      "success": { "200": { "body": { "type": "array", "items": { "type": "object" } } } } },
    "zones.list": { "summary": "x", "request": "GET /servers/{server_id}/zones", "source": "x",
      "path": { "server_id": { "type": "string" } },
      "success": { "200": { "body": { "type": "array", "items": { "type": "object" } } } } },
    "zones.get": { "summary": "x", "request": "GET /servers/{server_id}/zones/{zone_id}", "source": "x",
      "path": { "server_id": { "type": "string" }, "zone_id": { "type": "string" } },
      "success": { "200": { "body": { "type": "object" } } } },
    "servers.statistics": { "summary": "x", "request": "GET /servers/{server_id}/statistics", "source": "x",
      "path": { "server_id": { "type": "string" } }, "success": { "200": { "body": { "type": "object" } } } },
    "flows.named": { "summary": "x", "request": "GET /flows/name/{name}", "source": "x",
      "path": { "name": { "type": "string" } }, "success": { "200": { "body": { "type": "object" } } } }
    """#

  private static func answering(_ paths: [String: String]) -> ScriptedUpstream {
    ScriptedUpstream { request in
      paths[request.path].map { json(200, $0) } ?? json(404, #"{ "detail": "Not Found" }"#)
    }
  }

  @Test func `ids come from lists that no state describes, and a 404 of a made-up one decides nothing`() async throws {
    let server = Self.answering([
      "/servers": #"[{ "id": "localhost" }]"#, "/servers/localhost/zones": #"[{ "id": "example.org." }]"#,
      "/servers/localhost/zones/example.org.": "{}", "/servers/localhost/statistics": "{}",
    ])
    let outcomes = try await DirectBench(Self.servers).outcomes(at: server)
    let lines = outcomes.map { "\($0.line.outcome) \($0.line.endpoint)" }
    #expect(
      lines == [
        "passed servers.list", "passed zones.list", "passed zones.get", "passed servers.statistics",
        "drifted flows.named",
      ],
      "\(outcomes.map { $0.line.reason ?? "" })")
    #expect(outcomes.flatMap(\.drift).map(\.rule.id) == ["response.status.undocumented"])
    #expect(outcomes.last?.line.reason?.contains("--var name=…") == true, "\(outcomes.last?.line.reason ?? "")")
    let given = try await DirectBench(Self.servers).outcomes(at: server, variables: ["name": "deploy"])
    #expect(given.flatMap(\.drift).map(\.rule.id) == ["endpoint.missing"], "Who gives a value says that it is there.")
  }

  @Test func `an endpoint that isn't there is missing below what a list shows`() async throws {
    let server = Self.answering([
      "/servers": #"[{ "id": "localhost" }]"#, "/servers/localhost/statistics": "{}",
    ])
    let drift = try await DirectBench(Self.servers).outcomes(at: server).flatMap(\.drift)
    let missing = drift.filter { $0.rule.id == "endpoint.missing" }.map(\.endpoint)
    #expect(Set(missing) == ["zones.list"], "\(drift.map { "\($0.endpoint) \($0.rule.id)" })")
  }

  // MARK: - Requested media types

  @Test func `a server is asked for the documented media types`() async throws {
    let server = ScriptedUpstream { _ in json(200, "{}") }
    _ = try await Self.reading("/things", #", "failures": ["nothing"]"#).outcomes(at: server)
    #expect(server.requests.map { $0.headers["accept"] } == ["application/json"])
  }
}
