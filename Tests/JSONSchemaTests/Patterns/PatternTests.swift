import JSONSchema
import JSONTree
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
    ("a{", ["a{"], ["a"]), ("^x{a}$", ["x{a}"], ["xa"]), ("^(^a$)$", ["a"], ["b"]), ("$^", [""], ["a"]),
    ("(a$|^b)", ["ca", "bc"], ["ac", "cb"]),
  ])
  func `a pattern matches as ECMA-262 says`(pattern: String, matching: [String], other: [String]) throws {
    let schema = try schema(pattern)
    for text in matching { #expect(schema.isValid(JSON(text)), "\(pattern) on \(text.debugDescription)") }
    for text in other { #expect(!schema.isValid(JSON(text)), "\(pattern) on \(text.debugDescription)") }
  }

  @Test(arguments: [
    "(", ")", "(a", "[a", "*", "+a", "a**", "(?", "(?<>a)", "(?i)a", "\\", "\\a", "\\Z", "\\u12", "\\u{110000}", "\\x1",
    "\\p{", "\\1", "a{2,1}",
    "[b-a]", "[\\d-z]", "^*", "a{20000}", "(a{200}){200}", "\\c", "\\01",
  ])
  func `a wrong pattern is refused`(pattern: String) throws {
    let error = try #require(throws: SchemaCompilationError.self) { _ = try self.schema(pattern) }
    #expect(error.problems.map(\.keyword) == ["pattern"])
  }

  @Test(arguments: ["(a)\\1", "\\k<n>", "a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b", "\\p{Script=Greek}", "(?i:a)"])
  func `what is not regular is undecided`(pattern: String) throws {
    let schema = try schema(pattern)
    #expect(schema.undecided.count == 1)
    #expect(schema.isValid("zzz"))
  }

  @Test func `nested repetition over a long text stays linear`() throws {
    let text = String(repeating: "a", count: 100_000)
    let schema = try schema("^(a+)+$")
    #expect(schema.isValid(JSON(text)))
    #expect(!schema.isValid(JSON(text + "b")))
    #expect(try !self.schema("^(a|a)*(a|aa)*b$").isValid(JSON(String(repeating: "a", count: 20_000))))
  }

  @Test func `groups that nest too deeply are refused`() throws {
    let deep = String(repeating: "(", count: 10_000) + String(repeating: ")", count: 10_000)
    #expect(throws: SchemaCompilationError.self) { _ = try self.schema(deep) }
  }
}
