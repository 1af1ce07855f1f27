import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// Schemas that no value satisfies, which are reported at the location of the contradiction.
struct ContradictionTests {
  private func contradictions(_ text: String) throws -> [String] {
    let schema = try SchemaLibrary().compile(JSON.parse(text, file: "schema.json"))
    return Contradictions().problems(of: schema).map { "\($0.pointer) \($0.message)" }
  }

  @Test(arguments: [
    (#"{"properties": {"a": {"type": "integer", "minimum": 5, "maximum": 3}}}"#, "/properties/a", "between 5 and 3"),
    (#"{"type": "string", "minLength": 4, "maxLength": 3}"#, "", "4 to 3 characters"),
    (#"{"type": "array", "items": {"enum": []}}"#, "/items", "nothing in common"),
    (#"{"type": "string", "format": "date", "pattern": "^2026-13-"}"#, "", "is of format date"),
    (#"{"type": "string", "format": "date", "pattern": "2026-02-30"}"#, "", "is of format date"),
    (#"{"type": "string", "format": "uuid", "pattern": "^[G-Z]+$"}"#, "", "is of format uuid"),
    (#"{"type": "string", "pattern": "^[a-z]{5}$", "maxLength": 4}"#, "", "at most 4 characters"),
    (#"{"type": "string", "pattern": "^(?=a)b"}"#, "", "matches '^(?=a)b'"),
    (##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##, "", "itself again"),
    (#"{"allOf": [{"type": "string"}, {"type": "null"}]}"#, "", "exclude one another"),
    ("false", "", "it allows no value"),
    (
      ##"""
      {"type": "object", "allOf": [{"required": ["a"], "properties": {"a": {}}},
        {"additionalProperties": false, "properties": {"b": {}}}]}
      """##, "", "'a' is needed, and one of its parts allows only members of its own"
    ),
    (#"{"type": "object", "required": ["a"], "properties": {"a": false}}"#, "", "allows no value"),
  ])
  func `a contradiction is reported at its place`(text: String, place: String, reason: String) throws {
    let found = try contradictions(text)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(place + " ") == true && found.first?.contains(reason) == true, "\(found)")
  }

  @Test(arguments: [
    #"{"type": "object", "required": ["a"], "additionalProperties": false, "patternProperties": {"^a": {}}}"#,
    #"{"type": "object", "required": ["a"], "additionalProperties": {"type": "string"}}"#,
    #"{"required": ["a"], "additionalProperties": false}"#,
    #"{"properties": {"gone": false}}"#, #"{"type": "string", "format": "date", "pattern": "^2024-02-29$"}"#,
    #"{"minimum": 5, "maximum": 3}"#, #"{"type": ["string", "null"], "format": "date", "pattern": "^x"}"#,
    ##"{"type": "object", "properties": {"a": {"$ref": "#"}}}"##, #"{"type": "string", "pattern": "^(?=a)a"}"#,
    #"{"type": "string", "pattern": "^[\\ud800-\\udbff]$", "maxLength": 1}"#,
    #"{"type": "string", "format": "ipv6", "pattern": "^::ffff:10\\.0\\.0\\.1$"}"#,
    #"{"type": "string", "format": "duration", "pattern": "^P1Y2M3DT4H5M6S$"}"#,
    // A pattern that is too large for automata.
    #"{"type": "string", "pattern": "^[a-z]{1,30000}$", "maxLength": 30000}"#,
    #"{"type": "string", "pattern": "^(?!-)[a-z]{1,30000}$"}"#,
    #"{"type": "string", "pattern": "^[0-9T:Z-]{1,40000}$", "format": "date"}"#,
    // Schemas in `not` and `if` may be impossible to satisfy.
    #"{"type": "string", "not": {"type": "string", "minLength": 5, "maxLength": 3}}"#,
    #"{"if": {"type": "string", "minLength": 5, "maxLength": 3}, "then": false}"#,
    // A dynamic reference doesn't lead where it seems to.
    ##"""
    {"$id": "https://x.test/strings", "$ref": "list", "$defs": {"T": {"$dynamicAnchor": "T", "type": "string"},
      "list": {"$id": "list", "type": "array", "minItems": 1, "items": {"$dynamicRef": "#T"},
        "$defs": {"d": {"$dynamicAnchor": "T", "allOf": [false]}}}}}
    """##,
    // Each definition refers to the next one, and the root refers to the first one.
    #"{"type": "object", "required": ["s0"], "properties": {"#
      + (0..<90).map { ##""s\##($0)": {"$ref": "#/$defs/s\##($0)"}"## }
      .joined(separator: ", ") + #"}, "$defs": {"#
      + (0..<90).map {
        ##""s\##($0)": {"allOf": [{"$ref": "#/$defs/s\##($0 + 1)"}, {"minLength": 1}]}"##
      }.joined(separator: ", ") + #", "s90": {"type": "string"}}}"#,
  ])
  func `what some value satisfies is not`(text: String) throws {
    #expect(try contradictions(text) == [])
  }
}
