import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct ViolationTests {
  @Test func `violations come in document order with places and words`() throws {
    let schema = try compile(
      """
      {
        "required": ["id", "name"],
        "properties": {
          "status": {"enum": ["NEW", "DONE"]},
          "tags": {"items": {"minLength": 1}},
          "id": {"type": "integer"}
        },
        "additionalProperties": false
      }
      """)
    let value = try JSON.parse(
      "{\n  \"id\": \"7\",\n  \"extra\": 1,\n  \"tags\": [\"a\", \"\"],\n  \"status\": \"new\"\n}", file: "i.json")
    let violations = schema.violations(of: value)
    #expect(violations.map(\.keyword) == ["required", "type", "additionalProperties", "minLength", "enum"])
    #expect(violations.map(\.instance.description) == ["", "/id", "", "/tags/1", "/status"])
    #expect(violations.map(\.property) == ["name", nil, "extra", nil, nil])
    #expect(
      violations.map(\.instanceLocation.description) == [
        "i.json:1:1", "i.json:2:9", "i.json:3:3", "i.json:4:17", "i.json:5:13",
      ])
    #expect(
      violations.map(\.schemaPointer.description) == [
        "/required", "/properties/id/type", "/additionalProperties", "/properties/tags/items/minLength",
        "/properties/status/enum",
      ])
    #expect(violations[1].schemaLocation.description == "schema.json:6:20")
    #expect(violations[1].expected == "integer")
    #expect(violations[1].actual == "string \"7\"")
    #expect(violations[1].message == "Expected integer, found string \"7\".")
    #expect(violations[0].message == "The property 'name' is missing.")
    #expect(violations[3].expected == "at least 1 character")
    #expect(violations[4].expected == "one of \"NEW\", \"DONE\"")
    #expect(violations[4].allowed == ["NEW", "DONE"])
    #expect(violations[4].value.string == "new")
    #expect(schema.violations(of: value, limit: 2).count == 2)
  }

  @Test func `values that are allowed are shown as they are written`() throws {
    func message(_ schema: String, _ value: JSON) throws -> String? {
      try compile(schema).violations(of: value).first?.message
    }
    #expect(try message(#"{"const": ""}"#, "x") == #"Expected "", found string "x"."#)
    #expect(try message(#"{"enum": ["null", 1.0]}"#, .null) == #"Expected one of "null", 1.0, found null."#)
    #expect(try message(#"{"enum": []}"#, 1) == "Expected no value at all, found number 1.")
  }

  @Test func `the nearest branch comes first`() throws {
    let schema = try compile(
      """
      {"oneOf": [
        {"type": "object", "required": ["kind", "radius"], "properties": {"kind": {"const": "circle"}}},
        {"type": "object", "required": ["kind", "side"], "properties": {"kind": {"const": "square"}, "side": {"type": "integer"}}},
        {"type": "string"}
      ]}
      """)
    let violations = schema.violations(of: ["kind": "square", "side": "long"])
    #expect(violations.count == 1)
    #expect(violations[0].keyword == "oneOf")
    #expect(violations[0].branches.count == 3)
    #expect(violations[0].branches[0].map(\.instance.description) == ["/side"])
    #expect(violations[0].message.contains("number 2"))
  }

  @Test func `a value that fits two branches of oneOf says which`() throws {
    let violations = try compile(#"{"oneOf": [{"minimum": 1}, {"type": "string"}, {"maximum": 5}]}"#).violations(of: 3)
    #expect(violations.map(\.keyword) == ["oneOf"])
    #expect(violations[0].branches.isEmpty)
    #expect(violations[0].message.contains("1, 3"))
  }

  @Test func `a nullable reports its other branch`() throws {
    let schema = try compile(#"{"anyOf": [{"type": "object", "required": ["id"]}, {"type": "null"}]}"#)
    #expect(schema.isValid(.null))
    #expect(schema.violations(of: [:]).map(\.keyword) == ["required"])
    #expect(schema.violations(of: 1).map(\.keyword) == ["type"])
  }

  @Test func `a long value is cut`() throws {
    let value = JSON(String(repeating: "x", count: 500))
    let violation = try #require(try compile(#"{"type": "integer"}"#).violations(of: value).first)
    #expect(violation.actual.count == 80)
    #expect(violation.actual.hasSuffix("…"))
  }

  @Test func `an instance as deep as the parser allows is judged`() throws {
    let schema = try compile(##"{"type": "array", "items": {"$ref": "#"}}"##)
    let good = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(schema.isValid(try JSON.parse(good)))
    let bad = String(repeating: "[", count: 511) + "1" + String(repeating: "]", count: 511)
    #expect(schema.violations(of: try JSON.parse(bad)).map(\.keyword) == ["type"])
  }

  @Test func `an instance too deep to judge is not called valid`() throws {
    let schema = try compile(##"{"items": {"$ref": "#"}}"##)
    let text = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    let value = try JSONDocument.parse(text, limits: JSONLimits(depth: 10_000)).root
    #expect(!schema.isValid(value))
    #expect(schema.violations(of: value).map(\.keyword) == ["depth"])
    let negated = try compile(##"{"not": {"$ref": "#/$defs/a"}, "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}}"##)
    #expect(!negated.isValid(value))
  }
}
