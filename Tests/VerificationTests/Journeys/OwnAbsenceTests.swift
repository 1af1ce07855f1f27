import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Items that the run removes and requests afterward, with a contract that documents no status for missing items.
struct OwnAbsenceTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "Orders", "envelope": null,
      "failures": { "notFound": { "status": 404 } },
      "schemas": {
        "Order": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } } },
      "endpoints": {
        \(Part.list("orders", "Order", in: "body")),
        "orders.get": { "summary": "Read", "request": "GET /orders/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } },
          "success": { "200": { "body": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "read", "collection": "orders", "key": "path.id" } },
        "orders.add": { "summary": "Make", "request": "POST /orders", "source": "Handbook",
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "create", "collection": "orders" } },
        \(Part.remove("orders")) },
      "collections": { "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id",
        "seed": [{ "id": 4, "name": "Old" }] } } }
    """)
  private static let options = VerifierOptions(allowsWrites: true, only: [Wildcard("orders.*")])

  @Test func `an undocumented 404 for an item that the run removed is a notice`() async throws {
    let outcomes = try await StoreServer(Self.contract).verify(Self.options)
    let found = outcomes.flatMap(\.drift).filter { $0.rule.id == "response.status.undocumented" }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.severity == .notice && $0.endpoint == "orders.get" }, "\(found.map(\.message))")
    #expect(found.allSatisfy { $0.message.contains("The run requested the item") }, "\(found.map(\.message))")
  }
}
