import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Members that the contract sets to the caller's identifier, or to a member of the caller's own item, with which
/// they're compared.
struct CallerMemberTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "Notes", "envelope": null,
      \(Part.bareOwner)
      "schemas": {
        "User": { "type": "object", "required": ["id"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } },
        "Note": { "type": "object", "required": ["id", "text", "author"], "properties": {
          "id": { "type": "integer" }, "text": { "type": "string" }, "author": { "type": "integer" },
          "authorName": { "type": "string" } } } },
      "endpoints": {
        "me.get": { "summary": "Me", "request": "GET /me", "source": "Handbook",
          "success": { "200": { "body": { "$ref": "#/schemas/User" } } },
          "state": { "action": "read", "collection": "users", "key": "persona.id" } },
        \(Part.list("notes", "Note", in: "body")),
        \(Part.get("notes", "Note", in: "body")),
        "notes.add": { "summary": "Make", "request": "POST /notes", "source": "Handbook",
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "201": { "body": { "$ref": "#/schemas/Note" } } },
          "state": { "action": "create", "collection": "notes", "set": { "/author": "persona.id",
            "/authorName": { "from": "users", "where": { "persona.id": "/id" }, "member": "/name" } } } },
        \(Part.remove("notes")) },
      "collections": {
        "users": { "item": { "$ref": "#/schemas/User" }, "key": "/id", "seed": [{ "id": 1, "name": "Ada" }] },
        "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id", "seed": [] } } }
    """)

  /// Returns the findings on a server that knows its caller as Ada with an identifier, and assigns an author to notes.
  private static func found(author: Int, named name: String = "Ada", caller: Int) async throws -> Board.Findings {
    let store = StoreServer(contract) { request, answer in
      let answer = answer()
      guard let json = answer.json else { return answer }
      if request.path == "/me" { return answer.saying(json.setting("id", to: JSON(caller))) }
      func changed(_ note: JSON) -> JSON {
        note["author"] == nil
          ? note : note.setting("author", to: JSON(author)).setting("authorName", to: JSON(name))
      }
      return answer.saying(json.kind == .array ? .array(json.elements.map(changed)) : changed(json))
    }
    let options = VerifierOptions(allowsWrites: true, only: [Wildcard("notes.add: *contract")])
    return Board.Findings(outcomes: try await store.verify(options))
  }

  @Test func `an author who isn't the caller is found`() async throws {
    let found = try await Self.found(author: 8, caller: 7)
    let rules = found.drift.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(rules == ["notes.add effect.not-applied"], "\(found.messages)")
    #expect(found.messages.contains { $0.contains("author is 8") }, "\(found.messages)")
  }

  @Test func `a name of the author that isn't the caller's is found`() async throws {
    let found = try await Self.found(author: 7, named: "ada@example.com", caller: 7)
    let rules = found.drift.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(rules == ["notes.add effect.not-applied"], "\(found.messages)")
    #expect(found.messages.contains { $0.contains("authorName is \"ada@example.com\"") }, "\(found.messages)")
  }

  @Test func `the caller by the server's own id is right`() async throws {
    let found = try await Self.found(author: 7, caller: 7)
    #expect(found.drift == [], "\(found.messages)")
    #expect(found.outcomes.contains { $0.line.endpoint == "notes.add" && $0.line.outcome == .passed })
  }
}
