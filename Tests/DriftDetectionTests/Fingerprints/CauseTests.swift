import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// The causes that findings of several endpoints share, and causes that stay separate.
struct CauseTests {
  private static let contract = make()

  private static func make(title: String = "Shop", first: String = "Item") -> Contract {
    Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "shop", "title": "\(title)",
        "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
        "failures": { "absent": { "status": 404, "codes": ["ABSENT"] }, "wrong": { "status": 422, "codes": ["WRONG"] } },
        "schemas": {
          "\(first)": { "type": "object", "properties": { "id": { "type": "integer" }, "name": { "type": "string" } } },
          "Shop": { "type": "object", "properties": { "id": { "type": "integer" } } } },
        "endpoints": {
          "a": { "summary": "A", "request": "GET /a", "source": "1", "failures": ["absent", "wrong"],
            "success": { "200": { "payload": { "$ref": "#/schemas/\(first)" } } } },
          "b": { "summary": "B", "request": "GET /b", "source": "1", "failures": ["absent"],
            "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/\(first)" } } } } },
          "c": { "summary": "C", "request": "GET /c", "source": "1",
            "success": { "200": { "payload": { "$ref": "#/schemas/Shop" } } } } } }
      """
    ])
  }

  private func drift(_ path: String, _ status: Int, _ body: JSON, of contract: Contract = contract) -> [Drift] {
    Inspector(contract).inspect(.made(path, status: status, body))
  }

  private func drift(_ path: String, _ body: JSON, of contract: Contract = contract) -> [Drift] {
    drift(path, 200, body, of: contract)
  }

  private func causes(_ drift: [Drift]...) -> [String] {
    drift.joined().map(\.cause)
  }

  @Test func `a failure without its code is one cause at every endpoint and status`() throws {
    let nothing: JSON = ["ok": false, "message": "No."]
    let found = drift("/a", 404, nothing) + drift("/a", 422, nothing) + drift("/b", 404, nothing)
    #expect(found.map(\.rule.id) == Array(repeating: "response.envelope.error-code-missing", count: 3))
    #expect(Set(found.map(\.cause)).count == 1)
    #expect(Set(found.map(\.fingerprint)).count == 3)
    #expect(found.allSatisfy { $0.cause != $0.fingerprint })
  }

  @Test func `an unknown code is a cause of its own`() {
    let one = drift("/a", 404, ["ok": false, "error": "GONE", "message": "No."])
    let same = drift("/b", 404, ["ok": false, "error": "GONE", "message": "No."])
    let other = drift("/b", 404, ["ok": false, "error": "LOST", "message": "No."])
    #expect(Set(causes(one, same)).count == 1)
    #expect(Set(causes(one, other)).count == 2)
  }

  @Test func `a field of a schema that endpoints share is one cause, that of another schema is another`() throws {
    let one = drift("/a", ["ok": true, "data": ["id": "7"]])
    let inList = drift("/b", ["ok": true, "data": [["id": "9"], ["id": 8]]])
    let elsewhere = drift("/c", ["ok": true, "data": ["id": "7"]])
    #expect((one + inList + elsewhere).map(\.rule.id) == Array(repeating: "response.field.number-as-string", count: 3))
    #expect(Set(causes(one, inList)).count == 1)
    #expect(Set(causes(one, elsewhere)).count == 2)
    let name = drift("/a", ["ok": true, "data": ["id": 7, "name": 1]])
    #expect(Set(causes(one, name)).count == 2)
    // For an undocumented member, the name decides.
    let red = drift("/a", ["ok": true, "data": ["id": 7, "red": 1]])
    let redInList = drift("/b", ["ok": true, "data": [["id": 7, "red": 1]]])
    let blue = drift("/b", ["ok": true, "data": [["id": 7, "blue": 1]]])
    #expect(Set(causes(red, redInList)).count == 1)
    #expect(Set(causes(red, blue)).count == 2)
  }

  @Test func `a cause outlives edits that move lines`() {
    let body: JSON = ["ok": true, "data": ["id": "7"]]
    let moved = Self.make(title: "Shop\\nof\\nthings")
    #expect(causes(drift("/a", body)) == causes(drift("/a", body, of: moved)))
    let renamed = Self.make(first: "Thing")
    #expect(causes(drift("/a", body)) != causes(drift("/a", body, of: renamed)))
  }

  @Test func `a type of content is one cause, and a slash too`() {
    func page(_ path: String) -> [Drift] {
      Inspector(Self.contract).inspect(
        .made(path, answerHeaders: ["content-type": "text/html"], text: "<html><title>Hi</title></html>"))
    }
    #expect(Set(causes(page("/a"), page("/b"))).count == 1)
    func moved(_ path: String, to place: String) -> [Drift] {
      Inspector(Self.contract).inspect(.made(path, status: 301, answerHeaders: ["location": place], text: ""))
    }
    #expect(Set(causes(moved("/a", to: "http://x/a/"), moved("/b", to: "/b/"))).count == 1)
    #expect(Set(causes(moved("/a", to: "/v2/a"), moved("/b", to: "/v2/b"))).count == 2)
  }

  @Test func `what is one endpoint's alone has its fingerprint as its cause`() {
    for found in drift("/c", 404, [:]) {
      #expect(found.rule.id == "endpoint.missing")
      #expect(found.cause == found.fingerprint)
    }
  }
}
