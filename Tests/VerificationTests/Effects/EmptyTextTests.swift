import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Empty strings that remove the members for which they're sent.
struct EmptyTextTests {
  private static func text(required: String) -> String {
    """
    { "plumbline": 1, "service": "store", "title": "The Dock",
      \(Part.owner)
      \(Part.errors)
      "schemas": {
        "Place": { "type": "object", "required": [\(required)], "properties": {
          "street": { "type": "string", "examples": ["Quay 4"] }, "city": { "type": "string", "examples": ["Lund"] } } },
        "Sent": { "type": "object", "properties": {
          "street": { "type": "string", "examples": ["Quay 4"] }, "city": { "type": "string", "examples": ["Lund"] } } },
        "Crate": { "type": "object", "required": ["id", "title", "place"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" }, "place": { "$ref": "#/schemas/Place" } } } },
      "resources": { "crates": { "item": { "$ref": "#/schemas/Crate" }, "key": "/id",
        "seed": [{ "id": 4, "title": "Old", "place": { "street": "Quay 1", "city": "Ystad" } }] } },
      "endpoints": {
        \(Part.list("crates", "Crate")),
        \(Part.get("crates", "Crate")),
        "crates.add": { "summary": "Make", "request": "POST /crates", "source": "Handbook",
          "body": { "type": "object", "required": ["title", "place"], "properties": {
            "title": { "type": "string" }, "place": { "$ref": "#/schemas/Place" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Crate" } } },
          "state": { "action": "create", "resource": "crates" } },
        "crates.edit": { "summary": "Edit", "request": "PATCH /crates/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "errors": ["notFound"],
          "body": { "type": "object", "properties": { "place": { "$ref": "#/schemas/Sent" } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Crate" } } },
          "state": { "action": "update", "resource": "crates", "key": "path.id", "merge": "deep", "empty": "remove" } },
        \(Part.remove("crates"))
      } }
    """
  }

  /// Returns the drift of a run that writes, and whether it sent an empty string alone.
  private static func drift(
    required: String = "", keepingTexts: Bool = false
  ) async throws -> (found: [String], isTried: Bool) {
    let text = text(required: required)
    let dock = StoreServer(
      Store.load(keepingTexts ? text.replacing(#", "empty": "remove""#, with: "") : text))
    let server = StoreServer(Store.load(text)) { request, _ in dock.said(to: request) }
    let outcomes = try await server.verify(VerifierOptions(allowsWrites: true, only: [Wildcard("crates.*")]))
    let bodies = server.requests.filter { $0.method == .patch }.compactMap { try? JSON.parse($0.body.bytes ?? []) }
    let isTried = bodies.contains { $0["place"]?.members.contains { $0.value == "" } ?? false }
    return (outcomes.flatMap(\.drift).map { "\($0.endpoint) \($0.rule.id)" }, isTried)
  }

  @Test func `a member that is removed by an empty text is right`() async throws {
    let (found, isTried) = try await Self.drift()
    #expect(found == [])
    #expect(isTried)
  }

  @Test func `a text that the item needs may stay empty`() async throws {
    let (found, isTried) = try await Self.drift(required: #""street", "city""#)
    #expect(found == [])
    #expect(isTried)
  }

  @Test func `a server that keeps the empty text is found`() async throws {
    let (found, _) = try await Self.drift(keepingTexts: true)
    #expect(found == ["crates.edit effect.not-applied"])
  }
}
