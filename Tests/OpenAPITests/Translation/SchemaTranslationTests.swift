import PlumblineJSONTree
import Testing

struct SchemaTranslationTests {
  /// Returns the translation of a schema in the document's components.
  private func translated(_ schema: String, version: String, more: String = "") throws -> JSON {
    let document = try TranslatedDocument(
      #""paths": {}, "components": { "schemas": { "It": \#(schema)\#(more) } }"#, version: version)
    return try #require(try document.file()["schemas"]?["It"])
  }

  @Test(arguments: [
    (#"{ "type": "string", "nullable": true }"#, #"{ "type": ["string", "null"] }"#),
    (#"{ "type": "string", "nullable": false }"#, #"{ "type": "string" }"#),
    (
      #"{ "type": "string", "nullable": true, "enum": ["a"] }"#, #"{ "type": ["string", "null"], "enum": ["a", null] }"#
    ),
    (
      #"{ "type": "string", "nullable": true, "enum": ["a", null] }"#,
      #"{ "type": ["string", "null"], "enum": ["a", null] }"#
    ),
    (
      ##"{ "$ref": "#/components/schemas/It", "nullable": true, "description": "hidden" }"##,
      ##"{ "anyOf": [{ "$ref": "#/schemas/It" }, { "type": "null" }] }"##
    ),
    (
      ##"{ "allOf": [{ "$ref": "#/components/schemas/It" }], "nullable": true }"##,
      ##"{ "anyOf": [{ "allOf": [{ "$ref": "#/schemas/It" }] }, { "type": "null" }] }"##
    ),
    (##"{ "$ref": "#/components/schemas/It", "type": "string" }"##, ##"{ "$ref": "#/schemas/It" }"##),
    (#"{ "minimum": 1, "exclusiveMinimum": true }"#, #"{ "exclusiveMinimum": 1 }"#),
    (#"{ "maximum": 1, "exclusiveMaximum": false }"#, #"{ "maximum": 1 }"#),
    (#"{ "type": "string", "example": "a" }"#, #"{ "type": "string", "examples": ["a"] }"#),
    (#"{ "xml": {}, "externalDocs": {}, "x-mine": 1 }"#, "{}"),
    (#"{ "xml": { "name": "it" } }"#, #"{ "x-xml": { "name": "it" } }"#),
  ])
  func `3.0 schemas become those of 2020-12`(schema: String, expected: String) throws {
    #expect(try translated(schema, version: "3.0.3") == JSON.parse(expected))
  }

  @Test(arguments: [
    (
      ##"{ "$ref": "#/components/schemas/It", "description": "seen" }"##,
      ##"{ "$ref": "#/schemas/It", "description": "seen" }"##
    ),
    (#"{ "type": ["string", "null"], "const": "a" }"#, #"{ "type": ["string", "null"], "const": "a" }"#),
    (#"{ "examples": [1], "example": 2 }"#, #"{ "examples": [1] }"#),
    // Authors who still write `nullable` expect it to have an effect.
    (#"{ "type": "object", "nullable": true }"#, #"{ "type": ["object", "null"] }"#),
    (#"{ "type": ["string", "null"], "nullable": true }"#, #"{ "type": ["string", "null"] }"#),
    (
      #"{ "type": "string", "nullable": true, "enum": ["a"] }"#, #"{ "type": ["string", "null"], "enum": ["a", null] }"#
    ),
    (
      ##"{ "$ref": "#/components/schemas/It", "nullable": true, "description": "seen" }"##,
      ##"{ "anyOf": [{ "$ref": "#/schemas/It", "description": "seen" }, { "type": "null" }] }"##
    ),
    ("true", "true"),
    (
      ##"{ "$defs": { "a": { "$ref": "#/components/schemas/It" } }, "prefixItems": [{ "$ref": "#/components/schemas/It/$defs/a" }] }"##,
      ##"{ "$defs": { "a": { "$ref": "#/schemas/It" } }, "prefixItems": [{ "$ref": "#/schemas/a" }] }"##
    ),
  ])
  func `3.1 schemas stay what they are, but for their references`(schema: String, expected: String) throws {
    #expect(try translated(schema, version: "3.1.0") == JSON.parse(expected))
  }

  @Test(
    arguments: ["3.0.3", "3.1.0"],
    [
      (#"{ "format": "int32" }"#, #"{ "format": "int32", "minimum": -2147483648, "maximum": 2147483647 }"#),
      (
        #"{ "format": "int64" }"#,
        #"{ "format": "int64", "minimum": -9223372036854775808, "maximum": 9223372036854775807 }"#
      ),
      (
        #"{ "format": "int32", "minimum": 0, "maximum": 9 }"#, #"{ "format": "int32", "minimum": 0, "maximum": 9 }"#
      ),
      (#"{ "format": "double" }"#, #"{ "format": "double" }"#),
    ])
  func `integers are as wide as their format says, but for bounds of their own`(
    version: String, schema: (written: String, expected: String)
  ) throws {
    #expect(try translated(schema.written, version: version) == JSON.parse(schema.expected))
  }

  @Test func `an exclusive bound is a schema's own as well`() throws {
    let made = try translated(#"{ "format": "int32", "exclusiveMinimum": 0 }"#, version: "3.1.0")
    #expect(made == (try JSON.parse(#"{ "format": "int32", "exclusiveMinimum": 0, "maximum": 2147483647 }"#)))
  }

  @Test func `a discriminator's mapping says which value leads to which branch`() throws {
    let made = try translated(
      ##"{ "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }], "discriminator": { "propertyName": "kind", "mapping": { "meow": "#/components/schemas/Cat", "purr": "Cat" } } }"##,
      version: "3.0.0", more: #", "Cat": { "type": "object" }, "Dog": { "type": "object" }"#)
    #expect(
      try made
        == JSON.parse(
          ##"{ "oneOf": [{ "$ref": "#/schemas/Cat", "properties": { "kind": { "enum": ["meow", "purr"] } }, "required": ["kind"] }, { "$ref": "#/schemas/Dog", "properties": { "kind": { "enum": ["Dog"] } }, "required": ["kind"] }], "discriminator": { "propertyName": "kind" } }"##
        ))
  }

  @Test func `a schema that nests without end is refused, not followed`() throws {
    let deep = String(repeating: #"{"items":"#, count: 250) + "{}" + String(repeating: "}", count: 250)
    let document = try TranslatedDocument(
      #""paths": {}, "components": { "schemas": { "It": \#(deep) } }"#, version: "3.1.0")
    #expect(document.errors.count == 1)
    #expect(document.errors[0].hasSuffix("name a part in \"components\" and refer to it."))
  }
}
