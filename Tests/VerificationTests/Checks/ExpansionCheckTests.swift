import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Items that a request asks for in place of the ids that refer to them.
struct ExpansionCheckTests {
  /// The rule that its servers break.
  static let rule = "list.expand-ignored"

  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "The Counter",
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } },
      "authentication": ["key"],
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": { "owner": { "credentials": { "key": "owner-key" } } },
      "errors": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] } },
      "commonErrors": ["unauthorized"],
      "schemas": {
        "Order": { "type": "object", "required": ["id", "customer"], "properties": {
          "id": { "type": "integer" }, "customer": {} } },
        "Customer": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } } },
      "resources": {
        "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id", "seed": [{ "id": 4, "customer": 7 }] },
        "customers": { "item": { "$ref": "#/schemas/Customer" }, "key": "/id", "seed": [{ "id": 7, "name": "Ann" }] } },
      "endpoints": {
        "orders.get": { "summary": "Read", "request": "GET /orders/{order}", "source": "Handbook",
          "path": { "order": { "type": "integer", "examples": [4] } }, "errors": ["notFound"],
          "query": { "expand": { "enum": ["customer"] } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "read", "resource": "orders", "key": "path.order",
            "expand": { "by": "query.expand", "members": { "customer": { "/customer": "customers" } } } } }
      } }
    """)

  /// The drift of a run whose server shows a value of its own for the customer of an order.
  private static func drift(showing customer: JSON? = Optional<JSON>.none) async throws -> Set<String> {
    let server = StoreServer(
      contract, Shop.storing(at: "/orders") { name, _ in name == "customer" ? customer : Optional<JSON>.none })
    let outcomes = try await server.verify(VerifierOptions())
    return Set(outcomes.flatMap(\.drift).map { "\($0.endpoint) \($0.rule.id)" })
  }

  @Test func `a server that expands what it is asked for is right`() async throws {
    #expect(try await Self.drift() == [])
  }

  @Test func `an id that stays one is found`() async throws {
    #expect(try await Self.drift(showing: 7) == ["orders.get \(Self.rule)"])
  }

  @Test func `an item that nothing asked for is found`() async throws {
    #expect(try await Self.drift(showing: ["id": 7, "name": "Ann"]) == ["orders.get \(Self.rule)"])
  }
}
