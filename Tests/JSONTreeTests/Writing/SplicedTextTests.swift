import PlumblineJSONTree
import Testing

/// Texts into which other pieces were spliced. A value of a piece is reported at its original location.
struct SplicedTextTests {
  private static let text = "{\n  \"item\": 7,\n  \"rest\": [true]\n}"

  /// Returns the text with `"items": [7]` in place of `"item": 7`.
  private func spliced() throws -> JSON {
    let document = try JSONDocument.parse(Self.text, file: "a.json")
    let item = try #require(document.root["item"])
    var text = SplicedText(of: document)
    text.replace(document.tape[item.node - 1].range, by: "\"items\"")
    let range = document.tape[item.node].range
    text.replace(range.lowerBound..<range.lowerBound, by: "[")
    text.replace(range.upperBound..<range.upperBound, by: "]")
    return try text.parsed().root
  }

  @Test func `the pieces are where others stood`() throws {
    #expect(try spliced().text == #"{"items":[7],"rest":[true]}"#)
  }

  @Test func `places are those of the original`() throws {
    let root = try spliced()
    #expect(root.keyLocation(of: "items") == SourceLocation(file: "a.json", line: 2, column: 3))
    #expect(root.at("/items/0")?.location == SourceLocation(file: "a.json", line: 2, column: 11))
    #expect(root["items"]?.location == SourceLocation(file: "a.json", line: 2, column: 11))
    #expect(root.at("/rest/0")?.location == SourceLocation(file: "a.json", line: 3, column: 12))
  }

  @Test func `a text that was made from others keeps their places`() throws {
    let source = try JSON.parse("\n\n  [9]", file: "b.json")
    var builder = JSONBuilder.tracing
    builder.object { json in
      json.comes(from: source)
      json.member("list", source)
    }
    let (text, provenance) = builder.traced()
    let document = try JSONDocument.parse(text, file: "made.json", provenance: try #require(provenance))
    let list = try #require(document.root["list"])
    var spliced = SplicedText(of: document)
    let start = document.tape[list.node].range.lowerBound
    spliced.replace(start + 1..<start + 1, by: "8,")
    let root = try spliced.parsed().root
    #expect(root.text == #"{"list":[8,9]}"#)
    #expect(root.at("/list/1")?.location == SourceLocation(file: "b.json", line: 3, column: 3))
  }

  @Test func `a text without other pieces is the same`() throws {
    let document = try JSONDocument.parse(Self.text, file: "a.json")
    #expect(try SplicedText(of: document).parsed().bytes == document.bytes)
  }
}
