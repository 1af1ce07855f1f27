import PlumblineJSONTree
import Testing

/// Parts of a document that aren't read, which are reported with their place.
struct UnreadPartTests {
  private static func answer(_ members: String) -> String {
    ##""paths": { "/x": { "get": { "operationId": "x", "responses": { "200": { "description": "", \##(members) } } } } }"##
  }

  private static func content(_ content: String) -> String { answer("\"content\": { \(content) }") }

  private static func header(_ header: String) -> String { answer("\"headers\": { \"X-A\": { \(header) } }") }

  private static func asking(_ members: String) -> String {
    ##""paths": { "/x": { "post": { "operationId": "x", \##(members), "responses": { "200": { "description": "" } } } } }"##
  }

  private static let documents: [(document: String, says: String)] = [
    (
      header(##""explode": true, "schema": { "type": "object" }"##),
      "The members of this header are written as name=value, which isn't read, so its schema is ignored."
    ),
    (
      "\"jsonSchemaDialect\": \"http://json-schema.org/draft-07/schema#\", " + answer("\"headers\": {}"),
      "Schemas without a \"$schema\" are read as OpenAPI's own dialect, which is that of JSON Schema 2020-12."
    ),
    (
      ##""paths": { "/x#one": { "get": { "responses": { "200": { "description": "" } } } } }"##,
      "Clients don't send what is behind \"#\", so this is the path in front of it."
    ),
    (
      header(##""content": { "application/json": { "schema": { "type": "string" } } }"##),
      "Headers in application/json aren't supported, so this schema is ignored."
    ),
    (
      asking(
        ##""parameters": [{ "name": "X-A", "in": "header", "content": { "application/yaml": { "schema": { "type": "object" } } } }]"##
      ), "Parameters in application/yaml aren't supported, so this schema is ignored."
    ),
    (
      content(##""application/json": { "examples": { "one": { "externalValue": "x.json" } } }"##),
      "\"externalValue\" isn't read, so this example is left out; put its value into \"value\"."
    ),
    (
      content(##""application/yaml": { "schema": { "type": "object" } }"##),
      "A body of application/yaml isn't looked into, so this schema is ignored."
    ),
    (
      content(##""text/yaml": { "schema": { "type": "object" } }"##),
      "A body of text/yaml is read as a string, so this schema is ignored."
    ),
    (
      content(
        ##""application/json;v=1": { "schema": { "type": "object" } }, "application/json;v=2": { "schema": { "type": "array" } }"##
      ),
      "A body of application/json;v=2 is read as one of application/json;v=1: parameters of a media type tell no bodies apart, "
        + "so this schema is ignored."
    ),
    (
      asking(
        ##""requestBody": { "content": { "multipart/form-data": { "schema": { "type": "object", "properties": { "a": { "type": "string" } } }, "encoding": { "a": { "headers": { "X-Part": { "schema": {} } } } } } } }"##
      ), "The headers of a part aren't read: a is sent and taken without them."
    ),
    (
      content(
        ##""application/json": { "schema": { "type": "object", "properties": { "a": { "type": "string", "format": "binary" } } } }"##
      ),
      "JSON has no bytes, so \"format\": \"binary\" isn't checked in this body; base64 in a string is \"format\": \"byte\", and "
        + "from OpenAPI 3.1 on \"contentEncoding\": \"base64\"."
    ),
    (
      asking(##""parameters": [{ "name": "q", "in": "query", "allowReserved": true, "schema": {} }]"##),
      "\"allowReserved\" isn't read: q is sent percent-encoded, and taken either way."
    ),
  ]

  @Test(arguments: documents)
  func `what isn't read is named`(_ row: (document: String, says: String)) throws {
    let document = try TranslatedDocument(row.document, version: "3.2.0")
    let named = document.notes.filter { $0.hasPrefix("api.json:2:") && $0.hasSuffix(": \(row.says)") }
    #expect(named.count == 1, "\(document.notes)")
    #expect(document.errors == [])
    _ = try document.contract()
  }

  @Test func `bytes are named in JSON alone, and once where two bodies share a schema`() throws {
    let document = try TranslatedDocument(
      ##"""
      "paths": { "/x": { "post": { "operationId": "x",
        "requestBody": { "content": {
          "application/json": { "schema": { "$ref": "#/components/schemas/F" } },
          "multipart/form-data": { "schema": { "$ref": "#/components/schemas/G" } },
          "application/octet-stream": { "schema": { "type": "string", "format": "binary" } } } },
        "responses": { "200": { "description": "", "content": {
          "application/json": { "schema": { "$ref": "#/components/schemas/F" } } } } } } } },
      "components": { "schemas": {
        "F": { "type": "array", "items": { "type": "string", "format": "binary" } },
        "G": { "type": "object", "properties": { "a": { "type": "string", "format": "binary" } } } } }
      """##, version: "3.0.4")
    #expect(document.notes.filter { $0.contains("JSON has no bytes") }.count == 1, "\(document.notes)")
  }

  @Test func `a number in JSON is read in a header as well, with its example`() throws {
    let document = try TranslatedDocument(
      Self.header(##""content": { "application/json": { "schema": { "type": "integer" }, "example": 7 } }"##))
    let header = try document.endpoint("x")["success"]?["200"]?["headers"]?["X-A"]
    #expect(header?["schema"] == ["type": "integer", "examples": [7]], "\(header?.text ?? "")")
    #expect(document.notes == [])
  }

  @Test func `media types that differ in their parameters alone and have one schema are no remark`() throws {
    let document = try TranslatedDocument(
      Self.content(
        ##""application/json": { "schema": { "type": "object" } }, "application/json; charset=utf-8": { "schema": { "type": "object" } }"##
      ))
    #expect(document.notes == [])
  }

  // MARK: - defaultMapping

  private func choice(_ mapping: String) throws -> TranslatedDocument {
    try TranslatedDocument(
      ##"""
      "paths": {}, "components": { "schemas": {
        "U": { "oneOf": [{ "$ref": "#/components/schemas/L" }, { "$ref": "#/components/schemas/D" }],
          "discriminator": { "propertyName": "k", "defaultMapping": "\##(mapping)" } },
        "L": { "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } },
        "D": { "type": "object", "required": ["k"], "properties": { "k": { "type": "string" } } },
        "E": { "type": "object" } } }
      """##, version: "3.2.0")
  }

  @Test func `a value whose member is missing or names no schema is one of the default`() throws {
    let document = try choice("L")
    let branches = try #require(try document.file()["schemas"]?["U"]?["oneOf"])
    #expect(branches[0]?["properties"] == ["k": ["not": ["enum": ["D"]]]])
    #expect(branches[0]?["required"] == nil)
    #expect(branches[1]?["properties"] == ["k": ["enum": ["D"]]])
    #expect(branches[1]?["required"] == ["k"])
    #expect(document.notes == [])
  }

  @Test func `a default that is none of the schemas leaves the discriminator out by name`() throws {
    let document = try choice("E")
    let schema = try #require(try document.file()["schemas"]?["U"])
    #expect(schema["discriminator"] == nil && schema["oneOf"]?[0]?["properties"] == nil, "\(schema.text)")
    #expect(document.notes.count { $0.contains("\"defaultMapping\" is read where it leads to one of") } == 1)
  }

  @Test func `the example of a header whose schema isn't held is a text of it`() throws {
    let document = try TranslatedDocument(
      Self.header(##""explode": true, "schema": { "type": "object" }, "example": { "R": 100, "G": "a" }"##))
    let schema = try document.endpoint("x")["success"]?["200"]?["headers"]?["X-A"]?["schema"]
    #expect(try schema == JSON.parse(#"{ "type": "string", "examples": ["R=100,G=a"] }"#))
  }
}
