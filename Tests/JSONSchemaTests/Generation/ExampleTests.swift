import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct ExampleTests {
  @Test(arguments: [
    "true", "{}", #"{"const": [1]}"#, #"{"enum": ["A", "B"]}"#,
    #"{"type": "integer", "minimum": 10, "maximum": 12, "multipleOf": 4}"#,
    #"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}"#,
    #"{"type": "number", "multipleOf": 0.05, "minimum": 0.31}"#,
    #"{"type": "string", "minLength": 3, "maxLength": 3}"#, #"{"type": "string", "format": "date-time"}"#,
    #"{"format": "uuid"}"#,
    #"{"type": "string", "format": "email"}"#, #"{"type": "string", "format": "uri"}"#,
    #"{"type": "string", "format": "ipv6"}"#,
    #"{"type": "string", "pattern": "^[A-Z]{2}-\\d{4}$"}"#,
    #"{"type": "string", "pattern": "^\\w+$", "minLength": 12}"#,
    #"{"type": "array", "items": {"type": "integer"}, "minItems": 3, "uniqueItems": true}"#,
    #"{"contains": {"const": 7}, "minContains": 2}"#,
    #"{"type": "object", "required": ["a", "zz"], "properties": {"a": {"type": "string"}, "b": {"type": "boolean"}}}"#,
    #"{"type": "object", "minProperties": 3, "additionalProperties": {"type": "integer"}}"#,
    #"""
    {"allOf": [{"required": ["a"]}, {"properties": {"a": {"minimum": 5}}},
    {"properties": {"a": {"type": "integer"}}}]}
    """#,
    #"""
    {"oneOf": [{"properties": {"k": {"const": 1}}, "required": ["k"]},
    {"properties": {"k": {"const": 2}}, "required": ["k", "x"]}]}
    """#,
    #"{"anyOf": [{"type": "null"}, {"type": "object", "required": ["id"]}]}"#, #"{"type": ["string", "null"]}"#,
    ##"{"type": "object", "required": ["v"], "properties": {"v": {"type": "integer"}, "next": {"$ref": "#"}}}"##,
    #"{"type": "object", "properties": {"a": {"type": "integer"}, "b": false}, "unevaluatedProperties": false}"#,
    #"""
    {"if": {"properties": {"t": {"const": "x"}}, "required": ["t"]}, "then": {"required": ["u"]},
    "properties": {"t": {"const": "x"}}, "required": ["t"]}
    """#,
    #"{"dependentRequired": {"a": ["b"]}, "properties": {"a": {"type": "integer"}}}"#, #"{"not": {"type": "string"}}"#,
    #"""
    {"type": "object", "propertyNames": {"pattern": "^[a-z]{3}$"}, "minProperties": 2,
    "additionalProperties": {"type": "null"}}
    """#,
  ])
  func `an example is valid and the same each time`(text: String) throws {
    let schema = try compile(text)
    for seed: UInt64 in [0, 1, 2, 77, .max] {
      let example = try schema.example(seed: seed).get()
      #expect(schema.isValid(example), "\(example)")
      #expect(try schema.example(seed: seed).get().text == example.text)
    }
  }

  @Test func `optional properties are there and recursion ends`() throws {
    let schema = try compile(
      ##"{"type": "object", "required": ["v"], "properties": {"v": {"type": "integer"}, "next": {"$ref": "#"}}}"##)
    let example = try schema.example().get()
    #expect(example.at("/next/next/v") != nil)
  }

  @Test(arguments: [
    (#"{"oneOf": [{"type": "string"}, {"type": "integer"}], "examples": [7]}"#, "7"),
    (#"{"anyOf": [{"type": "string"}, {"type": "integer"}], "default": 7, "examples": ["x"]}"#, "7"),
    (#"{"oneOf": [{"type": "string"}, {"type": "integer"}], "examples": [true, 7]}"#, "7"),
    (
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"oneOf": [{"type": "string"}, {"type": "integer"}], "examples": [7]}}}"##,
      "7"
    ),
    (
      #"{"type": "object", "required": ["a"], "properties": {"a": {"oneOf": [{"const": 1}, {"const": 2}], "default": 2}}}"#,
      #"{"a":2}"#
    ),
  ])
  func `what a schema shows itself goes before what its branches are`(text: String, shown: String) throws {
    #expect(try compile(text).example().get().text == shown)
  }

  @Test func `defaults and examples are preferred`() throws {
    #expect(try compile(#"{"type": "string", "default": "d", "examples": ["e"]}"#).example().get() == "d")
    #expect(try compile(#"{"type": "string", "default": 1, "examples": ["e"]}"#).example().get() == "e")
    #expect(try compile(#"{"enum": ["A", "B"]}"#).example(seed: 1).get() == "B")
  }

  @Test(arguments: [
    "false", #"{"type": "integer", "minimum": 2, "maximum": 1}"#,
    ##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##,
  ])
  func `what can not be satisfied says so`(text: String) throws {
    let schema = try compile(text)
    guard case .failure(let failure) = schema.example() else {
      Issue.record("an example of \(text) was made")
      return
    }
    #expect(failure.message.contains("schema.json:1:1"))
  }
}
