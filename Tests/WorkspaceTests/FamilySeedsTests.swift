import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// The initial items of a document's collections.
struct FamilySeedsTests {
  /// Returns the seeds of the notes in a document whose responses have these schemas.
  private static func seed(one: String, all: String, schemas: String = "") throws -> JSON? {
    func answer(_ schema: String) -> String {
      #"{ "description": "", "content": { "application/json": \#(schema) } }"#
    }
    let text = ##"""
      { "openapi": "3.0.3", "info": { "title": "Notes", "version": "1" }, "paths": {
        "/notes": { "get": { "responses": { "200": \##(answer(all)) } },
          "post": { "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Text" } } } },
            "responses": { "201": \##(answer(##"{ "schema": { "$ref": "#/components/schemas/Note" } }"##)) } } },
        "/notes/{id}": { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
          "get": { "responses": { "200": \##(answer(one)) } } } },
        "components": { "schemas": { \##(schemas)
          "Text": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "Note": { "type": "object", "required": ["id", "text"], "properties": {
            "id": { "type": "string" }, "text": { "type": "string" }, "size": { "type": "integer" } } } } } }
      """##
    let folder = try TemporaryFolder()
    try folder.write(text, to: "notes.json")
    let made = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "notes.json", as: "notes")
    #expect(made.errors.isEmpty, "\(made.errors)")
    let file = try #require(made.files.first { $0.name == "contract.json" })
    return try JSON.parse(file.bytes)["resources"]?["notes"]?["seed"]
  }

  private static let note = ##"{ "schema": { "$ref": "#/components/schemas/Note" } }"##

  @Test func `the example of a response's schema is an item`() throws {
    let all = ##"""
      "All": { "type": "object", "properties": { "notes": { "type": "array", "items": { "$ref": "#/components/schemas/Note" } } },
        "example": { "notes": [{ "id": "n7", "text": "Milk" }, { "id": "n8", "text": "Tea", "size": 3 }] } },
      """##
    let seed = try Self.seed(
      one: Self.note, all: ##"{ "schema": { "$ref": "#/components/schemas/All" } }"##, schemas: all)
    #expect(seed == [["id": "n7", "text": "Milk"], ["id": "n8", "text": "Tea", "size": 3]])
  }

  @Test(arguments: [true, false])
  func `an item of a list of summaries can be read`(isSchema: Bool) throws {
    let example = #""example": [{ "id": "n5", "size": 4, "hot": true }]"#
    let members = ##""id": { "type": "string" }, "size": { "type": "integer" }, "hot": { "type": "boolean" }"##
    let summary = #"{ "type": "object", "required": ["id"], "properties": { \#(members) } }"#
    let items = #""schema": { "type": "array", "items": \#(summary)"#
    let all = isSchema ? "{ \(items), \(example) } }" : "{ \(items) }, \(example) }"
    let seed = try #require(try Self.seed(one: Self.note, all: all))
    #expect(seed.elements.first?["id"] == "n5", "\(seed.text)")
    #expect(seed.elements.first?["size"] == 4, "\(seed.text)")
    #expect(seed.elements.first?["hot"] == Optional<JSON>.none, "\(seed.text)")
  }

  @Test func `an example that is wrapped once too often is no item`() throws {
    let note = ##"""
      "One": { "allOf": [{ "$ref": "#/components/schemas/Loose" }], "example": { "note": { "id": "n7", "text": "Milk" } } },
      "Loose": { "type": "object", "properties": { "id": { "type": "string" }, "text": { "type": "string" } } },
      """##
    let seed = try Self.seed(
      one: ##"{ "schema": { "$ref": "#/components/schemas/One" } }"##,
      all: ##"{ "schema": { "type": "array", "items": { "$ref": "#/components/schemas/Loose" } } }"##, schemas: note)
    #expect(seed?.elements.allSatisfy { $0["note"] == nil && $0["id"] != nil } ?? false, "\(seed?.text ?? "none")")
  }
}
