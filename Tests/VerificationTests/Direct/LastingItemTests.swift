import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Items that the run created and that no request removes, which its further calls use.
struct LastingItemTests {
  private static func things() throws -> DirectBench {
    try DirectBench(
      """
      "things.list": { "summary": "x", "request": "GET /things", "source": "x",
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Thing" } } } },
        "state": { "action": "list", "collection": "things" } },
      "things.add": { "summary": "x", "request": "POST /things", "source": "x",
        "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } },
        "success": { "201": { "body": { "$ref": "#/schemas/Thing" } } },
        "state": { "action": "create", "collection": "things" } },
      "things.edit": { "summary": "x", "request": "PATCH /things/{id}", "source": "x",
        "path": { "id": { "type": "string" } }, "failures": ["none"],
        "body": { "type": "object", "required": ["count"],
          "properties": { "count": { "type": "integer", "examples": [7] } } },
        "success": { "200": { "body": { "$ref": "#/schemas/Thing" } } },
        "state": { "action": "update", "collection": "things", "key": "path.id" } }
      """,
      more: """
        "failures": { "none": { "status": 404, "body": { "type": "object" } } },
        "collections": { "things": { "item": { "$ref": "#/schemas/Thing" }, "key": "/id" } },
        "schemas": { "Thing": { "type": "object", "required": ["id", "title"], "properties": {
          "id": { "type": "string" }, "title": { "type": "string" }, "count": { "type": "integer" } } } },
        """)
  }

  private static let theirs: JSON = ["id": "theirs", "title": "Theirs"]

  @Test func `an item that nothing removes and that may stay is edited, and named as left behind`() async throws {
    let things = ThingStore(["theirs": Self.theirs])
    let server = things.server
    let outcomes = try await Self.things().outcomes(at: server, allowsWrites: true, allowsUnknownWrites: true)
    let edited = server.requests.filter { $0.method == .patch }.map(\.path)
    #expect(edited.contains("/things/t1"), "\(edited), \(outcomes.map(\.line))")
    #expect(!edited.contains("/things/theirs"), "\(edited)")
    #expect(things.contents["theirs"] == Self.theirs)
    #expect(
      outcomes.undone.contains { $0.hasSuffix("left behind: things t1: the contract has no endpoint that removes it") },
      "\(outcomes.undone)")
    let used = outcomes.flatMap(\.usedValues).filter { $0.endpoints == ["things.edit"] }
    #expect(used.contains { $0.variable == "thing_id" && $0.origin == .made && $0.value == "t1" }, "\(used)")
  }

  @Test func `without permission it isn't made, and no item of others is edited instead`() async throws {
    let things = ThingStore(["theirs": Self.theirs])
    let server = things.server
    let lines = try await Self.things().lines(at: server, allowsWrites: true)
    #expect(server.requests.allSatisfy { $0.method.isSafe }, "\(lines)")
    #expect(things.contents == ["theirs": Self.theirs])
  }

  // MARK: - Parts of an item

  private static func orders() throws -> DirectBench {
    try DirectBench(
      """
      "orders.list": { "summary": "x", "request": "GET /orders", "source": "x",
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Note" } } } },
        "state": { "action": "list", "collection": "orders" } },
      "orders.add": { "summary": "x", "request": "POST /orders", "source": "x", "body": { "$ref": "#/schemas/NewNote" },
        "success": { "201": { "body": { "$ref": "#/schemas/Note" } } },
        "state": { "action": "create", "collection": "orders" } },
      "orders.remove": { "summary": "x", "request": "DELETE /orders/{order_id}", "source": "x",
        "path": { "order_id": { "type": "string" } }, "failures": ["none"], "success": { "204": { "body": false } },
        "state": { "action": "delete", "collection": "orders", "key": "path.order_id" } },
      "lines.list": { "summary": "x", "request": "GET /orders/{order_id}/lines", "source": "x",
        "path": { "order_id": { "type": "string" } }, "failures": ["none"],
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Note" } } } },
        "state": { "action": "list", "collection": "lines" } },
      "lines.add": { "summary": "x", "request": "POST /orders/{order_id}/lines", "source": "x",
        "path": { "order_id": { "type": "string" } }, "failures": ["none"], "body": { "$ref": "#/schemas/NewNote" },
        "success": { "201": { "body": { "$ref": "#/schemas/Note" } } },
        "state": { "action": "create", "collection": "lines" } },
      "lines.edit": { "summary": "x", "request": "PATCH /orders/{order_id}/lines/{line_id}", "source": "x",
        "path": { "order_id": { "type": "string" }, "line_id": { "type": "string" } }, "failures": ["none"],
        "body": { "type": "object", "required": ["count"],
          "properties": { "count": { "type": "integer", "examples": [7] } } },
        "success": { "200": { "body": { "$ref": "#/schemas/Note" } } },
        "state": { "action": "update", "collection": "lines", "key": "path.line_id" } }
      """,
      more: """
        "failures": { "none": { "status": 404, "body": { "type": "object" } } },
        "collections": {
          "orders": { "item": { "$ref": "#/schemas/Note" }, "key": "/id" },
          "lines": { "item": { "$ref": "#/schemas/Note" }, "key": "/id" } },
        "schemas": {
          "NewNote": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "Note": { "type": "object", "required": ["id", "text"], "properties": {
            "id": { "type": "string" }, "text": { "type": "string" }, "count": { "type": "integer" } } } },
        """)
  }

  @Test func `what goes along with the run's own item is edited, and nothing of it is left behind`() async throws {
    let orders = ThingStore()
    let linesByOrder = Mutex<[String: ThingStore]>([:])
    let server = ScriptedUpstream { request in
      let parts = request.path.split(separator: "/").map(String.init)
      guard parts.count > 2 else { return orders.answer(to: request, parts) }
      guard orders.contents[parts[1]] != nil else { return json(404, "{}") }
      let lines = linesByOrder.withLock { all in
        let lines = all[parts[1]] ?? ThingStore()
        all[parts[1]] = lines
        return lines
      }
      return lines.answer(to: request, Array(parts[2...]))
    }
    let outcomes = try await Self.orders().outcomes(at: server, allowsWrites: true)
    let words = outcomes.map { "\($0.line.outcome) \($0.line.endpoint): \($0.line.reason ?? $0.line.name)" }
    #expect(server.requests.contains { $0.method == .patch && $0.path.contains("/lines/t") }, "\(words)")
    #expect(orders.contents.isEmpty, "\(words)")
    #expect(!words.contains { $0.contains("left behind") }, "\(words)")
  }
}
