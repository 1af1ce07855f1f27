import Foundation
import PlumblineJSONSchema
import PlumblineJSONTree
import TestSupport
import Testing

/// The patterns that generate strings of a format and recognize impossible ones. They must accept exactly the strings
/// that the format's own reader accepts.
@Suite(.enabled(if: Conformance.isAvailable, "PLUMBLINE_CONFORMANCE is not set"))
struct FormatLanguageTests {
  /// Returns the suite's strings, and variants that differ from them in one character.
  private func texts(of format: String) throws -> Set<String> {
    let path = "json-schema-test-suite/tests/draft2020-12/optional/format/\(format).json"
    let file = try #require(Conformance.root).appendingPathComponent(path)
    var texts: Set<String> = []
    var numbers = RandomNumbers(seed: 4)
    let letters = Array("0129aFfTZPYMDHSWG:-./~ ".unicodeScalars)
    for group in try JSON.parse(Array(try Data(contentsOf: file))).elements {
      for text in group["tests"]?.elements.compactMap({ $0["data"]?.string }) ?? [] where text.unicodeScalars.count < 60
      {
        texts.insert(text)
        for _ in 0..<4 {
          var changed = Array(text.unicodeScalars)
          let place = Int.random(in: 0...changed.count, using: &numbers)
          let letter = letters[Int.random(in: 0..<letters.count, using: &numbers)]
          switch Int.random(in: 0..<3, using: &numbers) {
          case 0: changed.insert(letter, at: place)
          case 1 where place < changed.count: changed[place] = letter
          default: if place < changed.count { changed.remove(at: place) }
          }
          texts.insert(String(String.UnicodeScalarView(changed)))
        }
      }
    }
    return texts
  }

  @Test(arguments: ["date", "duration", "uuid", "ipv4", "ipv6", "json-pointer"])
  func `a format has just the texts of its pattern`(format: String) throws {
    let texts = try texts(of: format)
    #expect(texts.count > 50)
    var valid = 0
    for text in texts {
      let escaped = text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
      let schema = try SchemaLibrary().compile([
        "type": "string", "format": JSON(format), "pattern": JSON("^\(escaped)$"),
      ])
      let isValid = schema.isValid(JSON(text))
      if isValid { valid += 1 }
      #expect(Contradictions().problems(of: schema).isEmpty == isValid, "\(text.debugDescription)")
    }
    #expect(valid > 2)
  }
}
