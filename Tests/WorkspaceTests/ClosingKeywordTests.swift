import PlumblineContractModel
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// Keywords next to an omitted part that reject values that other keywords don't recognize.
struct ClosingKeywordTests {
  /// Imports a document whose response has a schema on line 3, next to components.
  private func imported(_ schema: String) throws -> ImportedService {
    let folder = try TemporaryFolder()
    try folder.write(
      ##"""
      { "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": { "get": { "operationId": "a",
        "responses": { "200": { "description": "A", "content": { "application/json": { "schema":
      \##(schema) } } } } } } }, "components": { "schemas": {
        "Less": { "allOf": [{ "$ref": "#/components/schemas/None" }] },
        "Same": { "properties": { "a": { "type": "text" } } },
        "Tested": { "if": { "properties": { "a": { "$ref": "#/components/schemas/Same" } } },
          "then": { "properties": { "a": {} } } },
        "Far": { "anyOf": [{ "$ref": "#/components/schemas/Less" }] },
        "Inner": { "properties": { "c": { "$ref": "#/components/schemas/Less" } } } } } }
      """##, to: "shop.json")
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
  }

  /// Returns a function that checks whether a value is valid according to the response's schema.
  private func check(of imported: ImportedService) throws -> (JSON) -> Bool {
    let endpoint = try #require(imported.contract?.endpoints.first, "\(imported.errors)")
    guard case .body(let schema) = try #require(endpoint.answers.first).content else {
      Issue.record("There is no schema any more.")
      return { _ in false }
    }
    return { schema.isValid($0) }
  }

  private static func sentence(_ keyword: String) -> String {
    "Not all is understood of what else the schema knows of a value, so \"\(keyword)\" is left out."
  }

  /// Schemas with the keyword that is omitted from each, and a value that the keyword would reject.
  private static let opened: [(schema: String, keyword: String, value: String)] = [
    (
      #"{ "patternProperties": { "[": {} }, "additionalProperties": false }"#, "additionalProperties", #"{ "a": 1 }"#
    ),
    (
      #"{ "patternProperties": { "[": {} }, "additionalProperties": { "type": "string" } }"#, "additionalProperties",
      #"{ "a": 1 }"#
    ),
    (#"{ "properties": ["a"], "additionalProperties": false }"#, "additionalProperties", #"{ "a": 1 }"#),
    (
      #"{ "allOf": [{ "patternProperties": { "[": {} } }], "unevaluatedProperties": false }"#,
      "unevaluatedProperties", #"{ "a": 1 }"#
    ),
    (
      ##"{ "$ref": "#/components/schemas/None", "unevaluatedProperties": false }"##, "unevaluatedProperties",
      #"{ "a": 1 }"#
    ),
    (
      ##"{ "$ref": "#/components/schemas/Less", "unevaluatedProperties": false }"##, "unevaluatedProperties",
      #"{ "a": 1 }"#
    ),
    (
      ##"{ "allOf": [{ "$ref": "#/components/schemas/Far" }], "unevaluatedProperties": false }"##,
      "unevaluatedProperties", #"{ "a": 1 }"#
    ),
    (
      ##"{ "allOf": [{ "$ref": "#/components/schemas/Tested" }], "unevaluatedProperties": false }"##,
      "unevaluatedProperties", #"{ "a": 1 }"#
    ),
    (
      #"{ "if": { "pattern": "[" }, "then": { "properties": { "a": {} } }, "unevaluatedProperties": false }"#,
      "unevaluatedProperties", #"{ "a": 1 }"#
    ),
    (#"{ "items": "string", "unevaluatedItems": false }"#, "unevaluatedItems", "[1]"),
    (#"{ "prefixItems": "string", "items": { "type": "string" } }"#, "items", "[1]"),
    (
      #"{ "contains": { "pattern": "[" }, "unevaluatedItems": { "type": "string" } }"#, "unevaluatedItems", "[1]"
    ),
  ]

  @Test(arguments: 0..<opened.count)
  func `one that would refuse what is no longer known is left out at its own line`(number: Int) throws {
    let (schema, keyword, value) = Self.opened[number]
    let imported = try imported(schema)
    let named = imported.errors.filter { $0.message == Self.sentence(keyword) }
    #expect(named.map(\.location.line) == [3], "\(imported.errors)")
    #expect(named.allSatisfy { $0.isOmission && $0.isServable })
    let isValid = try check(of: imported)
    let read = isValid(try JSON.parse(value))
    #expect(read, "\(imported.errors)")
  }

  /// Schemas whose closing keyword is kept, with a valid and an invalid value for each.
  private static let closed: [(schema: String, right: String, wrong: String)] = [
    (
      #"{ "properties": { "a": "string" }, "unevaluatedProperties": false }"#, #"{ "a": 1 }"#, #"{ "b": 1 }"#
    ),
    (
      #"{ "properties": { "a": { "patternProperties": { "[": {} } } }, "unevaluatedProperties": false }"#,
      #"{ "a": 1 }"#, #"{ "b": 1 }"#
    ),
    (
      #"{ "allOf": [{ "properties": { "a": { "pattern": "[" } } }], "unevaluatedProperties": false }"#,
      #"{ "a": "x" }"#, #"{ "b": 1 }"#
    ),
    (
      ##"{ "$ref": "#/components/schemas/Same", "unevaluatedProperties": false }"##, #"{ "a": 1 }"#, #"{ "b": 1 }"#
    ),
    (
      ##"{ "$ref": "#/components/schemas/Inner", "unevaluatedProperties": false }"##, #"{ "c": 1 }"#,
      #"{ "b": 1 }"#
    ),
    (#"{ "prefixItems": ["string"], "unevaluatedItems": false }"#, "[1]", "[1, 2]"),
    (
      #"{ "items": { "allOf": [{ "pattern": "[" }] }, "properties": { "a": {} }, "unevaluatedProperties": false }"#,
      #"{ "a": 1 }"#, #"{ "b": 1 }"#
    ),
  ]

  @Test(arguments: 0..<closed.count)
  func `one stays where what is left out changes nothing for it`(number: Int) throws {
    let (schema, right, wrong) = Self.closed[number]
    let imported = try imported(schema)
    #expect(!imported.errors.contains { $0.message.hasPrefix("Not all is understood of what else") })
    let isValid = try check(of: imported)
    let verdicts = [isValid(try JSON.parse(right)), isValid(try JSON.parse(wrong))]
    #expect(verdicts == [true, false], "\(imported.errors)")
  }

  @Test func `one that refuses nothing stays without a word`() throws {
    let imported = try imported(#"{ "patternProperties": { "[": {} }, "additionalProperties": true }"#)
    #expect(imported.errors.contains { $0.location.line == 3 })
    #expect(!imported.errors.contains { $0.message.contains("additionalProperties") }, "\(imported.errors)")
  }

  @Test func `a member without a schema takes any value, and is reported`() throws {
    let imported = try imported(#"{ "properties": { "a": "string" }, "prefixItems": ["string"] }"#)
    let messages = imported.errors.filter { $0.location.line == 3 }.map(\.message)
    #expect(messages.contains { $0.hasSuffix(" Any value is accepted for \"a\".") }, "\(messages)")
    #expect(messages.contains { $0.hasSuffix(" Any value is accepted for this element.") }, "\(messages)")
    #expect(!messages.contains { $0.contains("left out") }, "\(messages)")
  }
}
