import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Members that a server computes from others, such as the amount of a line and the total of its order.
struct ComputedTotalTests {
  /// Orders with a total, and lines with an amount.
  static let resources = """
    "schemas": {
      "Order": { "type": "object", "required": ["id", "title", "total"], "properties": {
        "id": { "type": "integer" }, "title": { "type": "string" }, "total": { "type": "integer" } } },
      "Line": { "type": "object", "required": ["id", "order", "text", "count", "price", "amount"], "properties": {
        "id": { "type": "integer" }, "order": { "type": "integer" }, "text": { "type": "string" },
        "count": { "type": "integer" }, "price": { "type": "integer" }, "amount": { "type": "integer" } } } },
    "resources": {
      "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id",
        "seed": [{ "id": 4, "title": "Old", "total": 30 }],
        "computed": { "/total": { "sum": "lines", "member": "/amount", "where": { "/order": "/id" } } } },
      "lines": { "item": { "$ref": "#/schemas/Line" }, "key": "/id",
        "seed": [{ "id": 7, "order": 4, "text": "Tea", "count": 3, "price": 10, "amount": 30 }],
        "computed": { "/amount": { "product": ["/count", "/price"] } } } },
    """
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "The Ledger",
      \(Part.owner)
      \(Part.errors)
      \(resources)
      "endpoints": {
        \(Part.list("orders", "Order")),
        \(Part.get("orders", "Order", key: "order")),
        "lines.list": { "summary": "List", "request": "GET /orders/{order}/lines", "source": "Handbook",
          "path": { "order": { "type": "integer", "examples": [4] } },
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Line" } } } },
          "state": { "action": "list", "resource": "lines", "within": { "path.order": "/order" } } }
      } }
    """)

  /// Returns the rules that reads from a server violate, by endpoint.
  private static func drift(_ server: StoreServer) async throws -> Set<String> {
    let outcomes = try await server.verify(VerifierOptions())
    return Set(outcomes.flatMap(\.drift).map { "\($0.endpoint) \($0.rule.id)" })
  }

  @Test func `totals and products that are right aren't found`() async throws {
    #expect(try await Self.drift(StoreServer(Self.contract)) == [])
  }

  @Test func `a total that isn't the sum of its parts is found where it is read`() async throws {
    let server = StoreServer(
      Self.contract, Shop.storing(at: "/orders") { name, _ in name == "total" ? 31 : Optional<JSON>.none })
    #expect(try await Self.drift(server) == ["orders.get effect.total-wrong"])
  }

  @Test func `a product that is wrong is found in the item itself`() async throws {
    let server = StoreServer(
      Self.contract,
      Shop.storing(at: "/orders") { name, _ in name == "price" ? 11 : Optional<JSON>.none })
    #expect(try await Self.drift(server) == ["lines.list effect.total-wrong"])
  }

  @Test func `parts that a server hides from a page aren't a wrong total`() async throws {
    // Lists that may continue aren't summed.
    let server = StoreServer(Self.contract) { request, answer in
      guard request.path.hasSuffix("/lines") else { return nil }
      var response = answer().response
      response.status = 503
      return OutgoingResponse(response)
    }
    #expect(try await Self.drift(server).allSatisfy { !$0.hasSuffix("effect.total-wrong") })
  }
}
