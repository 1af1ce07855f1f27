import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// The members of a request that carry the run's mark. They must not refer to something, and the item must keep them.
struct MarkPlaceTests {
  private static func contract(_ body: String) -> Contract {
    Store.load(
      """
      { "plumbline": 1, "service": "store", "title": "Orders", "envelope": null,
        "failures": { "notFound": { "status": 404 }, "unknown": { "status": 422 } },
        "schemas": {
          "Customer": { "type": "object", "required": ["id", "label"], "properties": {
            "id": { "type": "integer" }, "label": { "type": "string" } } },
          "Order": { "type": "object", "required": ["id", "label", "remark"], "properties": {
            "id": { "type": "integer" }, "label": { "type": "string" }, "remark": { "type": "string" } } } },
        "endpoints": {
          \(Part.list("customers", "Customer", in: "body")),
          \(Part.list("orders", "Order", in: "body")),
          \(Part.get("orders", "Order", in: "body")),
          "orders.add": { "summary": "Make", "request": "POST /orders", "source": "Handbook", "failures": ["unknown"],
            \(body),
            "success": { "201": { "body": { "$ref": "#/schemas/Order" } } },
            "state": { "action": "create", "collection": "orders",
              "guards": [{ "some": "customers", "where": { "body#/label": "/label" }, "failure": "unknown" }] } },
          \(Part.remove("orders")) },
        "collections": {
          "customers": { "item": { "$ref": "#/schemas/Customer" }, "key": "/id", "seed": [{ "id": 1, "label": "Ada Byron" }] },
          "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id", "seed": [] } } }
      """)
  }

  private static let options = VerifierOptions(allowsWrites: true, only: [Wildcard("orders.add: *contract")])

  @Test func `a value by which a guard finds another item stays, and the next text carries the mark`() async throws {
    let server = StoreServer(
      Self.contract(
        #"""
        "body": { "type": "object", "required": ["label", "remark"], "properties": {
          "label": { "type": "string", "examples": ["Ada Byron"] },
          "remark": { "type": "string", "examples": ["By hand"] } } }
        """#))
    let outcomes = try await server.verify(Self.options)
    let sent = server.requests.filter { $0.method == .post }.compactMap { try? JSON.parse($0.body.bytes ?? []) }
    #expect(!sent.isEmpty && sent.allSatisfy { $0["label"] == "Ada Byron" }, "\(sent)")
    #expect(sent.contains { $0["remark"]?.string?.contains("plumbline-") ?? false }, "\(sent)")
    #expect(!outcomes.undone.isEmpty && outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(outcomes.undone)")
  }

  @Test func `a part of an upload that the item doesn't keep carries no mark, as it couldn't be found again`()
    async throws
  {
    let server = StoreServer(
      Self.contract(
        #"""
        "content": { "multipart/form-data": { "schema": { "type": "object", "required": ["text", "remark"], "properties": {
          "text": { "type": "string", "examples": ["Lines of a file"] },
          "remark": { "type": "string", "examples": ["By hand"] } } } } }
        """#))
    let outcomes = try await server.verify(Self.options)
    let sent = server.requests.filter { $0.method == .post }.map {
      String(decoding: $0.body.bytes ?? [], as: UTF8.self)
    }
    #expect(sent.contains { $0.contains("plumbline-") }, "\(sent)")
    #expect(!outcomes.undone.isEmpty && outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(outcomes.undone)")
  }
}
