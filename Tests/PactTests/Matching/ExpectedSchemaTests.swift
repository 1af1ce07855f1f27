import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

@testable import PlumblinePact

struct ExpectedSchemaTests {
  private struct NoJSON: Error {}

  /// Returns the schema that a response must satisfy, given its body and matching rules.
  private static func expected(_ body: String, _ rules: String = "{}") throws -> ExpectedSchema {
    let text = """
      {"interactions": [{"description": "x", "request": {"method": "GET", "path": "/"},
        "response": {"status": 200, "body": \(body), "matchingRules": {"body": \(rules)}}}],
       "metadata": {"pactSpecification": {"version": "3.0.0"}}}
      """
    let pact = PactReader(path: "pact.json", log: NoteLog()).read(try JSON.parse(text))
    let response = try #require(pact?.interactions.first?.response)
    guard case .json(let json) = response.body else { throw NoJSON() }
    return ExpectedSchema(json, response.rules)
  }

  @Test func `each member is needed, with the type of its value or as its rule says`() throws {
    let expected = try Self.expected(
      #"{"id": 7, "name": "Dock", "at": "2026-11-20", "tags": ["new"], "note": null, "size": 2.5}"#,
      #"""
      {"$.id": {"matchers": [{"match": "integer"}]}, "$.at": {"matchers": [{"match": "regex", "regex": "\\d+-.*"}]},
       "$.tags": {"matchers": [{"match": "type", "min": 2, "max": 3}]}, "$.size": {"matchers": [{"match": "decimal"}]},
       "$.note": {"matchers": [{"match": "null"}, {"match": "integer"}], "combine": "OR"}}
      """#)
    let schema = try JSON.parse(
      #"""
      {"type": "object", "required": ["id", "name", "at", "tags", "note", "size"], "properties": {
        "id": {"type": "integer"}, "name": {"type": "string"}, "at": {"type": "string", "pattern": "^(?:\\d+-.*)$"},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
        "note": {"anyOf": [{"type": "null"}, {"type": "integer"}]}, "size": {"type": "number"}}}
      """#)
    #expect(expected.schema == schema)
    #expect(expected.sample["tags"] == ["new", "new"])
    #expect(expected.unjudged.isEmpty)
  }

  @Test func `a list without a rule has its values in their order, and their number depends on the data`() throws {
    let expected = try Self.expected(#"{"pair": [1, "a"]}"#)
    #expect(
      expected.schema["properties"]?["pair"]
        == ["type": "array", "prefixItems": [["type": "number"], ["type": "string"]]])
    #expect(expected.unjudged.isEmpty)
  }

  @Test func `rules that no schema says are named`() throws {
    let expected = try Self.expected(
      #"{"v": "1.2.3", "map": {"a": 1}, "list": [1]}"#,
      #"""
      {"$.v": {"matchers": [{"match": "semver"}]},
       "$.map": {"matchers": [{"match": "eachKey", "rules": [{"match": "regex", "regex": "[a-z]+"}]}]},
       "$.list": {"matchers": [{"match": "arrayContains", "variants": [{"index": 0, "rules": {}}]}]}}
      """#)
    #expect(expected.unjudged.map(\.place.description) == ["$.v", "$.map", "$.list"])
    #expect(expected.schema["properties"]?["v"] == ["type": "string"])
    #expect(expected.schema["properties"]?["map"] == ["type": "object"])
    #expect(expected.schema["properties"]?["list"] == ["type": "array"])
  }
}
