import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Members that a server computes from the values that a run writes. They are the amount of a line, either immediately
/// or later, and the total of its order.
struct ComputedWriteTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "The Ledger",
      \(Part.owner)
      \(Part.errors)
      \(ComputedTotalTests.resources)
      "endpoints": {
        \(Part.list("orders", "Order")),
        \(Part.get("orders", "Order", key: "order")),
        "orders.add": { "summary": "Make", "request": "POST /orders", "source": "Handbook",
          "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "create", "resource": "orders" } },
        \(Part.remove("orders", key: "order")),
        "lines.list": { "summary": "List", "request": "GET /orders/{order}/lines", "source": "Handbook",
          "path": { "order": { "type": "integer", "examples": [4] } },
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Line" } } } },
          "state": { "action": "list", "resource": "lines", "within": { "path.order": "/order" } } },
        "lines.get": { "summary": "Read", "request": "GET /orders/{order}/lines/{line}", "source": "Handbook",
          "path": { "order": { "type": "integer" }, "line": { "type": "integer" } }, "errors": ["notFound"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Line" } } },
          "state": { "action": "read", "resource": "lines", "key": "path.line", "within": { "path.order": "/order" } } },
        "lines.add": { "summary": "Make", "request": "POST /orders/{order}/lines", "source": "Handbook",
          "path": { "order": { "type": "integer" } }, "errors": ["notFound"],
          "body": { "type": "object", "required": ["text", "count", "price"], "properties": {
            "text": { "type": "string" }, "count": { "type": "integer", "examples": [2] },
            "price": { "type": "integer", "examples": [10] } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Line" } } },
          "state": { "action": "create", "resource": "lines", "within": { "path.order": "/order" } } },
        "lines.edit": { "summary": "Edit", "request": "PATCH /orders/{order}/lines/{line}", "source": "Handbook",
          "path": { "order": { "type": "integer" }, "line": { "type": "integer" } }, "errors": ["notFound"],
          "body": { "type": "object", "required": ["count"], "properties": {
            "count": { "type": "integer", "examples": [5] } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Line" } } },
          "state": { "action": "update", "resource": "lines", "key": "path.line", "within": { "path.order": "/order" } } },
        "lines.remove": { "summary": "Remove", "request": "DELETE /orders/{order}/lines/{line}", "source": "Handbook",
          "path": { "order": { "type": "integer" }, "line": { "type": "integer" } }, "errors": ["notFound"],
          "success": { "204": {} },
          "state": { "action": "delete", "resource": "lines", "key": "path.line", "within": { "path.order": "/order" } } }
      } }
    """)

  /// Returns the endpoints with wrong sums in a run that writes.
  private static func wrong(_ server: StoreServer) async throws -> [String] {
    let outcomes = try await server.verify(VerifierOptions(allowsWrites: true))
    #expect(server.writes.contains { $0.hasPrefix("PATCH /orders/") }, "\(outcomes.complaints)")
    return outcomes.flatMap(\.drift).filter { $0.rule.id == "effect.total-wrong" }.map(\.endpoint)
  }

  /// Returns a response with a different value in a member of its item.
  private static func showing(_ value: JSON, as name: String, in answer: OutgoingResponse) -> OutgoingResponse {
    guard let body = try? JSON.parse(answer.response.body.bytes ?? []), let item = body["data"], item[name] != nil
    else { return answer }
    var response = answer.response
    response.body = Body(body.setting("data", to: item.setting(name, to: value)).text)
    return OutgoingResponse(response)
  }

  @Test func `a total that follows its parts is right`() async throws {
    #expect(try await Self.wrong(StoreServer(Self.contract)) == [])
  }

  @Test func `a total that stays when a part changes is found at the change`() async throws {
    let till = StoreServer(Self.contract)
    let totals = Mutex<[String: JSON]>([:])
    let server = StoreServer(beside: till) { request, answer in
      let path = "/" + request.path.split(separator: "/").prefix(2).joined(separator: "/")
      if request.method == .get, request.path == path, let total = totals.withLock({ $0[path] }) {
        return Self.showing(total, as: "total", in: answer())
      }
      guard request.method == .patch || request.method == .delete else { return nil }
      let read = Request(method: .get, target: path, headers: ["X-Key": "owner-key"])
      let shown = (try? JSON.parse(till.said(to: read).response.body.bytes ?? []))?["data"]?["total"]
      // Removals take effect immediately.
      totals.withLock { $0[path] = request.method == .patch ? shown : Optional<JSON>.none }
      return nil
    }
    #expect(try await Self.wrong(server) == ["lines.edit"])
  }

  @Test func `an amount that is there a moment later is right`() async throws {
    let seen = Counted()
    let server = StoreServer(Self.contract) { request, answer in
      // Existing lines have their amounts.
      guard request.method == .get, !request.path.hasPrefix("/orders/4/"),
        request.path.split(separator: "/").count == 4, seen.count(request.path) <= 3
      else { return nil }
      return Self.showing(0, as: "amount", in: answer())
    }
    #expect(try await Self.wrong(server) == [])
  }
}
