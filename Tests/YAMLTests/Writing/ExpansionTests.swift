import PlumblineJSONTree
import PlumblineYAML
import Testing

struct ExpansionTests {
  /// Returns lists or mappings, each of which contains the preceding one several times.
  private func laughs(_ count: Int, of last: String, _ each: (Int) -> String) -> String {
    "a0: &a0 \(last)\n" + (1...count).map { "a\($0): &a\($0) \(each($0 - 1))\n" }.joined()
  }

  @Test func `aliases of aliases end at a limit`() throws {
    let error = try #require(throws: YAMLSyntaxError.self) {
      try YAMLDocument.parse(laughs(60, of: "[1]") { "[*a\($0), *a\($0)]" })
    }
    #expect(error.code == .tooLarge)
    #expect(error.message.hasPrefix("With its aliases expanded, the document exceeds"))
  }

  @Test func `merging what merges twice ends at a limit`() throws {
    let error = try #require(throws: YAMLSyntaxError.self) {
      try YAMLDocument.parse(laughs(60, of: "{k: 1}") { "{<<: [*a\($0), *a\($0)]}" })
    }
    #expect(error.code == .tooLarge)
  }

  @Test func `a text may become ten times as long, and a mebibyte more`() throws {
    let text = String(repeating: "x", count: 1 << 10)
    func aliases(_ count: Int) -> String { "- &a \(text)\n" + String(repeating: "- *a\n", count: count) }
    // Each alias has 5 bytes and expands to 1027, including its quotation marks and comma.
    let fits = (YAMLDocument.spareBytes + 10 * 1024) / (1027 - 50)
    #expect(try YAMLDocument.parse(aliases(fits - 5)).root.count == fits - 4)
    let error = try #require(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(aliases(fits + 5)) }
    #expect(error.code == .tooLarge)
  }

  @Test func `collections nest as deep as the limit, with aliases too`() throws {
    let limits = JSONLimits(depth: 4)
    for (yaml, isRead) in [
      ("[[[[1]]]]", true), ("[[[[[1]]]]]", false), ("- - - - 1", true), ("- - - - - 1", false),
      ("a:\n b:\n  c:\n   d: 1", true), ("a:\n b:\n  c:\n   d:\n    e: 1", false), ("[[[a: 1]]]", true),
      ("[[[[a: 1]]]]", false),
      ("[&a [[1]], *a]", true), ("[&a [[1]], [*a]]", true), ("[&a [[1]], [[*a]]]", false),
      ("[&a [1], [[[*a]]]]", false),
    ] {
      let result = Result { try YAMLDocument.parse(yaml, limits: limits) }
      switch result {
      case .success: #expect(isRead, "\(yaml)")
      case .failure(let error):
        #expect(!isRead, "\(yaml): \(error)")
        #expect((error as? YAMLSyntaxError)?.code == .tooDeep, "\(yaml): \(error)")
      }
    }
  }

  @Test(arguments: ["[", "{a: ", "[a: ", "- [", "? ", "!!str "])
  func `depth costs no stack`(piece: String) throws {
    let yaml = String(repeating: piece, count: 200_000)
    #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(yaml, limits: JSONLimits(depth: .max)) }
    let closed = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(try YAMLDocument.parse(closed, limits: JSONLimits(depth: .max)).bytes == Array(closed.utf8))
  }

  @Test func `a text of more bytes than the limit is refused`() throws {
    #expect(try YAMLDocument.parse("a: b", limits: JSONLimits(bytes: 4)).root.count == 1)
    let error = try #require(throws: YAMLSyntaxError.self) {
      try YAMLDocument.parse("a: bc", limits: JSONLimits(bytes: 4))
    }
    #expect(error.code == .tooLarge)
    #expect(error.message == "The document has 5 bytes, which exceeds the limit of 4.")
  }
}
