import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Actions that an item allows only once. They can't be reverted, which isn't necessary if the item can still be
/// removed.
struct GuardOnceTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "The Desk",
      \(Part.owner)
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "notADraft": { "status": 409, "codes": ["NOT_A_DRAFT"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Order": { "type": "object", "required": ["id", "title", "status"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" }, "status": { "enum": ["draft", "open"] } } } },
      "endpoints": {
        \(Part.list("orders", "Order")),
        \(Part.get("orders", "Order")),
        "orders.add": { "summary": "Make", "request": "POST /orders", "source": "Handbook",
          "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "create", "collection": "orders", "set": { "/status": { "const": "draft" } } } },
        "orders.submit": { "summary": "Submit", "request": "POST /orders/{id}/submit", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound", "notADraft"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Order" } } },
          "state": { "action": "update", "collection": "orders", "key": "path.id", "merge": false,
            "guards": [{ "unless": { "item#/status": { "const": "draft" } }, "failure": "notADraft" }],
            "set": { "/status": { "const": "open" } } } },
        \(Part.remove("orders")) },
      "collections": { "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id",
        "seed": [{ "id": 4, "title": "Old", "status": "open" }] } } }
    """)

  private static func drift(_ outcomes: [CallOutcome]) -> [String] {
    outcomes.flatMap(\.drift).map { "\($0.endpoint) \($0.rule.id) \($0.detail ?? "")" }
  }

  @Test func `a repetition that is refused passes, and nothing of it is left`() async throws {
    let server = StoreServer(Self.contract)
    let before = server.contents("/orders")
    let outcomes = try await server.verify()
    #expect(Self.drift(outcomes) == [])
    let line = "orders.submit: rejects what the current state forbids"
    #expect(
      outcomes.contains { $0.line.label == line && $0.line.outcome == .passed }, "\(outcomes.map(\.line.label))")
    #expect(server.contents("/orders") == before)
  }

  @Test func `a repetition that is carried out is found`() async throws {
    let server = StoreServer(Self.contract) { request, answer in
      guard request.path.hasSuffix("/submit") else { return nil }
      let answer = answer()
      guard answer.response.status == 409 else { return answer }
      let key = request.path.split(separator: "/")[1]
      return OutgoingResponse(
        Notes.response(200, #"{ "ok": true, "data": { "id": \#(key), "title": "Note", "status": "open" } }"#))
    }
    let before = server.contents("/orders")
    let drift = Self.drift(try await server.verify())
    #expect(drift == ["orders.submit effect.guard-ignored notADraft"], "\(drift)")
    #expect(server.contents("/orders") == before)
  }
}
