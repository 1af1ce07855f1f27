import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// A value that a schema shows, which must be the generated value even if it's null.
struct ShownValueTests {
  @Test(arguments: [
    (#"{"type": ["string", "null"], "default": null}"#, "null"),
    (#"{"type": ["string", "null"], "examples": [null]}"#, "null"),
    (#"{"enum": ["a", null], "default": null}"#, "null"), (#"{"type": ["string", "integer"], "examples": [5]}"#, "5"),
    (
      #"{"type": "object", "required": ["a"], "properties": {"a": {"type": ["integer", "null"], "default": null}}}"#,
      #"{"a":null}"#
    ),
  ])
  func `a value that a schema shows is a typical one`(schema: String, shown: String) throws {
    #expect(try compile(schema).example().get().text == shown)
  }

  @Test(arguments: [
    (#"{"type": "string", "examples": [1, "a", "b"]}"#, "\"a\""), (#"{"type": ["null"], "examples": [null]}"#, "null"),
    (##"{"$ref": "#/$defs/a", "$defs": {"a": {"examples": [{"x": 1}]}}}"##, #"{"x":1}"#),
    (#"{"allOf": [{"type": "object"}, {"examples": [{"x": 1}]}]}"#, #"{"x":1}"#),
    (#"{"type": "string", "default": "d"}"#, nil), (#"{"type": "string", "examples": [1]}"#, nil),
  ])
  func `the first example that fits is the one that is shown`(schema: String, shown: String?) throws {
    #expect(try compile(schema).shownExample?.text == shown)
  }
}
