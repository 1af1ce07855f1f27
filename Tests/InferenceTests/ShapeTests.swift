import PlumblineJSONTree
import Testing

@testable import PlumblineInference

/// Schemas that are inferred from values.
@Suite struct ShapeTests {
  /// Returns the schema of values, without its counts.
  private func schema(_ texts: [String], name: String = "thing", isListed: (String) -> Bool = { _ in false }) throws
    -> JSON
  {
    var table = ShapeTable()
    var link = ShapeTable.Link(node: table.make())
    for text in texts {
      let value = try JSON.parse(text)
      table.add(value, to: &link, owner: value.deepHash)
    }
    ShapeKinds.findMaps(below: [link], in: &table, isListed: isListed)
    ShapeKinds.unite(below: [link], in: &table)
    let kinds = KindNames([.init(link: link, name: name, isMain: false)], table, taken: [])
    let json = ShapeWriter(table: table, kinds: kinds).schema(link, name: name)
    return try JSON.parse(
      json.text.replacing(#/"x-seen":[0-9]+,?/#, with: "").replacing(",}", with: "}").replacing("{,", with: "{"))
  }

  @Test func `members that all have are required, and null is a type`() throws {
    #expect(
      try schema([#"{"a": 1, "b": null}"#, #"{"a": 2.5, "b": "x", "c": []}"#])
        == JSON.parse(
          #"""
          {"type": "object", "required": ["a", "b"], "properties": {
            "a": {"type": "number"}, "b": {"type": ["string", "null"]}, "c": {"type": "array"}}}
          """#))
  }

  @Test func `decimals and integers are distinguished by their notation`() throws {
    #expect(try schema(["1", "2"]) == ["type": "integer"])
    #expect(try schema(["1", "2.0"]) == ["type": "number"])
    #expect(try schema(["1e3"]) == ["type": "number"])
    #expect(try schema(["123456789012345678901234567890"]) == ["type": "number"])
  }

  @Test(arguments: [
    (["2026-11-25T10:00:00Z", "2026-11-25T10:00:00.5+01:00", "2026-11-26T10:00:00Z"], "date-time"),
    (["2026-11-25", "2026-11-26", "2026-11-27"], "date"),
    (
      [
        "123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174001",
        "123e4567-e89b-12d3-a456-426614174002",
      ], "uuid"
    ),
    (["ada@example.com", "bob@example.com", "cy@example.com"], "email"),
    (["https://example.com/a", "https://example.com/b", "https://example.com/c"], "uri"),
    (["127.0.0.1", "10.0.0.1", "10.0.0.2"], "ipv4"),
  ])
  func `a format that all texts have is said`(texts: [String], format: String) throws {
    #expect(try schema(texts.map { "\"\($0)\"" }) == ["type": "string", "format": JSON(format)])
    #expect(try schema(texts.map { "\"\($0)\"" } + [#""no""#]) == ["type": "string"])
  }

  @Test func `a format of one or two texts is a hint, and rules no other out`() throws {
    #expect(try schema([#""2026-11-25""#]) == ["type": "string", "x-format": "date"])
    #expect(try schema([#""2026-11-25""#, #""2026-11-26""#]) == ["type": "string", "x-format": "date"])
    let thrice = [String](repeating: #""2026-11-25""#, count: 3)
    #expect(try schema(thrice) == ["type": "string", "x-format": "date"])
    #expect(try schema([#""2026-11-25""#, #""""#]) == ["type": "string"])
  }

  @Test(arguments: ["a:b", "2026-13-01", "", "12", "urn:x"])
  func `what only looks like a format is none`(text: String) throws {
    #expect(try schema(["\"\(text)\""]) == ["type": "string"])
  }

  private func items(_ count: Int, _ member: String, _ values: [String], ids: Int? = nil) -> [String] {
    (0..<count).map { #"{"id": \#($0 % (ids ?? count)), "\#(member)": "\#(values[$0 % values.count])"}"# }
  }

  private func enumeration(_ texts: [String], _ member: String) throws -> JSON? {
    try schema(texts)["properties"]?[member]?["enum"]
  }

  @Test func `few words of a kind that many things have are an enumeration`() throws {
    #expect(try enumeration(items(30, "status", ["open", "closed"]), "status") == ["closed", "open"])
    #expect(try enumeration(items(30, "level", ["IN_STOCK", "SOLD"]), "level") == ["IN_STOCK", "SOLD"])
  }

  @Test func `one thing that is seen often is no evidence`() throws {
    #expect(try enumeration(items(300, "status", ["open", "closed", "new"], ids: 3), "status") == nil)
  }

  @Test func `names, words that come late, and words of many ways of writing are no enumeration`() throws {
    #expect(try enumeration(items(60, "city", ["Berlin", "Paris"]), "city") == nil)
    #expect(try enumeration(items(40, "name", ["ada", "ben"]), "name") == nil)
    #expect(try enumeration(items(40, "status", ["Open", "in progress"]), "status") == nil)
    let late =
      items(38, "status", ["open", "closed"]) + [#"{"id": 98, "status": "lost"}"#, #"{"id": 99, "status": "lost"}"#]
    #expect(try enumeration(late, "status") == nil)
    #expect(try enumeration(items(19, "status", ["open", "closed"]), "status") == nil)
  }

  @Test func `objects whose names are data are maps`() throws {
    let map = try schema([#"{"17": {"n": 1}, "18": {"n": 2}}"#])
    #expect(map["additionalProperties"]?["properties"]?["n"] == ["type": "integer"])
    #expect(map["properties"] == nil)
    #expect(
      try schema([#"{"labels": {"job": "x"}}"#])["properties"]?["labels"]?["additionalProperties"] == ["type": "string"]
    )
    let listed = try schema([#"{"up": [1], "down": [2]}"#]) { ["up", "down"].contains($0) }
    #expect(listed["additionalProperties"]?["type"] == "array")
    #expect(try schema([#"{"width": "1", "height": "2"}"#])["additionalProperties"] == nil)
  }

  @Test func `arrays with something else at each place are tuples`() throws {
    let tuple = try schema([#"[1.5, "a"]"#, #"[2.5, "b"]"#, #"[3.5, "c"]"#])
    #expect(tuple["prefixItems"] == [["type": "number"], ["type": "string"]])
    #expect(tuple["items"] == false)
    #expect(tuple["minItems"] == 2)
    #expect(try schema([#"[1, 2]"#, #"[3, 4]"#, #"[5, 6]"#])["items"] == ["type": "integer"])
  }

  @Test func `things of one kind are described once, and links to them may be null`() throws {
    let text = #"{"by": {"id": 1, "name": "a", "mail": "b"}, "for": {"id": 2, "name": "c", "mail": "d"}}"#
    let other = #"{"by": {"id": 1, "name": "a", "mail": "b"}, "for": null}"#
    let schema = try schema([text, other])
    #expect(schema["properties"]?["by"] == ["$ref": "#/schemas/By"])
    #expect(schema["properties"]?["for"] == ["anyOf": [["$ref": "#/schemas/By"], ["type": "null"]]])
  }

  @Test func `trees of things within themselves end`() throws {
    let leaf = #"{"id": 3, "name": "c", "children": []}"#
    let tree = #"{"id": 1, "name": "a", "children": [{"id": 2, "name": "b", "children": [\#(leaf)]}]}"#
    #expect(try schema([tree]) == ["$ref": "#/schemas/Child"])
    let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    _ = try self.schema([deep, #"{"a": \#(deep)}"#])
  }
}
