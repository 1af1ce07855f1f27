import PlumblineJSONTree
import PlumblineYAML
import Testing

struct YAMLReaderTests {
  private func json(_ yaml: String) throws -> String {
    String(decoding: try YAMLDocument.parse(yaml).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", "null"), ("# nothing\n", "null"), ("---\n...\n", "null"), ("a", #""a""#), ("--- a # b\n", #""a""#),
    ("%YAML 1.2\n%OTHER x\n---\na: b\n", #"{"a":"b"}"#), ("%TAG !! tag:yaml.org,2002:\n--- 1\n", "1"),
    ("a\n...\n# over\n", #""a""#), ("\u{FEFF}a: b", #"{"a":"b"}"#),
  ])
  func `a document has directives and marks around it, or not`(yaml: String, json: String) throws {
    #expect(try self.json(yaml) == json)
  }

  @Test(arguments: [
    ("a: 1\nb:\n  c: 2\n  d:\ne: 3", #"{"a":1,"b":{"c":2,"d":null},"e":3}"#),
    ("- 1\n- - 2\n  - 3\n-\n  - 4\n-\n", "[1,[2,3],[4],null]"),
    ("a:\n- 1\n- b: 2\n  c: 3\nd:\n  - 4\n", #"{"a":[1,{"b":2,"c":3}],"d":[4]}"#),
    ("? a\n: b\n? c\n? |\n  d\n: - e\n", #"{"a":"b","c":null,"d\n":["e"]}"#),
    ("200: a\ntrue: b\n~: c\n1.0: d\n'': e\n", #"{"200":"a","true":"b","~":"c","1.0":"d","":"e"}"#),
    ("a: # x\n  # y\n  b # z\n# end", #"{"a":"b"}"#),
    ("a: b#c\nd: e:f\nurl: http://x/y\n", #"{"a":"b#c","d":"e:f","url":"http://x/y"}"#),
    ("a:\tb\n", #"{"a":"b"}"#), ("a:   \n\n\n  b\n", #"{"a":"b"}"#), ("a:\r\n  - b\r\n", #"{"a":["b"]}"#),
    ("\"a b\" : 1\n'c': 2\n", #"{"a b":1,"c":2}"#), ("!!str a: b\n&x c: *x\n", #"{"a":"b","c":"c"}"#),
    ("a:\rb:\r  - c\r", #"{"a":null,"b":["c"]}"#),
  ])
  func `block collections are recognized by their columns`(yaml: String, json: String) throws {
    #expect(try self.json(yaml) == json)
  }

  @Test(arguments: [
    ("[]", "[]"), ("{}", "{}"), ("[a, 1, ]", #"["a",1]"#),
    ("{a: 1, b, c: , \"d\":2,}", #"{"a":1,"b":null,"c":null,"d":2}"#),
    ("[a: 1, b, ? c : 2, \"d\":3]", #"[{"a":1},"b",{"c":2},{"d":3}]"#), ("{a: [b, {c: d}]}", #"{"a":["b",{"c":"d"}]}"#),
    ("a: {b: 1,\n  c: 2 # x\n}\n", #"{"a":{"b":1,"c":2}}"#), ("a: [\n  b,\n]\nc: d", #"{"a":["b"],"c":"d"}"#),
    ("[a b\n c, http://d]", #"["a b c","http://d"]"#), ("{? a : b, !!str c: !!str 1}", #"{"a":"b","c":"1"}"#),
    ("[[1], [2, [3]]]", "[[1],[2,[3]]]"), ("{a:b}", #"{"a:b":null}"#), ("[&x a, *x]", #"["a","a"]"#),
  ])
  func `flow collections are in brackets`(yaml: String, json: String) throws {
    #expect(try self.json(yaml) == json)
  }

  @Test(arguments: [
    ("a\n  b\n\n c\nd", #""a b\nc d""#), ("- a\n  b\n- c", #"["a b","c"]"#), ("a: b\n  c #d\n", #"{"a":"b c"}"#),
    ("'it''s\n  a\n\n  b '", #""it's a\nb ""#), ("'a\\n'", #""a\\n""#),
    (#""\ud83d\ude00""#, #""😀""#), ("\"a  \n  b \\\n  c\\  \n  d\"", #""a b c  d""#), ("\"  a \"", #""  a ""#),
    ("\"\n a\n\"", #"" a ""#), ("'a\u{7F}\u{FFFE}'", "\"a\u{7F}\u{FFFE}\""), ("-a", #""-a""#), ("?a", #""?a""#),
    (":a", #"":a""#),
    ("a: \"b\"   # c", #"{"a":"b"}"#), ("\u{85}", "\"\u{85}\""),
  ])
  func `plain and quoted scalars fold their lines`(yaml: String, json: String) throws {
    #expect(try self.json(yaml) == json)
  }

  @Test(arguments: [
    ("|\n a\n  b\n\n c\n\n", #""a\n b\n\nc\n""#), ("|-\n a\n\n", #""a""#), ("|+\n a\n\n", #""a\n\n""#),
    (">\n a\n b\n\n c\n  d\n e\n", #""a b\nc\n d\ne\n""#), (">-\n\n a\n b", #""\na b""#),
    ("|2\n   a\n  b\n", #"" a\nb\n""#),
    ("|-2 # c\n  a\n", #""a""#), ("a: |\nb: >-\n\nc: |+\n\nd: 1\n", #"{"a":"","b":"","c":"\n","d":1}"#),
    ("- |\n a\n- >\n b\n", #"["a\n","b\n"]"#),
    ("a: |\n  # no comment\n  b\n# comment\n", ##"{"a":"# no comment\nb\n"}"##),
    ("a: |\n  x\n\ty\n", "refused"), ("a: !!str &x |\n  b\nc: *x\n", #"{"a":"b\n","c":"b\n"}"#),
    ("|\n\ta\n", #""\ta\n""#), ("a: |+\n  b\n  ", #"{"a":"b\n\n"}"#),
    ("a: |1\n  x\n  y\n", #"{"a":" x\n y\n"}"#), ("|\r\n a\r\n b\r\n", #""a\nb\n""#),
  ])
  func `block scalars keep their lines or fold them`(yaml: String, json: String) throws {
    if json == "refused" {
      #expect(throws: YAMLSyntaxError.self) { try self.json(yaml) }
    } else {
      #expect(try self.json(yaml) == json)
    }
  }

  @Test(arguments: [
    ("a: &x {b: 1}\nc: *x\nd: [*x, &y 2, *y]\n", #"{"a":{"b":1},"c":{"b":1},"d":[{"b":1},2,2]}"#),
    ("a: &x\n  b: 1\nc: *x\n", #"{"a":{"b":1},"c":{"b":1}}"#), ("&x a: &x 1\nb: *x\n", #"{"a":1,"b":1}"#),
    ("- &x a\n- *x : b\n", #"["a",{"a":"b"}]"#), ("&x\n&y a: 1\n", #"{"a":1}"#),
    ("a: &x\nb: *x\n", #"{"a":null,"b":null}"#),
    ("a: &x !!str 1\nb: !!str &y 2\nc: [*x, *y]\n", #"{"a":"1","b":"2","c":["1","2"]}"#),
    ("--- &x\n!!map\na: 1\n", #"{"a":1}"#),
  ])
  func `an alias is what its anchor was given last`(yaml: String, json: String) throws {
    #expect(try self.json(yaml) == json)
  }

  @Test func `escapes stand for characters`() throws {
    let yaml = #""\0\a\b\t\n\v\f\r\e\ \"\/\\\N\_\L\P\x41\u00e9\U0001F600""#
    let text = "\0\u{7}\u{8}\t\n\u{B}\u{C}\r\u{1B} \"/\\\u{85}\u{A0}\u{2028}\u{2029}Aé😀"
    #expect(try YAMLDocument.parse(yaml).root.string == text)
  }
}
