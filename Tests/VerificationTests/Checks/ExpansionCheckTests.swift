import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Requests that expand identifiers into the items to which they refer.
struct ExpansionCheckTests {
  /// The rule that the servers in these tests violate.
  static let rule = "list.expand-ignored"

  private static let text = """
    { "plumbline": 1, "service": "store", "title": "The Counter",
      \(Part.owner)
      \(Part.errors)
      "schemas": {
        "Order": { "type": "object", "required": ["id", "customer"], "properties": {
          "id": { "type": "integer" }, "customer": {} } },
        "Customer": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } } },
      "resources": {
        "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id", "seed": [{ "id": 4, "customer": 7 }, { "id": 5, "customer": 8 }] },
        "customers": { "item": { "$ref": "#/schemas/Customer" }, "key": "/id", "seed": [{ "id": 7, "name": "Ann" }, { "id": 8, "name": "Ben" }] } },
      "endpoints": {
        "customers.get": { "summary": "Read", "request": "GET /customers/{customer}", "source": "Handbook",
          "path": { "customer": { "type": "integer", "examples": [7] } }, "errors": ["notFound"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Customer" } } },
          "state": { "action": "read", "resource": "customers", "key": "path.customer" } },
        "orders.get": { "summary": "Read", "request": "GET /orders/{order}", "source": "Handbook",
          "path": { "order": { "type": "integer", "examples": [4] } }, "errors": ["notFound"],
          "query": { "expand": { "enum": ["customer"] } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "read", "resource": "orders", "key": "path.order",
            "expand": { "by": "query.expand", "members": { "customer": { "/customer": "customers" } } } } }
      } }
    """

  private static let contract = Store.load(text)

  /// The contract with an additional list of orders.
  private static let listing = Store.load(
    text.replacing(
      "\"endpoints\": {",
      with: """
        "endpoints": {
          "orders.list": { "summary": "List", "request": "GET /orders", "source": "Handbook",
            "query": { "expand": { "enum": ["customer"] } },
            "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Order" } } } },
            "state": { "action": "list", "resource": "orders",
              "expand": { "by": "query.expand", "members": { "customer": { "/customer": "customers" } } } } },
        """))

  /// Returns the drift of a run whose server shows a particular value for the customer of an order.
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

  @Test func `the id of an item that isn't there stays one`() async throws {
    #expect(try await Self.drift(showing: 99) == [])
  }

  @Test func `a list may come in another order the second time`() async throws {
    let server = StoreServer(Self.listing) { request, answer in
      guard request.method == .get, request.target.hasPrefix("/orders?expand") else { return nil }
      let answer = answer()
      guard let body = try? JSON.parse(answer.response.body.bytes ?? []), let items = body["data"]?.elements else {
        return answer
      }
      var response = answer.response
      response.body = Body(body.setting("data", to: .array(items.reversed())).text)
      return OutgoingResponse(response)
    }
    let outcomes = try await server.verify(VerifierOptions(only: [Wildcard("orders.list*")]))
    #expect(outcomes.flatMap(\.drift).map(\.rule.id) == [])
    #expect(outcomes.contains { $0.line.name == "expands what is asked for" && $0.line.outcome == .passed })
  }
}
