import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Forms in which an empty string means that there is no value, and items whose keys have a pattern.
@Suite struct StateEmptyFieldTests {
  private static let text = """
    { "plumbline": 1, "service": "refunds", "title": "Refunds", "envelope": null,
      "failures": { "invalid": { "status": 422 }, "notFound": { "status": 404 } },
      "commonFailures": ["invalid", "notFound"],
      "schemas": { "Refund": { "type": "object", "required": ["id", "amount", "card"], "properties": {
        "id": { "type": "string", "pattern": "^RF[0-9a-f]{4}$" }, "amount": { "type": "integer" },
        "reason": { "type": "string", "minLength": 3 }, "card": { "type": ["string", "null"], "minLength": 2 } } } },
      "collections": { "refunds": { "item": { "$ref": "#/schemas/Refund" }, "key": "/id",
        "seed": [{ "id": "RF00aa", "amount": 5, "reason": "broken", "card": "visa" }] } },
      "endpoints": {
        "refunds.create": { "summary": "x", "request": "POST /refunds", "source": "x",
          "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": {
            "Amount": { "type": "integer" }, "Reason": { "type": "string" }, "Card": { "type": "string" } } } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Refund" } } },
          "state": { "action": "create", "collection": "refunds", "merge": false,
            "set": { "/amount": "body#/Amount", "/reason": "body#/Reason", "/card": "body#/Card" } } },
        "refunds.update": { "summary": "x", "request": "POST /refunds/{id}", "source": "x",
          "path": { "id": { "type": "string" } },
          "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": {
            "Amount": { "type": "integer" }, "Reason": { "type": "string" }, "Card": { "type": "string" } } } } },
          "success": { "200": { "body": { "$ref": "#/schemas/Refund" } } },
          "state": { "action": "update", "collection": "refunds", "key": "path.id", "merge": false,
            "set": { "/amount": "body#/Amount", "/reason": "body#/Reason", "/card": "body#/Card" } } }
      } }
    """

  private static let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]

  private func session(_ text: String = Self.text) throws -> MockSession {
    return try Desk.session(of: text, folder: "refunds")
  }

  @Test func `an empty field is no value, and null where there has to be one`() throws {
    let session = try session()
    let made = session.ask(.post, "/refunds", Self.form, body: "Amount=3&Reason=&Card=")
    #expect(made.status == 201, "\(made)")
    #expect(made.json?["amount"] == 3 && made.json?["card"]?.isNull == true, "\(made)")
    #expect(made.json?.members.keys.contains("reason") == false, "\(made)")
    let changed = session.ask(.post, "/refunds/RF00aa", Self.form, body: "Reason=&Card=amex")
    #expect(changed.status == 200, "\(changed)")
    #expect(changed.json == ["id": "RF00aa", "amount": 5, "card": "amex"])
  }

  @Test func `what a field must not say is refused`() throws {
    let refused = try session().ask(.post, "/refunds/RF00aa", Self.form, body: "Reason=no")
    #expect(refused.status == 422, "\(refused)")
  }

  @Test func `a right field that is only assumed to be a member changes nothing where the member can't be that`() throws
  {
    let text = Self.text.replacing(#""merge": false"#, with: #""merge": false, "standing": "assumed""#)
    let session = try session(text)
    let changed = session.ask(.post, "/refunds/RF00aa", Self.form, body: "Reason=no&Amount=7")
    #expect(changed.status == 200, "\(changed)")
    #expect(changed.json == ["id": "RF00aa", "amount": 7, "reason": "broken", "card": "visa"])
    let emptied = session.ask(.post, "/refunds/RF00aa", Self.form, body: "Reason=")
    #expect(emptied.json == ["id": "RF00aa", "amount": 7, "card": "visa"], "\(emptied)")
  }

  @Test func `each key that a pattern asks for is another one`() throws {
    let session = try session()
    let ids = (0..<40).compactMap { number in
      session.ask(.post, "/refunds", Self.form, body: "Amount=\(number)&Card=visa").json?["id"]?.string
    }
    #expect(Set(ids).count == 40, "\(ids)")
    #expect(ids.allSatisfy { $0.hasPrefix("RF") && $0.count == 6 }, "\(ids)")
  }
}
