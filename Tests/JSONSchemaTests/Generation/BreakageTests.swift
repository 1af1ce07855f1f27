import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct BreakageTests {
  /// Returns the breakages as text, each checked again by the validator.
  private func breakages(_ text: String, _ value: JSON) throws -> [String] {
    let schema = try compile(text)
    #expect(schema.isValid(value))
    return schema.breakages(of: value).map { breakage in
      let violations = schema.violations(of: breakage.value)
      #expect(!violations.isEmpty)
      #expect(violations.allSatisfy { $0.keyword == breakage.keyword && $0.instance == breakage.pointer })
      return "\(breakage.keyword) \(breakage.pointer)"
    }
  }

  @Test(arguments: [
    (#"{"type": "integer"}"#, #"1"#, "type "), (#"{"const": 1}"#, #"1"#, "const "),
    (#"{"enum": ["a", "b"]}"#, #""a""#, "enum "),
    (#"{"minimum": 3}"#, #"3"#, "minimum "), (#"{"maximum": 3}"#, #"3"#, "maximum "),
    (#"{"exclusiveMinimum": 3}"#, #"4"#, "exclusiveMinimum "),
    (#"{"exclusiveMaximum": 3}"#, #"2"#, "exclusiveMaximum "),
    (#"{"multipleOf": 0.01}"#, #"0.25"#, "multipleOf "), (#"{"minLength": 2}"#, #""ab""#, "minLength "),
    (#"{"maxLength": 2}"#, #""ab""#, "maxLength "), (#"{"pattern": "^[A-Z]+$"}"#, #""AB""#, "pattern "),
    (#"{"format": "date"}"#, #""2026-01-01""#, "format "), (#"{"required": ["a"]}"#, #"{"a": 1}"#, "required "),
    (#"{"additionalProperties": false}"#, #"{}"#, "additionalProperties "),
    (#"{"unevaluatedProperties": false}"#, #"{}"#, "unevaluatedProperties "),
    (#"{"propertyNames": {"pattern": "^[a-z]+$"}}"#, #"{}"#, "propertyNames "),
    (#"{"minProperties": 1}"#, #"{"a": 1}"#, "minProperties "),
    (#"{"maxProperties": 1}"#, #"{"a": 1}"#, "maxProperties "),
    (#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1, "b": 1}"#, "dependentRequired "),
    (#"{"minItems": 1}"#, #"[1]"#, "minItems "), (#"{"maxItems": 1}"#, #"[1]"#, "maxItems "),
    (#"{"uniqueItems": true}"#, #"[1]"#, "uniqueItems "), (#"{"contains": {"const": 1}}"#, #"[1]"#, "contains "),
    (#"{"anyOf": [{"type": "string"}, {"minimum": 3}]}"#, #"3"#, "anyOf "),
    (#"{"oneOf": [{"minimum": 3}, {"maximum": 5}]}"#, #"7"#, "oneOf "),
    (#"{"not": {"type": "string"}}"#, #"1"#, "not "),
  ])
  func `each keyword can be broken alone`(schema: String, value: String, expected: String) throws {
    #expect(try breakages(schema, JSON.parse(value)).contains(expected))
  }

  @Test func `changes reach into members and elements`() throws {
    let schema = ##"""
      {"$defs": {"user": {"type": "object", "required": ["id"], 
       "properties": {"id": {"type": "integer", "minimum": 1}}}},
       "type": "object", "properties": {"users": {"type": "array", "items": {"$ref": "#/$defs/user"}}}}
      """##
    let found = try breakages(schema, ["users": [["id": 1]]])
    for expected in [
      "type ", "type /users", "type /users/0", "required /users/0", "type /users/0/id", "minimum /users/0/id",
    ] {
      #expect(found.contains(expected), "\(expected)")
    }
  }

  @Test func `keywords that are kept are broken nowhere, and count towards no limit`() throws {
    let schema = try compile(
      #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "enum": ["x", "y"]}}}"#)
    let found = schema.breakages(of: ["a": "x"], limit: 1, keeping: ["type", "required"])
    #expect(found.map(\.keyword) == ["enum"])
  }

  @Test func `there are no more than the limit, and none for an invalid value`() throws {
    let schema = try compile(#"{"type": "object", "required": ["a", "b", "c"]}"#)
    #expect(schema.breakages(of: ["a": 1, "b": 2, "c": 3], limit: 2).count == 2)
    #expect(schema.breakages(of: [:]).isEmpty)
    #expect(schema.breakages(of: ["a": 1, "b": 2, "c": 3]).map(\.description).contains("required at '': 'a' removed"))
  }
}
