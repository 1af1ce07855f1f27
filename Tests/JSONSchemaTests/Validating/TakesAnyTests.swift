import PlumblineJSONTree
import Testing

@testable import PlumblineJSONSchema

@Suite struct TakesAnyTests {
  private static let samples: [JSON] = [
    .null, true, false, 0, -1, 7.5, 1e300, "", "a", "2026-11-21", "not@all", .emptyArray, [1, 2], .emptyObject,
    ["a": 1],
  ]

  @Test(arguments: [
    #"{ "type": "string" }"#, #"{ "type": ["string", "null"] }"#, #"{ "type": "string", "minLength": 1 }"#,
    #"{ "minimum": 3 }"#, #"{ "type": "integer" }"#, #"{ "type": "number" }"#, #"{ "enum": [null, 1] }"#,
    #"{ "const": "a" }"#, "true", "false", "{}", #"{ "type": "string", "format": "email" }"#,
    ##"{ "$ref": "#/$defs/a", "$defs": { "a": { "type": "string" } } }"##, #"{ "not": { "type": "string" } }"#,
    #"{ "anyOf": [{ "type": "string" }, { "minimum": 3 }] }"#, #"{ "required": ["a"] }"#, #"{ "items": false }"#,
    #"{ "type": "object", "properties": { "a": { "type": "string" } } }"#, #"{ "pattern": "^x" }"#,
    #"{ "type": ["boolean", "array"], "maxItems": 1 }"#,
  ])
  func `what is taken whatever its value is valid whatever its value`(_ text: String) throws {
    let schema = try SchemaLibrary().compile(JSON.parse(text))
    for sample in Self.samples where schema.takesAny(sample.kind) { #expect(schema.isValid(sample), "\(sample)") }
  }

  @Test func `a type alone takes all values of its kind`() throws {
    let schema = try SchemaLibrary().compile(JSON.parse(#"{ "type": ["string", "null"], "minimum": 3 }"#))
    #expect(JSONKind.allCases.filter(schema.takesAny) == [.null, .string])
    let integer = try SchemaLibrary().compile(JSON.parse(#"{ "type": "integer" }"#))
    #expect(!integer.takesAny(.number))
  }

  @Test func `a type rules out all values of the other kinds, behind a reference too`() throws {
    let text = ##"{ "$ref": "#/$defs/a", "$defs": { "a": { "type": "object", "required": ["b"] } } }"##
    let schema = try SchemaLibrary().compile(JSON.parse(text))
    #expect(schema.takesNone(.array))
    #expect(!schema.takesNone(.object))
    let open = try SchemaLibrary().compile(JSON.parse(#"{ "required": ["b"] }"#))
    #expect(!open.takesNone(.array))
  }

  @Test(arguments: [
    (#"{ "oneOf": [{ "type": "object" }, { "type": "string" }] }"#, true),
    (#"{ "oneOf": [{ "type": "object" }, { "type": "array", "items": { "type": "object" } }] }"#, false),
    (#"{ "anyOf": [{ "type": "object" }, { "required": ["a"] }] }"#, false),
    (#"{ "anyOf": [{ "type": "object" }, { "allOf": [{ "required": ["a"] }, { "type": "object" }] }] }"#, true),
    // Any list fits both branches, so no list fits the schema.
    (#"{ "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] }"#, true),
    (#"{ "oneOf": [{ "required": ["a"] }, { "type": "object" }] }"#, false),
    (#"{ "oneOf": [{ "required": ["a"] }, { "minItems": 1 }] }"#, false),
    (##"{ "anyOf": [{ "$ref": "#/$defs/a" }], "$defs": { "a": { "type": "object" } } }"##, true),
    (##"{ "$ref": "#/$defs/a", "minProperties": 1, "$defs": { "a": { "type": "object" } } }"##, true),
    (#"{ "not": { "type": "array" } }"#, false),
  ])
  func `branches rule out a kind if none of them takes it, or if more than one of oneOf takes all of it`(
    _ text: String, _ isRuledOut: Bool
  ) throws {
    let schema = try SchemaLibrary().compile(JSON.parse(text))
    #expect(schema.takesNone(.array) == isRuledOut)
    if isRuledOut { #expect([JSON.emptyArray, [1, 2], [["a": 1, "b": 2]]].allSatisfy { !schema.isValid($0) }) }
  }
}
