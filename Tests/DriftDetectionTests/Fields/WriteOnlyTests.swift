import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Members that belong only in requests or only in responses.
struct WriteOnlyTests {
  private static let inspector = Inspector(
    Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "club", "title": "The Club", "envelope": null,
        "schemas": { "Account": { "type": "object", "required": ["id", "email", "code"], "properties": {
          "id": { "type": "integer", "readOnly": true }, "email": { "type": "string" },
          "code": { "type": "string", "writeOnly": true } } } },
        "endpoints": { "accounts.add": { "summary": "x", "request": "POST /accounts", "source": "x",
          "body": { "$ref": "#/schemas/Account" }, "success": { "201": { "body": { "$ref": "#/schemas/Account" } } } } } }
      """
    ]))

  private func drift(sent: JSON, answered: JSON) -> [Drift] {
    Self.inspector.inspect(.made("POST /accounts", sending: sent, status: 201, answered))
  }

  @Test func `each side gives what only it can give`() {
    #expect(drift(sent: ["email": "a", "code": "x"], answered: ["id": 7, "email": "a"]).isEmpty)
  }

  @Test func `each side has to give it`() {
    let found = drift(sent: ["email": "a"], answered: ["email": "a"])
    #expect(
      found.map { "\($0.rule.id) \($0.pointer.map(String.init(describing:)) ?? "")" }.sorted() == [
        "request.field.missing /request/body/code", "response.field.missing /response/body/id",
      ])
  }

  @Test func `a member that is only written is reported where it is answered, without its value`() throws {
    let found = drift(sent: ["email": "a", "code": "tulip"], answered: ["id": 7, "email": "a", "code": "tulip"])
    let one = try #require(found.first)
    #expect(found.count == 1)
    #expect(one.rule.id == "response.field.undocumented")
    #expect(one.severity == .warning)
    #expect(one.pointer == "/response/body/code")
    #expect(one.message.contains("writeOnly"))
    #expect(!"\(one.message) \(one.actual ?? "")".contains("tulip"))
    #expect(one.contract?.line == 4)
  }

  @Test func `a client may send back what it got, as long as it fits`() {
    #expect(drift(sent: ["id": 7, "email": "a", "code": "x"], answered: ["id": 7, "email": "a"]).isEmpty)
    let found = drift(sent: ["id": true, "email": "a", "code": "x"], answered: ["id": 7, "email": "a"])
    #expect(found.map(\.rule.id) == ["request.field.type-changed"])
  }
}
