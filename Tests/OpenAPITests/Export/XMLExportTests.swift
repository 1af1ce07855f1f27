import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

/// A contract's XML declarations, in OpenAPI's terms.
struct XMLExportTests {
  private static let contract = ##"""
    { "plumbline": 1, "service": "shop", "x-note": { "xml": { "name": "n" } },
      "schemas": { "Pet": { "type": "object", "x-xml": { "name": "pet" }, "properties": {
        "id": { "type": "integer", "x-xml": { "attribute": true } }, "x-xml": { "type": "string" },
        "xml": { "type": "string", "enum": ["x-xml"] } } } },
      "endpoints": { "pets.get": { "summary": "S", "request": "GET /pets", "source": "Page 1",
        "success": { "200": { "content": { "application/xml": { "schema": {
          "type": "string", "x-root": "pet", "contentSchema": { "$ref": "#/schemas/Pet" } } } } } } } } }
    """##

  @Test func `a contract with words for XML comes back as it was`() throws {
    try ExportedContract(["contract.json": Self.contract]).expectEqual()
  }

  @Test func `other tools read them by OpenAPI's own keyword`() throws {
    let exported = try ExportedContract(["contract.json": Self.contract])
    let pet = exported.document.at("/components/schemas/Pet")
    #expect(pet?["xml"] == ["name": "pet"] && pet?["x-xml"] == nil, "\(exported.document.text)")
    #expect(pet?["properties"]?["id"]?["xml"] == ["attribute": true])
    // Members with these names aren't keywords.
    #expect(pet?["properties"]?.members.keys == ["id", "x-xml", "xml"])
    #expect(exported.document["x-note"]?["xml"] == ["name": "n"])
  }
}
