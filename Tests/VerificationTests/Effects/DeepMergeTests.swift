import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Testing

/// Changes that are merged recursively, which keep the members of an object that the request doesn't contain.
struct DeepMergeTests {
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "The Dock",
      \(Part.owner)
      \(Part.errors)
      "schemas": {
        "Place": { "type": "object", "properties": {
          "street": { "type": "string", "examples": ["Quay 4"] }, "city": { "type": "string", "examples": ["Lund"] } } },
        "Crate": { "type": "object", "required": ["id", "title", "place"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" }, "place": { "$ref": "#/schemas/Place" } } } },
      "collections": { "crates": { "item": { "$ref": "#/schemas/Crate" }, "key": "/id",
        "seed": [{ "id": 4, "title": "Old", "place": { "street": "Quay 1", "city": "Ystad" } }] } },
      "endpoints": {
        \(Part.list("crates", "Crate")),
        \(Part.get("crates", "Crate")),
        "crates.add": { "summary": "Make", "request": "POST /crates", "source": "Handbook",
          "body": { "type": "object", "required": ["title", "place"], "properties": {
            "title": { "type": "string" }, "place": { "$ref": "#/schemas/Place" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Crate" } } },
          "state": { "action": "create", "collection": "crates" } },
        "crates.edit": { "summary": "Edit", "request": "PATCH /crates/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "properties": { "place": { "$ref": "#/schemas/Place" } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Crate" } } },
          "state": { "action": "update", "collection": "crates", "key": "path.id", "merge": "deep" } },
        \(Part.remove("crates"))
      } }
    """

  /// Returns the drift of a run that writes, for a server that merges according to its own contract.
  private static func drift(merging merge: String) async throws -> (found: [String], bodies: [JSON]) {
    let dock = StoreServer(Store.load(text.replacing(#""merge": "deep""#, with: "\"merge\": \"\(merge)\"")))
    let server = StoreServer(Store.load(text)) { request, _ in dock.said(to: request) }
    let outcomes = try await server.verify(VerifierOptions(allowsWrites: true, only: [Wildcard("crates.*")]))
    #expect(outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(outcomes.undone)")
    let bodies = server.requests.filter { $0.method == .patch }.compactMap { try? JSON.parse($0.body.bytes ?? []) }
    return (
      outcomes.flatMap(\.drift).map { "\($0.endpoint) \($0.rule.id) \($0.pointer?.description ?? "")" }, bodies
    )
  }

  @Test func `one member of an object is sent alone, and a server that merges keeps the others`() async throws {
    let (found, bodies) = try await Self.drift(merging: "deep")
    #expect(found == [])
    #expect(bodies.contains { $0["place"]?.count == 1 })
  }

  @Test func `a server that replaces the object is found`() async throws {
    let (found, _) = try await Self.drift(merging: "shallow")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("crates.edit effect.unsent-changed /request/body/place/") == true, "\(found)")
  }
}
