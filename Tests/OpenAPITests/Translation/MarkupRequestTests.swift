import PlumblineJSONTree
import Testing

/// Requests in XML, whose texts are generated from the document's description.
struct MarkupRequestTests {
  private func schema(_ media: String) throws -> JSON? {
    let found = try TranslatedDocument(
      ##"""
      "components": { "schemas": { "Pet": { "type": "object", "properties": { "id": { "type": "integer" } } } } },
      "paths": { "/a": { "post": { "operationId": "a", "requestBody": { "required": true, "content": {
        "application/xml": { \##(media) } } }, "responses": { "204": { "description": "" } } } } }
      """##)
    _ = try found.contract()
    return try found.endpoint("a")["content"]?["application/xml"]?["schema"]
  }

  @Test func `the schema of a request in XML says what texts are made of`() throws {
    let schema = try schema(##""schema": { "$ref": "#/components/schemas/Pet" }"##)
    #expect(schema == ["type": "string", "x-root": "Pet", "contentSchema": ["$ref": "#/schemas/Pet"]])
  }

  @Test func `texts in XML are examples of it, and values of what is written in it`() throws {
    let text = try schema(##""example": "<Pet/>", "schema": { "$ref": "#/components/schemas/Pet" }"##)
    #expect(text?["examples"] == ["<Pet/>"])
    let value = try schema(##""example": { "id": 7 }, "schema": { "$ref": "#/components/schemas/Pet" }"##)
    #expect(value?["examples"] == nil)
    #expect(value?["contentSchema"]?["examples"] == [["id": 7]], "\(value?.text ?? "none")")
    let alone = try schema(##""example": "<Pet/>""##)
    #expect(alone?["examples"] == ["<Pet/>"])
  }
}
