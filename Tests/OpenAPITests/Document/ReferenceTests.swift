import PlumblineJSONTree
import Testing

struct ReferenceTests {
  private static func answering(_ schema: String) -> String {
    """
    "paths": { "/pets": { "get": { "operationId": "pets.list", "responses": { "200": {
    "description": "", "content": { "application/json": { "schema": \(schema) } } } } } } }
    """
  }

  @Test func `schemas of other files are lifted beside the components, each once`() throws {
    let document = try TranslatedDocument(
      Self.answering(#"{ "type": "array", "items": { "$ref": "schemas/Pet.json" } }"#),
      beside: [
        "schemas/Pet.json":
          ##"{ "type": "object", "properties": { "owner": { "$ref": "owner.json#/defs/Owner" }, "friend": { "$ref": "#" } } }"##,
        "schemas/owner.json": #"{ "defs": { "Owner": { "type": "string" } } }"#,
      ])
    _ = try document.contract()
    let schemas = try #require(try document.file()["schemas"])
    #expect(schemas.members.keys == ["Pet", "Owner"])
    #expect(schemas["Pet"]?["properties"]?["friend"]?["$ref"]?.string == "#/schemas/Pet")
    #expect(schemas["Pet"]?["properties"]?["owner"]?["$ref"]?.string == "#/schemas/Owner")
  }

  @Test(arguments: [
    (
      "https://example.com/pet.json",
      "nothing is read from the network; put the file beside the document and name it by its path."
    ),
    ("/etc/pet.json", "a file is named by its path from the document's own folder."),
    (
      "../pet.json",
      "it lies outside the document's folder, where nothing is read; name a folder that holds both by --root."
    ),
    ("pet.json", "there is no file pet.json."),
    ("#/components/schemas/Pet", "the document has no \"components\"."),
    ("#Pet", "no schema there has the $anchor \"Pet\"."),
  ])
  func `a reference that leads nowhere is reported with its place and what would be right`(
    reference: String, reason: String
  ) throws {
    let document = try TranslatedDocument(Self.answering(#"{ "$ref": "\#(reference)" }"#))
    #expect(document.errors == ["api.json:3:75: \"$ref\" to \"\(reference)\" leads nowhere: \(reason)"])
    #expect(document.translation.files.isEmpty)
  }

  @Test func `references that lead in a circle end`() throws {
    let document = try TranslatedDocument(
      """
      "paths": { "/pets": { "get": { "responses": { "200": { "$ref": "#/components/responses/A" } } } } },
      "components": { "responses": { "A": { "$ref": "#/components/responses/B" }, "B": { "$ref": "#/components/responses/A" } } }
      """)
    #expect(document.errors.count == 1)
    #expect(document.errors[0].hasSuffix("The \"$ref\"s here form a cycle and never lead to a definition."))
  }

  @Test func `a mistake in a schema is reported at the document's own line`() throws {
    let document = try TranslatedDocument(
      """
      "paths": { "/pets": { "get": { "responses": { "200": { "description": "", "content": { "application/json": { "schema":
      { "$ref": "pet.json" } } } } } } } }
      """, beside: ["pet.json": "{\n  \"pattern\": \"(\"\n}"])
    #expect(document.errors.isEmpty)
    #expect(document.loaded.problems.map { "\($0.location)" }.contains("pet.json:2:14"), "\(document.loaded.problems)")
  }
}
