import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Servers whose deleted items remain readable as tombstones, according to the contract.
struct SoftDeleteTests {
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "Orders", "envelope": null,
      "failures": { "notFound": { "status": 404 }, "validation": { "status": 422 } },
      "schemas": {
        "Order": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } },
        "Gone": { "type": "object", "required": ["id", "deleted"], "properties": {
          "id": { "type": "integer" }, "deleted": { "const": true } } } },
      "endpoints": {
        \(Part.list("orders", "Order", in: "body")),
        "orders.get": { "summary": "Read", "request": "GET /orders/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "body": { "anyOf": [{ "$ref": "#/schemas/Order" }, { "$ref": "#/schemas/Gone" }] } } },
          "state": { "action": "read", "collection": "orders", "key": "path.id" } },
        "orders.add": { "summary": "Make", "request": "POST /orders", "source": "Handbook", "failures": ["validation"],
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "create", "collection": "orders" } },
        "orders.remove": { "summary": "Remove", "request": "DELETE /orders/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "body": { "$ref": "#/schemas/Gone" } } },
          "state": { "action": "delete", "collection": "orders", "key": "path.id" } } },
      "collections": { "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id",
        "tombstone": { "$ref": "#/schemas/Gone" }, "seed": [{ "id": 4, "name": "Old" }] } } }
    """
  private static let contract = Store.load(text)
  /// A contract of orders in which reading a deleted order returns its tombstone.
  private static let buried = Store.load(
    text.replacing(
      #""state": { "action": "read", "#, with: #""state": { "action": "read", "tombstones": true, "#))
  private static let options = VerifierOptions(
    allowsWrites: true, only: [Wildcard("orders.add"), Wildcard("orders.remove")])

  private static func tombstone(of request: Request) -> OutgoingResponse {
    let key = request.path.split(separator: "/").last.map { String($0) } ?? ""
    return OutgoingResponse(Notes.response(200, #"{ "id": \#(key), "deleted": true }"#))
  }

  @Test func `an item whose tombstone a read shows is gone, for effects and for the undoing`() async throws {
    let plain = StoreServer(Self.contract)
    let before = plain.said(to: plain.request(.get, "/orders")).json
    let deleted = Mutex<Set<String>>([])
    let server = StoreServer(beside: plain) { request, answer in
      if request.method == .delete {
        let answered = answer()
        if answered.response.status == 200 { _ = deleted.withLock { $0.insert(request.path) } }
        return answered
      }
      guard request.method == .get, deleted.withLock({ $0.contains(request.path) }) else { return nil }
      return Self.tombstone(of: request)
    }
    let outcomes = try await server.verify(Self.options)
    #expect(server.writes.contains { $0.hasPrefix("DELETE /orders/") })
    // The calls remove the items that they created, so that little or nothing is left to undo.
    #expect(outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(outcomes.undone)")
    #expect(outcomes.flatMap(\.drift).map(\.message) == [])
    #expect(plain.said(to: plain.request(.get, "/orders")).json == before)
  }

  @Test func `an item that a read still shows is there, whatever the response to its removal says`() async throws {
    let server = StoreServer(Self.contract) { request, _ in
      request.method == .delete && request.path != "/orders/4" ? Self.tombstone(of: request) : nil
    }
    let outcomes = try await server.verify(Self.options)
    #expect(outcomes.flatMap(\.drift).contains { $0.rule.id == "effect.not-removed" })
    #expect(outcomes.undone.contains { $0.contains("it is still there") }, "\(outcomes.undone)")
  }

  @Test func `a read that has to show a tombstone is found where it says that there is no such item`() async throws {
    let healthy = StoreServer(Self.buried)
    let before = healthy.said(to: healthy.request(.get, "/orders")).json
    #expect(try await healthy.verify(Self.options).flatMap(\.drift).map(\.message) == [])
    #expect(healthy.said(to: healthy.request(.get, "/orders")).json == before)
    let server = StoreServer(Self.buried) { request, answer in
      guard request.method == .get, answer().json?["deleted"] != nil else { return nil }
      return OutgoingResponse(Response(status: 404))
    }
    let outcomes = try await server.verify(Self.options)
    let drifted = outcomes.flatMap(\.drift).map { "\($0.endpoint) \($0.rule)" }
    #expect(Set(drifted) == ["orders.remove effect.tombstone-missing"])
    #expect(outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(outcomes.undone)")
  }

  @Test func `where no read has to show a tombstone, a missing item is gone`() async throws {
    #expect(try await StoreServer(Self.contract).verify(Self.options).flatMap(\.drift).map(\.message) == [])
  }
}
