import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Requests in which null means that there is no value, so that the items no longer have the member.
@Suite struct StateNullTests {
  private static let text = """
    { "plumbline": 1, "service": "refunds", "title": "Refunds", "envelope": null,
      "failures": { "invalid": { "status": 422 }, "notFound": { "status": 404 } },
      "commonFailures": ["invalid", "notFound"],
      "schemas": { "Refund": { "type": "object", "required": ["id", "amount"], "properties": {
        "id": { "type": "integer" }, "amount": { "type": "integer" }, "reason": { "type": "string" },
        "tags": { "type": "array", "items": { "type": "string" } } } } },
      "collections": { "refunds": { "item": { "$ref": "#/schemas/Refund" }, "key": "/id",
        "seed": [{ "id": 1, "amount": 5, "reason": "broken" }] } },
      "endpoints": {
        "refunds.create": { "summary": "x", "request": "POST /refunds", "source": "x",
          "body": { "type": "object", "properties": { "amount": { "type": ["integer", "null"] },
            "reason": { "type": ["string", "null"] },
            "tags": { "type": "array", "items": { "type": ["string", "null"] } } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Refund" } } },
          "state": { "action": "create", "collection": "refunds" } },
        "refunds.update": { "summary": "x", "request": "PATCH /refunds/{id}", "source": "x",
          "path": { "id": { "type": "integer" } },
          "body": { "type": "object", "properties": { "amount": { "type": ["integer", "null"] },
            "reason": { "type": ["string", "null"] } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Refund" } } },
          "state": { "action": "update", "collection": "refunds", "key": "path.id" } }
      } }
    """

  private func session() throws -> MockSession {
    return try Desk.session(of: Self.text, folder: "refunds")
  }

  private static let json: HeaderFields = ["Content-Type": "application/json"]

  @Test func `null is no value of an item that has none there`() throws {
    let session = try session()
    let made = session.ask(.post, "/refunds", Self.json, body: #"{ "amount": 3, "reason": null }"#)
    #expect(made.status == 201, "\(made)")
    #expect(made.json == ["id": 2, "amount": 3])
    let changed = session.ask(.patch, "/refunds/1", Self.json, body: #"{ "reason": null }"#)
    #expect(changed.status == 200, "\(changed)")
    #expect(changed.json == ["id": 1, "amount": 5])
  }

  @Test func `null for what an item has to have gives no value, so one is made, and none is taken away`() throws {
    let session = try session()
    let made = session.ask(.post, "/refunds", Self.json, body: #"{ "amount": null, "reason": "late" }"#)
    #expect(made.status == 201, "\(made)")
    #expect(made.json?["amount"]?.kind == .number && made.json?["reason"] == "late", "\(made)")
    let refused = session.ask(.patch, "/refunds/1", Self.json, body: #"{ "amount": null }"#)
    #expect(refused.status == 422, "\(refused)")
  }

  @Test func `a null among others isn't taken out of a list`() throws {
    let refused = try session().ask(
      .post, "/refunds", Self.json, body: #"{ "amount": 3, "tags": [null, null, "x", "y"] }"#)
    #expect(refused.status == 422, "\(refused)")
  }
}
