import PlumblineJSONSchema
import Testing

/// Examples of a schema or of the schemas along a path, which must show the member at the end of the path.
struct SchemaExampleTests {
  @Test(arguments: [
    (["net", "*", "ID"], true), (["net", "*", "name"], true), (["net", "0", "name"], true), (["net"], true),
    (["net", "*", "none"], false), (["name"], false), (["net", "*", "ID", "x"], false),
  ])
  func `an example of the schema, or of one on the way, shows a member`(way: [String], isShown: Bool) throws {
    let schema = try compile(
      ##"""
      {"$ref": "#/$defs/Task", "$defs": {
        "Task": {"properties": {"net": {"type": "array", "items": {"$ref": "#/$defs/Net"}}},
          "examples": [{"net": [{"ID": "1"}]}]},
        "Net": {"properties": {"Id": {"type": "string"}}, "example": {"name": "x"}}}}
      """##)
    #expect(schema.hasExample(showing: way[...]) == isShown)
  }

  @Test(arguments: [
    (#"{"properties": {"Id": {"type": "string"}}, "example": {"ID": "1"}}"#, true),
    (#"{"properties": {"Id": {"type": "string"}}, "example": {"ID": "1", "Id": "1"}}"#, false),
    (#"{"properties": {"Id": {"type": "string"}}, "required": ["Id"], "example": {"ID": "1"}}"#, false),
    (#"{"properties": {"Id": {"type": "string"}, "n": {"type": "integer"}}, "example": {"ID": "1", "n": "x"}}"#, false),
  ])
  func `a valid example shows a member in place of another`(text: String, isShown: Bool) throws {
    #expect(try compile(text).hasExample(showing: ["ID"], insteadOf: "Id") == isShown)
  }

  @Test func `schemas that lead to themselves end`() throws {
    let schema = try compile(
      ##"{"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/B"}, {"properties": {"a": {"$ref": "#/$defs/A"}}}]}, "B": {"allOf": [{"properties": {"a": {"$ref": "#/$defs/A"}}}], "examples": [{"b": 1}]}}}"##
    )
    #expect(schema.hasExample(showing: ["a", "a", "a", "b"]))
    #expect(!schema.hasExample(showing: ["a", "a", "c"]))
  }
}
