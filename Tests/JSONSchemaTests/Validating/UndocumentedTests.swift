import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct UndocumentedTests {
  private func undocumented(_ schema: String, _ value: JSON) throws -> [String] {
    try compile(schema).undocumented(in: value).map(\.pointer.description)
  }

  @Test func `members that no schema mentions are found at every level`() throws {
    let schema = #"{"properties": {"a": {"properties": {"x": true}}, "list": {"items": {"properties": {"id": true}}}}}"#
    let value: JSON = ["a": ["x": 1, "y": 2], "b": ["c": 1], "list": [["id": 1], ["id": 2, "new": [1]]]]
    #expect(try undocumented(schema, value) == ["/a/y", "/b", "/list/1/new"])
  }

  @Test(arguments: [
    "{}", #"{"type": "object"}"#, "true", #"{"properties": {"a": true}, "additionalProperties": true}"#,
    #"{"properties": {"a": true}, "additionalProperties": {"type": "integer"}}"#,
    #"{"properties": {"a": true}, "unevaluatedProperties": true}"#, #"{"patternProperties": {".": true}}"#,
    #"{"anyOf": [{"properties": {"a": true}}, {"properties": {"b": true}}]}"#,
    #"{"allOf": [{"properties": {"a": true}}, {"properties": {"b": true}}]}"#,
    ##"{"$ref": "#/$defs/d", "properties": {"a": true}, "$defs": {"d": {"properties": {"b": true}}}}"##,
    #"{"if": {"properties": {"a": {"const": 1}}}, "then": {"properties": {"b": true}}}"#,
  ])
  func `an object whose schemas mention all or say nothing has none`(schema: String) throws {
    #expect(try undocumented(schema, ["a": 1, "b": 2]) == [])
  }

  @Test func `a branch that does not hold mentions nothing`() throws {
    let schema = #"{"properties": {"a": true}, "anyOf": [{"properties": {"b": {"type": "string"}}}, true]}"#
    #expect(try undocumented(schema, ["a": 1, "b": 2]) == ["/b"])
    #expect(try undocumented(schema, ["a": 1, "b": "x"]) == [])
  }

  @Test func `additionalProperties of the schema beside goes on into the member`() throws {
    let schema = #"{"additionalProperties": {"properties": {"x": true}}}"#
    #expect(try undocumented(schema, ["k": ["x": 1, "y": 1]]) == ["/k/y"])
  }

  @Test(arguments: [3, 400])
  func `members that required names are known, however many it names`(count: Int) throws {
    let names = (0..<count).map { "m\($0)" }
    let schema = JSON.object([("properties", ["a": true]), ("required", .array(names.map { JSON($0) }))])
    let members = names.map { ($0, JSON(1)) }
    let value = JSON.object(members + [("new", 1), ("m-new", ["m0": 1])])
    #expect(try undocumented("\(schema)", value) == ["/new", "/m-new"])
  }

  @Test func `an escaped name is looked up as it reads`() throws {
    let names = (0..<40).map { "m\($0)" }
    let schema = JSON.object([("properties", ["a": true]), ("required", .array(names.map { JSON($0) }))])
    #expect(try undocumented("\(schema)", JSON.parse(##"{"\u006d1": 1, "\u006dx": 1}"##)) == ["/mx"])
  }

  @Test func `declared names come from all schemas at a place`() throws {
    let schema = try compile(
      #"{"properties": {"items": {"type": "array", "items": {"oneOf": [{"properties": {"id": true, "userName": true}, "required": ["userName"]}, {"properties": {"id": true, "x": true}}]}}}}"#
    )
    let value: JSON = ["items": [["id": 1, "username": 2]]]
    #expect(schema.declared(at: "/items/0", in: value) == ["id", "userName", "x"])
    #expect(schema.declared(at: "", in: value) == ["items"])
    #expect(schema.declared(at: "/items/5", in: value) == [])
  }
}
