import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// Strings that contain JSON, which `contentSchema` describes.
struct ContentTests {
  private static let json = #""contentMediaType": "application/json", "contentSchema": {"type": "object"}"#

  private func places(_ schema: String, _ value: JSON) throws -> [String] {
    try compile(schema).contents(in: value).map(\.text.pointer.description)
  }

  @Test(arguments: [
    #"{"properties": {"a": {\#(json)}}}"#, #"{"properties": {"a": {"allOf": [{\#(json)}]}}}"#,
    #"{"additionalProperties": {\#(json)}}"#, #"{"properties": {"a": {"anyOf": [{\#(json)}, {"type": "null"}]}}}"#,
    ##"{"properties": {"a": {"$ref": "#/$defs/text"}}, "$defs": {"text": {\##(json)}}}"##,
    #"{"properties": {"a": {"contentMediaType": "application/problem+json; a=b", "contentSchema": {}}}}"#,
  ])
  func `a text is found wherever its schema is`(schema: String) throws {
    #expect(try places(schema, ["a": "{}"]) == ["/a"])
    #expect(try places(schema, ["a": 7]) == [])
  }

  @Test(arguments: [
    #"{"contentSchema": {"type": "object"}}"#, #"{"contentMediaType": "application/json"}"#,
    #"{"contentMediaType": "text/html", "contentSchema": {}}"#, #"{\#(json), "contentEncoding": "base64"}"#,
    #"{"$schema": "http://json-schema.org/draft-07/schema#", \#(json)}"#,
  ])
  func `what isn't said to be JSON is none`(schema: String) throws {
    #expect(try places(schema, "{}") == [])
  }

  @Test func `nothing is invalid by it`() throws {
    let schema = try compile("{\(Self.json)}")
    #expect(schema.isValid("no JSON"))
    #expect(schema.isValid("[]"))
    #expect(schema.contents(in: "[]").first?.schema.isValid([]) == false)
    #expect(schema.contents(in: "[]").first?.schema.isValid([:]) == true)
  }

  private static let events = #"""
    {"items": {"oneOf": [
      {"properties": {"event": {"const": "a"}, "id": {"type": "string"},
        "data": {"contentMediaType": "application/json", "contentSchema": {"title": "A"}}}, "required": ["event"]},
      {"properties": {"event": {"const": "b"},
        "data": {"contentMediaType": "application/json", "contentSchema": {"title": "B"}}}, "required": ["event"]}
    ]}}
    """#

  @Test func `an event is reported by its name, be it right or not`() throws {
    let schema = try compile(Self.events)
    let value: JSON = [
      ["event": "b", "data": "1"], ["event": "a", "id": 7, "data": "2"], ["event": "c", "data": "3"],
    ]
    #expect(schema.contents(in: value).map(\.schema.source["title"]) == ["B", "A"])
  }

  @Test func `a listed text isn't parsed`() throws {
    let schema =
      #"{"anyOf": [{"properties": {"data": {\#(Self.json)}}}, {"properties": {"data": {"const": "[DONE]"}}}]}"#
    #expect(try places(schema, ["data": "[DONE]"]) == [])
    #expect(try places(schema, ["data": "[DONE] "]) == ["/data"])
  }

  @Test func `a violation says which names there are where a value has none of them`() throws {
    let schema = try compile(Self.events)
    let found = schema.violations(of: [["event": "c"]])
    #expect(found.first?.naming?.member == "event")
    #expect(found.first?.naming?.names == ["a", "b"])
    #expect(schema.violations(of: [["event": "a", "id": 7]]).first?.naming == nil)
  }
}
