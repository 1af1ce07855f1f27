import PlumblineJSONTree
import Testing

struct JSONParserTests {
  private func fault(_ text: String, limits: JSONLimits = JSONLimits()) throws -> JSONSyntaxError {
    try fault(Array(text.utf8), limits: limits)
  }

  private func fault(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws -> JSONSyntaxError {
    try #require(throws: JSONSyntaxError.self) { _ = try JSONDocument.parse(bytes, limits: limits) }
  }

  @Test func `every kind of value is read`() throws {
    let value = try JSON.parse(#" {"n":null,"t":true,"f":false,"i":-7,"d":1.5e2,"s":"é","a":[1,[],{}],"o":{"x":{}}} "#)
    #expect(value.kind == .object)
    #expect(value.count == 8)
    #expect(value["n"]?.isNull == true)
    #expect(value["t"]?.bool == true)
    #expect(value["f"]?.bool == false)
    #expect(value["i"]?.int == -7)
    #expect(value["d"]?.int == 150)
    #expect(value["d"]?.double == 150)
    #expect(value["s"]?.string == "é")
    #expect(value["a"]?.count == 3)
    #expect(value["a"]?[2]?.kind == .object)
    #expect(value["a"]?[3] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value["o"]?["x"]?.count == 0)
    #expect(value["missing"] == nil)
    #expect(value["i"]?["x"] == nil)
    #expect(value["i"]?.string == nil)
    #expect(value.members.map(\.key) == ["n", "t", "f", "i", "d", "s", "a", "o"])
  }

  @Test func `every escape is decoded`() throws {
    let value = try JSON.parse(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00""#)
    #expect(value.string == "\"\\/\u{8}\u{c}\n\r\tAé€😀")
  }

  @Test(arguments: [#""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#])
  func `a lone surrogate reads as the replacement character`(text: String) throws {
    #expect(try JSON.parse(text).string?.unicodeScalars.first == "\u{FFFD}")
  }

  @Test func `two high surrogates and a low one make one replacement character and a pair`() throws {
    #expect(try JSON.parse(#""\ud83d\ud83d\ude00""#).string == "\u{FFFD}😀")
  }

  @Test(arguments: [
    ("", JSONSyntaxError.Code.unexpectedEnd), ("  ", .unexpectedEnd), ("[1,", .unexpectedEnd),
    ("[1,]", .unexpectedCharacter),
    ("{\"a\":1,}", .unexpectedCharacter), ("{\"a\" 1}", .unexpectedCharacter), ("{\"a\"", .unexpectedEnd),
    ("{a:1}", .unexpectedCharacter), ("[1 2]", .unexpectedCharacter), ("[1}", .unexpectedCharacter),
    ("{\"a\":1]", .unexpectedCharacter),
    ("1 2", .trailingText), ("{} x", .trailingText), ("01", .invalidNumber), ("1.", .unexpectedEnd),
    ("[1.]", .invalidNumber),
    ("[-]", .invalidNumber), ("[1e]", .invalidNumber), ("[+1]", .unexpectedCharacter), (".5", .unexpectedCharacter),
    ("\"\\x\"", .invalidEscape), ("\"\\u12g4\"", .invalidEscape), ("\"\\u12", .unexpectedEnd), ("\"a", .unexpectedEnd),
    ("\"\\", .unexpectedEnd), ("\"a\u{1}\"", .controlCharacter), ("tru", .unexpectedEnd),
    ("trUe", .unexpectedCharacter),
    ("nul", .unexpectedEnd), ("\u{FEFF}{}", .byteOrderMark), ("NaN", .unexpectedCharacter),
    ("'a'", .unexpectedCharacter),
    ("\u{A0}1", .unexpectedCharacter),
  ])
  func `a broken text is refused with its code`(text: String, code: JSONSyntaxError.Code) throws {
    #expect(try fault(text).code == code)
  }

  @Test(arguments: [
    ("{\n  \"a\": \"b,\n  \"c\": 1\n}", "2:8", "has no closing quote before the end of the line."),
    ("{\"é\": \"x\\\"y", "1:7", "has no closing quote before the end of the text."),
    (
      "[\"a, \"b\"]", "1:2", "ends right before 'b': its closing quote is missing, or a quote inside it isn't escaped."
    ),
    ("{\"a: \"b\"}", "1:2", "ends right before 'b'"), ("{\"a\":\r\n \"b\r\n}", "2:2", "the end of the line."),
    ("{\"a\": \"say \"hi\"\"}", "1:7", "ends right before 'h'"),
  ])
  func `a closing quote that is missing is reported at the string's beginning`(
    text: String, place: String, told: String
  ) throws {
    let fault = try fault(text)
    #expect("\(fault.location)" == place)
    #expect(fault.message.hasPrefix("The string that begins here"))
    #expect(fault.message.contains(told), "\(fault.message)")
  }

  @Test(arguments: ["<<<<<<< HEAD\n  \"a\": 1\n", "=======\n", ">>>>>>> feature\n", "||||||| base\n"])
  func `a merge conflict is reported at the beginning of a line`(mark: String) throws {
    let fault = try fault("{\n" + mark + "}")
    #expect("\(fault.location)" == "2:1")
    #expect(fault.message.hasPrefix("Unresolved merge conflict (\(mark.prefix(7)))"))
    #expect(try self.fault("{\n " + mark + "}").message.hasPrefix("Expected a key"))
    #expect(try self.fault("{\n" + mark.dropFirst() + "}").message.hasPrefix("Expected a key"))
  }

  @Test(arguments: ["[\"a\" b]", "[\"a\"\"b\"]", "{\"a\":1,b", "[\"a\u{1}\"]", "{\"a\" 1}"])
  func `a mistake other than quotes is reported at its place`(text: String) throws {
    #expect(try !fault(text).message.contains("begins here"))
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ] as [[UInt8]])
  func `ill formed UTF-8 is refused`(bytes: [UInt8]) throws {
    #expect(try fault([0x22] + bytes + [0x22]).code == .invalidUTF8)
  }

  @Test func `every scalar at an edge of UTF-8 is accepted`() throws {
    let text = "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}"
    #expect(try JSON.parse("\"\(text)\"").string == text)
  }

  @Test func `depth is limited and does not cost stack`() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(try JSON.parse(nested(512)).count == 1)
    #expect(try fault(nested(513)).code == .tooDeep)
    #expect(try fault(nested(513)).offset == 512)
    let deep = try JSONDocument.parse(nested(200_000), limits: JSONLimits(depth: .max)).root
    let same = try JSONDocument.parse(nested(200_000), limits: JSONLimits(depth: .max)).root
    #expect(deep == same)
    #expect(deep.hashValue == same.hashValue)
    #expect(deep.text == nested(200_000))
  }

  @Test func `size is limited`() throws {
    #expect(try fault("[1,2,3]", limits: JSONLimits(bytes: 6)).code == .tooLarge)
    #expect(try JSONDocument.parse("[1,2,3]", limits: JSONLimits(bytes: 7)).root.count == 3)
  }

  @Test func `an error names the place, what is there, what would be right, and shows the line`() throws {
    let fault = try #require(throws: JSONSyntaxError.self) {
      _ = try JSONDocument.parse("{\n  \"é\": [1, 2},\n}", file: "a.json")
    }
    #expect(fault.location == SourceLocation(file: "a.json", line: 2, column: 13))
    #expect(fault.found == "'}'")
    #expect(fault.expected == "',' or ']' after an element")
    #expect(fault.message == "Expected ',' or ']' after an element, found '}'.")
    #expect(fault.excerpt == "  \"é\": [1, 2},\n            ^")
    #expect(fault.description == "a.json:2:13: \(fault.message)\n\(fault.excerpt)")
  }

  @Test func `the excerpt of a long line is cut around the place`() throws {
    let fault = try fault("[" + String(repeating: "1,", count: 500) + "x" + String(repeating: ",1", count: 500) + "]")
    let lines = fault.excerpt.split(separator: "\n")
    #expect(lines[0].hasPrefix("…"))
    #expect(lines[0].hasSuffix("…"))
    #expect(lines[0].unicodeScalars.count == 82)
    #expect(lines[1].unicodeScalars.count == 42)
    #expect(Array(lines[0].unicodeScalars)[41] == "x")
  }

  @Test func `positions count lines and scalars from 1`() throws {
    let value = try JSON.parse("{\r\n\t\"a\": 1,\n  \"日本\": {\"x\": [true, \"y\"]}}", file: "f")
    #expect(value.location.description == "f:1:1")
    #expect(value["a"]?.location.description == "f:2:7")
    #expect(value.keyLocation(of: "a")?.description == "f:2:2")
    #expect(value["日本"]?["x"]?[1]?.location.description == "f:3:22")
    #expect(value.keyLocation(of: "none") == nil)
  }

  @Test func `repeated keys are noticed and the last one counts`() throws {
    let document = try JSONDocument.parse(
      #"{"a": 1, "o": {"x": 1, "y": 2, "\u0078": 3}, "a": 2, "a": 3}"#, file: "f")
    #expect(document.root["a"]?.int == 3)
    #expect(document.root["o"]?["x"]?.int == 3)
    #expect(document.hasDuplicateKeys)
    #expect(document.duplicateKeys.map(\.pointer.description) == ["/o/x", "/a", "/a"])
    #expect(document.duplicateKeys.map(\.location.column) == [32, 46, 54])
    #expect(document.duplicateKeys.map(\.earlier.column) == [16, 2, 46])
    #expect(document.root == (["a": 3, "o": ["y": 2, "x": 3]] as JSON))
    #expect(document.root.hashValue == (["a": 3, "o": ["y": 2, "x": 3]] as JSON).hashValue)
    #expect(try !JSONDocument.parse(#"{"a": {"a": 1}, "b": {"a": 1}}"#).hasDuplicateKeys)
  }

  @Test func `repeated keys of a large object are noticed`() throws {
    let members = (0..<500).map { "\"k\($0 % 499)\": \($0)" }.joined(separator: ",")
    let document = try JSONDocument.parse("{\(members)}")
    #expect(document.duplicateKeys.map(\.key) == ["k0"])
    #expect(document.root["k0"]?.int == 499)
    #expect(document.root["k498"]?.int == 498)
  }

  @Test func `a text cut at any byte is refused`() throws {
    let text = Array(#"{"aé": [1.5e3, "\u00e9\n", true, null], "b": {}}"#.utf8)
    for length in 0..<text.count {
      let fault = try fault(Array(text[..<length]))
      #expect(fault.offset <= length)
    }
  }
}
