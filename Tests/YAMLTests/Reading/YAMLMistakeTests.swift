import PlumblineJSONTree
import PlumblineYAML
import Testing

struct YAMLMistakeTests {
  private func error(_ yaml: String) throws -> YAMLSyntaxError {
    try #require(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(yaml, file: "f.yaml") }
  }

  @Test(arguments: [
    ("a: b: c\n", "1:4", "A mapping can't start on the same line as its key"),
    ("a: - b\n", "1:4", "A collection can't start on the same line"),
    ("a: 1\n  b: 2\n", "2:4", "The continuation line of a string has a key"),
    ("a:\n  b: 1\n c: 2\n", "3:2", "This is indented further than the mapping"),
    ("a:\n  - 1\n    - 2\n b\n", "4:2", "This is indented further than the mapping"),
    ("- a\nb: c\n", "2:1", "This is indented less than its parent"),
    ("a: 1\n- b\n", "2:1", "This is indented less than its parent"),
    ("a: 1\nb\nc: 2\n", "2:1", "Expected a key"),
    ("\ta: 1\n", "1:1", "A tab is used for indentation"),
    ("a:\n\t- b\n", "2:1", "A tab is used for indentation"),
    ("- \t- a\n", "1:3", "A tab is used for indentation"),
    ("a: [b, c\nd: e\n", "2:1", "The content of brackets must be indented further"),
    ("[a, b", "1:6", "The text ends inside a list or mapping"),
    ("[a b c}", "1:7", "A comma or ] is expected"), ("{a: b c: d}", "1:8", "A comma or } is expected"),
    ("[a,,b]", "1:4", "A value is missing before this comma"),
    ("[a]]", "1:4", "There is text after the value"), ("'a", "1:1", "The string that begins here has no closing quote"),
    ("\"a", "1:1", "The string that begins here has no closing quote"),
    ("\"a\" b", "1:5", "There is text after the value"), (#""\y""#, "1:3", "This isn't a valid escape"),
    (#""\x4""#, "1:5", "Expected 2 hexadecimal digits"),
    (#""\uD800""#, "1:8", "The escape isn't a valid character"),
    (#""\ud83dx""#, "1:8", "The escape isn't a valid character"),
    (#""\ud83d\u0041""#, "1:14", "The second half of a surrogate pair"),
    (#""\U00110000""#, "1:12", "The escape isn't a valid character"),
    ("a: @b\n", "1:4", "A string can't start with @"), ("a: `b`\n", "1:4", "A string can't start with `"),
    ("a: %b\n", "1:4", "A string can't start with %"),
    ("[-]", "1:2", "- isn't allowed here"), ("a: |x\n", "1:5", "After | or > there can be only one digit"),
    ("a: | b\n", "1:6", "The text must start on the line after"),
    ("|\n   \n a\n", "3:2", "An empty line before the text is indented further"),
    ("a: &x &y b\n", "1:7", "A value can have only one anchor"),
    ("a: !!str !!int b\n", "1:10", "A value can have only one tag"),
    ("&x\n&y\na\n", "2:1", "A value can have only one anchor and one tag"), ("& a\n", "1:2", "A name is missing"),
    ("a: &x b\nc: *x d\n", "2:7", "There is text after the value on this line"),
    ("&x - a\n", "1:4", "An anchor or a tag of a collection"),
    ("&x a: !!str *x\n", "1:13", "An alias can't have an anchor or a tag"),
    ("&a,b c\n", "1:3", "An anchor or a tag must be followed"),
    ("!<x y\n", "1:4", "A tag that starts with !< must end with >"),
    ("%YAML 1.2\na: b\n", "2:1", "Directives must be followed by the document"),
    ("%YAML\n---\n", "1:1", "%YAML needs a version, as in %YAML 1.2."),
    ("%YAML 1.2\n%YAML 1.2\n---\n", "2:1", "%YAML can occur only once"),
    ("%TAG !e!\n---\n", "1:1", "%TAG needs a handle and a prefix"), ("... a\n", "1:5", "Nothing may follow ..."),
    ("---\n%a: b\n", "2:1", "A directive belongs before ---"),
    ("['a\n  b': c]", "1:2", "A key in a list must be on one line"),
    ("a: 'b\nc'\n", "1:4", "The string that begins here has no closing quote on its line"),
    ("a:\n  b: \"c\n  d: e\n", "2:6", "The string that begins here has no closing quote on its line"),
    ("'a\n--- b'\n", "1:1", "The document ends inside a quoted string"),
    ("[a\n--- b]\n", "2:1", "The document ends inside a list"), ("[a,#b\n]", "1:4", "A comment needs a space before"),
    ("a: b\n  c: d\n", "2:4", "The continuation line of a string has a key"),
    ("a\n  : b\n", "2:3", "A colon followed by a space"),
    ("a: {<<: 1}\n", "1:9", "<< takes a mapping, or a list of mappings; quote it if it is a name."),
    ("é: [ü, \"x\"y]\n", "1:11", "A comma or ] is expected"),
  ])
  func `a mistake is reported with its place`(yaml: String, place: String, message: String) throws {
    let error = try error(yaml)
    #expect(error.code == .malformed)
    #expect(!error.code.isOutsideSubset)
    #expect(error.location.description == "f.yaml:\(place)" && error.message.hasPrefix(message), "\(error)")
  }

  @Test(
    arguments: [
      (
        "a: 1\nb: 2\n'a': 3\n", "3:1", .duplicateKey,
        "The key 'a' occurs twice, first on line 1, column 1. Keep one of them."
      ),
      ("{a: {b: 1, b: 2}}", "1:12", .duplicateKey, "The key 'b' occurs twice, first on line 1, column 6"),
      ("1: a\n\"1\": b\n", "2:1", .duplicateKey, "The key '1' occurs twice, first on line 1, column 1"),
      ("a: *x\n", "1:4", .unknownAlias, "No anchor &x is defined before this alias"),
      ("&x a: [*x]\nb: *y", "2:4", .unknownAlias, "No anchor &y"),
      ("a: &x [*x]\n", "1:8", .recursiveAlias, "The alias *x is part of its own value"),
      ("a\n---\nb\n", "2:1", .severalDocuments, "The file contains more than one document"),
      ("a: !t b\n", "1:4", .unknownTag, "The tag !t isn't in the core schema"),
      ("!!binary aGk=\n", "1:1", .unknownTag, "The tag !!binary isn't"),
      ("%TAG !! tag:x,2000:\n--- a\n", "1:1", .unknownTag, "%TAG gives !! a meaning other"),
      ("%YAML 2.0\n---\n", "1:1", .otherVersion, "The document declares YAML 2.0"),
      ("%YAML 1.2 x\n---\n", "1:1", .otherVersion, "%YAML is followed by more than a version; write %YAML 1.2."),
      ("a: !!int x\n", "1:4", .contradictedTag, "'x' isn't a !!int; correct the value, or remove the tag."),
      ("a: !!bool {}\n", "1:4", .contradictedTag, "A mapping isn't a !!bool; correct"),
      (
        "a: &x {b: 1}\nc:\n  <<: *x\n  <<: *x\n", "4:3", .duplicateKey,
        "The mapping already has <<; use a single << with a list of mappings: <<: [*one, *other]."
      ),
      (
        "a: 0x\(String(repeating: "f", count: 700))\n", "1:4", .tooLarge,
        "Numbers of more than 576 digits aren't converted; write it as a decimal."
      ),
      ("[a]: b\n", "1:1", .complexKey, "A key can't be a list or a mapping"),
      ("? {a: b}\n: c\n", "1:3", .complexKey, "A key can't be a list or a mapping"),
      ("? a: b\n: c\n", "1:3", .complexKey, "A key can't be a list or a mapping"),
      ("? - a\n", "1:3", .complexKey, "A key can't be a list or a mapping"),
      ("a: &x []\n*x : b\n", "2:1", .complexKey, "A key can't be a list or a mapping"),
      ("{[a]: b}", "1:2", .complexKey, "A key can't be a list or a mapping"),
      ("[{a: b}: c]", "1:2", .complexKey, "A key can't be a list or a mapping"),
      (": a\n", "1:1", .emptyKey, "A key is empty"), ("? \n: a\n", "1:2", .emptyKey, "A key is empty"),
      ("{: a}", "1:2", .emptyKey, "A key is empty"), ("[: a]", "1:2", .emptyKey, "A key is empty"),
      ("a: \u{1}\n", "1:4", .controlCharacter, "The document contains the control character U+0001"),
      ("a: \0\n", "1:4", .controlCharacter, "The document contains the control character U+0000"),
      ("a: b\u{7F}\n", "1:5", .controlCharacter, "This is a non-printable character"),
      ("a: \u{80}\n\"\u{7F}\": b", "1:4", .controlCharacter, "This is a non-printable"),
      ("'\u{7F}': a # \u{FFFF}", "1:10", .controlCharacter, "This is a non-printable"),
    ] as [(String, String, YAMLSyntaxError.Code, String)])
  func `what isn't read is refused by name`(
    yaml: String, place: String, code: YAMLSyntaxError.Code, message: String
  ) throws {
    let error = try error(yaml)
    #expect(error.code == code && error.location.description == "f.yaml:\(place)", "\(error)")
    #expect(error.message.hasPrefix(message), "\(error)")
  }

  @Test func `an error shows the line, and counts lines that end with a carriage return`() throws {
    let error = try error("a: 1\rb:\r  c: \"x\n")
    #expect(error.description == "f.yaml:3:6: The string that begins here has no closing quote.\n  c: \"x\n     ^")
  }

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x20, 0xFF], YAMLSyntaxError.Code.invalidUTF8, 3), ([0xC3], .invalidUTF8, 0),
      ([0x61, 0xC0, 0xAF], .invalidUTF8, 1),
      ([0xED, 0xA0, 0x80], .invalidUTF8, 0), ([0xF4, 0x90, 0x80, 0x80], .invalidUTF8, 0),
      ([0xE0, 0x80, 0x80], .invalidUTF8, 0), ([0x80], .invalidUTF8, 0),
      ([0xFF, 0xFE, 0x61, 0x00], .otherEncoding, 0), ([0xFE, 0xFF, 0x00, 0x61], .otherEncoding, 0),
      ([0x61, 0x00, 0x0A, 0x00], .otherEncoding, 0),
      ([0x00, 0x61], .otherEncoding, 0), ([0x00, 0x00, 0x00, 0x61], .otherEncoding, 0),
      ([0x61, 0x00, 0x00, 0x00], .otherEncoding, 0), ([0x00], .controlCharacter, 0),
    ] as [([UInt8], YAMLSyntaxError.Code, Int)])
  func `bytes that aren't UTF-8 are refused with their place`(
    bytes: [UInt8], code: YAMLSyntaxError.Code, offset: Int
  ) throws {
    let error = try #require(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(bytes) }
    #expect(error.code == code && error.offset == offset, "\(error)")
    let subject = code == .invalidUTF8 ? "the document" : "it"
    #expect(code == .controlCharacter || error.message.hasSuffix("save \(subject) as UTF-8."), "\(error)")
  }

  @Test func `a key without a question mark has 1024 characters at most`() throws {
    #expect(try YAMLDocument.parse(String(repeating: "é", count: 1024) + ": a").root.count == 1)
    #expect(try YAMLDocument.parse("? " + String(repeating: "k", count: 3000) + "\n: a").root.count == 1)
    let error = try error(String(repeating: "é", count: 1025) + ": a")
    #expect(error.message.hasPrefix("A key can have at most 1024 characters"))
  }
}
