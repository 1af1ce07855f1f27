import PlumblineJSONTree
import Testing

struct TapeReaderTests {
  @Test func `a node has 16 bytes, and a text has a node for each key and value`() throws {
    #expect(MemoryLayout<TapeNode>.stride == 16)
    let document = try JSONDocument.parse(#"{"id": 7, "tags": ["a", "é"]}"#)
    #expect(document.tape.count == 7)
    let nodes = (0..<7).map { document.tape[$0] }
    #expect(nodes.map(\.kind) == [.object, .string, .number, .string, .array, .string, .string])
    #expect(nodes.map(\.offset) == [0, 1, 7, 10, 18, 19, 24])
    #expect(nodes.map(\.end) == [30, 5, 8, 16, 29, 22, 28])
    #expect(nodes.map(\.next) == [7, 2, 3, 4, 7, 6, 7])
    #expect(nodes.map(\.payload)[0] == 2)
    #expect(nodes[4].payload == 2)
    #expect(nodes[2].isShortInteger)
    #expect(nodes[5].isPlainText)
    #expect(!nodes[6].isPlainText)
    #expect(nodes[1].payload == Int(KeyHash("id".utf8).payload))
  }

  @Test func `a key's hash is that of its decoded bytes, at any length and any place`() throws {
    for length in 0..<40 {
      let key = String((0..<length).map { Character(Unicode.Scalar(UInt8(0x61 + $0 % 26))) })
      for padding in ["", String(repeating: " ", count: 20)] {
        for text in [key, key + "é", "\\u0061" + key] {
          let document = try JSONDocument.parse("{\"\(text)\":0}\(padding)")
          let decoded = Array((document.root.members.first?.key ?? "").utf8)
          #expect(document.tape[1].payload == Int(KeyHash(decoded).payload))
        }
      }
    }
  }

  @Test(arguments: ["", "a", "abcdefgh", "äöü", "日本語の長い文字列です", "a\\n\\u00e9b", "\\ud83d\\ude00x", "\\ud83d", "😀😀😀"])
  func `scalars are counted without decoding`(text: String) throws {
    let document = try JSONDocument.parse("[\"\(text)\",{\"\(text)\":1}]")
    let string = try #require(document.root[0]?.string)
    document.withReader { reader in
      #expect(reader.scalarCount(1) == string.unicodeScalars.count)
      #expect(reader.scalarCount(3) == string.unicodeScalars.count)
      #expect(reader.isText(1, Array(string.utf8)))
      #expect(!reader.isText(1, Array((string + "x").utf8)))
      #expect(reader.withText(3) { Array($0) } == Array(string.utf8))
    }
  }

  @Test func `texts are compared to their last byte, whatever their length`() throws {
    for length in 0..<40 {
      let text = Array(String((0..<length).map { Character(Unicode.Scalar(UInt8(0x61 + $0 % 26))) }).utf8)
      let document = try JSONDocument.parse("[\"" + String(decoding: text, as: UTF8.self) + "\"]")
      document.withReader { reader in
        #expect(reader.isText(1, text))
        #expect(!reader.isText(1, text + [0x61]))
        #expect(length == 0 || !reader.isText(1, Array(text.dropLast())))
        for place in text.indices {
          var other = text
          other[place] ^= 0x20
          #expect(!reader.isText(1, other), "\(length), \(place)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ("7", 7), ("-7", -7), ("-0", 0), ("0", 0), ("999999999999999999", 999_999_999_999_999_999),
      ("1000000000000000000", nil), ("1.0", nil), ("1e2", nil), ("-999999999999999999", -999_999_999_999_999_999),
    ] as [(String, Int?)])
  func `short integers are read at once`(text: String, expected: Int?) throws {
    try JSONDocument.parse(text).withReader { #expect($0.shortInteger(0) == expected) }
    try JSONDocument.parse("[\(text)           ]").withReader { #expect($0.shortInteger(1) == expected) }
  }

  @Test(arguments: ["-1e3", "-1.5", "-0.0", "0", "1", "1.0", "10", "12345678901234567890", "1e400", "28.794", "1e-7"])
  func `numbers compare with others as exactly as they do among themselves`(text: String) throws {
    let number = try #require(JSONNumber(literal: text))
    for other in ["-2000", "-1.5", "0", "1", "10.0", "28.7940", "12345678901234567890", "1e500", "0.0000001", "3"] {
      let bound = try #require(JSONNumber(literal: other))
      try JSONDocument.parse(text).withReader { reader in
        #expect(reader.compare(0, bound) == (number < bound ? -1 : bound < number ? 1 : 0))
        #expect(reader.isMultiple(0, of: bound) == number.isMultiple(of: bound))
        #expect(reader.isInteger(0) == number.isInteger)
      }
    }
  }

  @Test func `children are visited in order`() throws {
    let document = try JSONDocument.parse(#"{"a":[1,[2,3],{}],"b":{"c":4}}"#)
    document.withReader { reader in
      #expect(reader.keys(of: 0).map { String(decoding: reader.contents($0), as: UTF8.self) } == ["a", "b"])
      #expect(
        reader.elements(of: 2).map { String(decoding: reader.literal($0), as: UTF8.self) } == ["1", "[2,3]", "{}"])
      #expect(Array(reader.elements(of: 7)).isEmpty)
    }
  }

  @Test(arguments: [33, 34, 63, 64, 65, 127, 128, 1_000, 5_000])
  func `every member of a large object is found, the last of its name, and no other`(count: Int) throws {
    let names = (0..<count).map { $0 % 10 == 9 ? "k\($0 - 1)" : "k\($0)" }
    let members = names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
    try JSONDocument.parse("{\(members)}").withReader { reader in
      for (index, name) in names.enumerated() {
        let key = reader.member(0, Array(name.utf8), hash: KeyHash(name.utf8).payload)
        let isRepeated = index + 1 < count && names[index + 1] == name
        #expect(key.flatMap { reader.int($0 + 1) } == (isRepeated ? index + 1 : index), "\(name)")
        let absent = "\(name)x"
        #expect(reader.member(0, Array(absent.utf8), hash: KeyHash(absent.utf8).payload) == nil)
      }
      #expect(reader.member(0, Array("k0".utf8), hash: .max) == nil)
    }
  }

  @Test func `strings end where they end at every distance from the text's end`() throws {
    for length in 0..<30 {
      for tail in ["", " ", "        "] {
        let text = String(repeating: "x", count: length)
        #expect(try JSON.parse("\"\(text)\"\(tail)").string == text)
        #expect(throws: JSONSyntaxError.self) { try JSON.parse("\"\(text)\(tail)") }
        #expect(throws: JSONSyntaxError.self) { try JSON.parse("\"\(text)\u{1}\(tail)\"") }
        #expect(try JSON.parse("\"\(text)\\n\"\(tail)").string == text + "\n")
        #expect(try JSON.parse("\"\(text)é\"\(tail)").string == text + "é")
        #expect(try JSON.parse("1\(String(repeating: "2", count: length))\(tail)").kind == .number)
        #expect(try JSON.parse("\(tail)\(String(repeating: " ", count: length))true").bool == true)
      }
    }
  }
}
