import PlumblineJSONSchema
import PlumblineJSONTree
import TestSupport
import Testing

struct PatternTests {
  private func schema(_ pattern: String) throws -> Schema {
    try SchemaLibrary().compile(["pattern": JSON(pattern)])
  }

  @Test(arguments: [
    ("abc", ["xabcx"], ["ab", ""]), ("^a$", ["a"], ["ab", "ba", "a\n"]), ("a|b|", ["", "c"], []),
    ("^(a|bc)$", ["a", "bc"], ["abc"]),
    ("^a*$", ["", "aaa"], ["ab"]), ("^a+?$", ["a", "aa"], [""]), ("^a?b$", ["b", "ab"], ["aab"]),
    ("^a{2}$", ["aa"], ["a", "aaa"]),
    ("^a{2,}$", ["aa", "aaaaa"], ["a"]), ("^a{1,3}$", ["a", "aaa"], ["", "aaaa"]), ("^a{0}$", [""], ["a"]),
    ("^(a*)*$", ["", "aa"], ["b"]),
    ("^(a|b)*c$", ["c", "abbac"], ["abd"]), ("^[a-c]+$", ["abc"], ["abd"]), ("^[^a-c]$", ["d", "é", "😀"], ["a", ""]),
    ("^[-a]$", ["-", "a"], ["b"]),
    ("^[a\\-z]$", ["-", "z"], ["b"]), ("^[\\d_]+$", ["1_2"], ["a"]), ("^[^\\d]$", ["a"], ["1"]),
    ("^[\\D]$", ["a"], ["1"]), ("^[]$", [], ["", "a"]),
    ("^[^]$", ["a", "\n"], [""]), ("^.$", ["a", "😀"], ["\n", "\u{2028}", ""]), ("^\\w+$", ["aZ_9"], ["é", "-"]),
    ("^\\W$", ["é", "-"], ["a"]),
    ("^\\s$", [" ", "\u{A0}", "\u{FEFF}", "\t"], ["a"]), ("^\\S$", ["a"], [" "]), ("^\\d$", ["5"], ["٣"]),
    ("^\\D$", ["٣"], ["5"]),
    ("\\bfoo\\b", ["a foo b", "foo"], ["afoo", "foob"]), ("\\Boo", ["foo"], ["oo"]),
    ("^\\n\\t\\r\\f\\v$", ["\n\t\r\u{c}\u{b}"], []),
    ("^\\u0041\\x42\\u{1F600}\\cA$", ["AB😀\u{1}"], []), ("^\\ud83d\\ude00$", ["😀"], []),
    ("^\\.\\*\\/\\-\\@$", [".*/-@"], []),
    ("^\\p{L}+$", ["aé日"], ["1"]), ("^\\p{Lu}\\P{Lu}$", ["Aa"], ["AA"]), ("^\\p{Letter}\\p{gc=Nd}$", ["é٣"], ["1a"]),
    ("^[\\p{L}\\d]+$", ["é1"], ["-"]),
    ("^[^\\p{L}]$", ["1"], ["a"]), ("^\\p{ASCII}$", ["a"], ["é"]), ("^(?:ab)+$", ["abab"], ["aba"]),
    ("^(?<year>\\d{4})$", ["2026"], ["26"]),
    ("a{", ["a{"], ["a"]), ("^x{a}$", ["x{a}"], ["xa"]), ("^(^a$)$", ["a"], ["b"]),
    ("^\\p{Script=Greek}+\\p{sc=Latn}$", ["αβγa"], ["aα", "αβ"]), ("$^", [""], ["a"]),
    ("^(?:^)*(\\b)+a", ["a"], ["ba"]),
    ("(a$|^b)", ["ca", "bc"], ["ac", "cb"]),
    ("a(?=b)", ["ab", "aab"], ["a", "ac"]), ("a(?!b)", ["a", "aba"], ["ab"]), ("(?<=a)b", ["ab"], ["b", "cb"]),
    ("(?<!a)b", ["b", "cb"], ["ab"]), ("^(?=.*[A-Z])(?=.*\\d).{8,}$", ["Password1"], ["password1", "Pass1"]),
    ("^(?!-)(?!.*--)[a-z-]+(?<!-)$", ["a-b"], ["-a", "a-", "a--b", ""]), ("^((?!foo).)*$", ["fo o", ""], ["a foo"]),
    ("^(?:(?!10\\.)\\d+(?:\\.|$)){4}$", ["1.2.3.4"], ["10.2.3.4", "1.10.3.4"]), ("(?=a)*b", ["b", "ab"], ["a"]),
    ("^(?=(?!ab)a)..", ["ac"], ["ab", "b"]), ("(?<=(?<!x)y)z", ["yz"], ["xyz"]), ("^(?=a|b)(?!b)", ["a"], ["b", "c"]),
    ("a{20001}", [], ["a"]), ("^x{0,999999999}y", ["y", "xxy"], ["xz"]),
  ])
  func `a pattern matches as ECMA-262 says`(pattern: String, matching: [String], other: [String]) throws {
    let schema = try schema(pattern)
    for text in matching { #expect(schema.isValid(JSON(text)), "\(pattern) on \(text.debugDescription)") }
    for text in other { #expect(!schema.isValid(JSON(text)), "\(pattern) on \(text.debugDescription)") }
  }

  @Test(arguments: [
    "(", ")", "(a", "[a", "*", "+a", "a**", "(?", "(?<>a)", "(?i)a", "\\", "\\a", "\\Z", "\\u12", "\\u{110000}", "\\x1",
    "\\p{", "\\1", "a{2,1}",
    "[b-a]", "[\\d-z]", "^*", "\\c", "\\01", "(?<=a)*", "(?=a", "(?<!a", "(?=*)",
  ])
  func `a wrong pattern is refused`(pattern: String) throws {
    let error = try #require(throws: SchemaCompilationError.self) { _ = try self.schema(pattern) }
    #expect(error.problems.map(\.keyword) == ["pattern"])
  }

  @Test(arguments: [
    "(a)\\1", "\\k<n>", "(?=(a)\\1)", "\\p{Script=Unheard}", "(?i:a)", "\\p{RGI_Emoji}", "(ab){20001}",
    "((ab){200}){200}", "^(?:xy){0,999999999}y", "(?!(ab){20001})",
  ])
  func `what is not regular, not known or too large is undecided`(pattern: String) throws {
    let schema = try schema(pattern)
    #expect(schema.undecided.count == 1)
    #expect(schema.isValid("zzz"))
  }

  @Test func `nested repetition over a long text stays linear`() throws {
    let text = String(repeating: "a", count: 100_000)
    let schema = try schema("^(a+)+$")
    #expect(schema.isValid(JSON(text)))
    #expect(!schema.isValid(JSON(text + "b")))
    for pattern in [
      "^(a+)+$", "(a*)*b", "^(a|aa)+$", "(.*)(.*)(.*)[^a]", "^(?:a?){20}a{20}$", "a{1,9999}b", "a.{900}b",
    ] {
      let pattern = try Pattern(pattern)
      let (verdicts, steps) = pattern.verdicts(Array(text.utf8).dropLast(98_000))
      #expect(Set(verdicts).count == 1)
      #expect(steps <= 2_001 * pattern.stateCount)
    }
    #expect(try !self.schema("^(a|a)*(a|aa)*b$").isValid(JSON(String(repeating: "a", count: 20_000))))
  }

  @Test(arguments: [
    "^(a+)+$", "^[A-Z]{2}-\\d{4}$", "^\\S+@\\S+\\.\\S+$", "\\bfoo\\b", "^.{1,64}$",
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  ])
  func `a typical pattern needs no cache`(pattern: String) throws {
    #expect(try Pattern(pattern).freeze())
  }

  @Test(arguments: ["^[a-z]+(\\.[a-z]+)*$", "\\bfoo\\b", "^.{2,40}$", "^\\p{Lu}", "(a|b)*a(a|b){14}$"])
  func `a pattern answers alike however many texts came before`(pattern: String) throws {
    let texts = ["", "a", "ab.c", "foo", "a foo b", "Ärger", "abababababababababab", "aaaaaaaaaaaaaaa", "x.", "É"]
    let compiled = try Pattern(pattern)
    let first = texts.map { compiled.matches(Array($0.utf8)) }
    for _ in 0..<100 { #expect(texts.map { compiled.matches(Array($0.utf8)) } == first) }
    #expect(first == texts.map { Set((try? Pattern(pattern))?.verdicts(Array($0.utf8)).verdicts ?? []) == [true] })
  }

  @Test func `large counts are exact`() throws {
    let pattern = try Pattern("^[a-z]{3,5000}$")
    for (length, expected) in [(2, false), (3, true), (5_000, true), (5_001, false)] {
      #expect(pattern.matches([UInt8](repeating: 0x61, count: length)) == expected)
    }
    let thrashing = try Pattern("(a|b)*a(a|b){14}$")
    var numbers = RandomNumbers(seed: 1)
    let text = (0..<20_000).map { _ in Bool.random(using: &numbers) ? UInt8(0x61) : 0x62 }
    #expect(thrashing.matches(text) == (text[text.count - 15] == 0x61))
    #expect(thrashing.matches(text.dropLast()) == (text[text.count - 16] == 0x61))
  }

  @Test func `lone surrogates are code points of their own`() throws {
    let lone = try JSON.parse(#""\ud83d""#)
    #expect(try Pattern("^\\ud83d$").matches(lone.document, lone.node))
    #expect(try self.schema("^[\\ud800-\\udfff]$").isValid(lone))
    #expect(try !self.schema("^\\ufffd$").isValid(lone))
    #expect(try Pattern("^[\\ud800-\\udbff]$").matches(lone.document, lone.node))
    #expect(try Pattern("^\\p{Cs}$").matches(lone.document, lone.node))
    #expect(try !Pattern("\\ufffd").matches(lone.document, lone.node))
    let pair = try JSON.parse(#""\ud83d\ude00""#)
    #expect(try Pattern("^😀$").matches(pair.document, pair.node))
    #expect(try !Pattern("\\ud83d").matches(pair.document, pair.node))
  }

  @Test func `properties agree with the standard library for every code point`() throws {
    let letters = try Pattern("^\\p{L}$")
    let emoji = try Pattern("^\\p{Emoji}$")
    let ignorable = try Pattern("^\\p{Default_Ignorable_Code_Point}$")
    for value in stride(from: UInt32(0), through: 0x10_FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(scalar).utf8)
      let properties = scalar.properties
      let isLetter = [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
        .contains(properties.generalCategory)
      #expect(letters.matches(bytes) == isLetter)
      #expect(emoji.matches(bytes) == properties.isEmoji)
      #expect(ignorable.matches(bytes) == properties.isDefaultIgnorableCodePoint)
    }
  }

  @Test(arguments: ["L", "N", "Assigned", "Cn", "Bidi_M", "XIDC", "ExtPict", "EComp", "CWKCF", "UIdeo", "Any", "RI"])
  func `a property and its opposite part all text`(name: String) throws {
    guard let pattern = try? Pattern("^\\p{\(name)}$") else { return #expect(name == "ExtPict") }
    let opposite = try Pattern("^\\P{\(name)}$")
    let doubled = try Pattern("^[^\\P{\(name)}]$")
    for value in stride(from: UInt32(0), through: 0x10_FFFF, by: 101) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(scalar).utf8)
      #expect(pattern.matches(bytes) != opposite.matches(bytes))
      #expect(pattern.matches(bytes) == doubled.matches(bytes))
    }
  }

  @Test func `groups that nest too deeply are refused`() throws {
    let deep = String(repeating: "(", count: 10_000) + String(repeating: ")", count: 10_000)
    #expect(throws: SchemaCompilationError.self) { _ = try self.schema(deep) }
  }
}
