import PlumblineJSONTree
import PlumblineYAML
import Testing

struct MergedEntriesTests {
  private func json(_ yaml: String) throws -> String {
    String(decoding: try YAMLDocument.parse(yaml).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("- &x {a: 1, b: 2}\n- {<<: *x, b: 3}\n", #"[{"a":1,"b":2},{"b":3,"a":1}]"#),
    ("- &x {a: 1}\n- &y {a: 2, b: 3}\n- <<: [*x, *y]\n  c: 4\n", #"[{"a":1},{"a":2,"b":3},{"c":4,"a":1,"b":3}]"#),
    ("- &x {a: 1}\n- &y {<<: *x, b: 2}\n- {<<: *y}\n", #"[{"a":1},{"b":2,"a":1},{"b":2,"a":1}]"#),
    (
      "- &x {a: 1}\n- &y {<<: *x, b: 2}\n- &z {a: 3, c: 4}\n- {<<: [*y, *z]}\n",
      #"[{"a":1},{"b":2,"a":1},{"a":3,"c":4},{"b":2,"a":1,"c":4}]"#
    ),
    ("{<<: {a: 1}, a: 2}", #"{"a":2}"#), ("{<<: []}", "{}"), ("? <<\n: {a: 1}\n", #"{"a":1}"#),
    ("{\"<<\": a, b: 1}", #"{"<<":"a","b":1}"#), ("{!!str <<: a}", #"{"<<":"a"}"#), ("[<<]", #"["<<"]"#),
    ("[<<: {a: 1}]", #"[{"a":1}]"#),
  ])
  func `a merge key adds what a mapping doesn't have`(yaml: String, json: String) throws {
    #expect(try self.json(yaml) == json)
  }

  @Test(arguments: [
    ("{<<: a}", 5, YAMLSyntaxError.Code.malformed), ("{<<: [{a: 1}, b]}", 14, .malformed),
    ("{<<: {}, <<: {}}", 9, .duplicateKey),
    ("{<<: {}, a: 1, a: 2}", 15, .duplicateKey),
  ])
  func `what a merge key can't take is refused`(yaml: String, offset: Int, code: YAMLSyntaxError.Code) throws {
    let error = try #require(throws: YAMLSyntaxError.self) { try YAMLDocument.parse(yaml) }
    #expect(error.code == code && error.offset == offset, "\(error)")
  }

  @Test func `what is merged is where it was written`() throws {
    let root = try YAMLDocument.parse("x: &x\n  a: 1\ny:\n  <<: *x\n  b: 2\n").root
    #expect(root["y"]?["a"]?.location.description == "2:6")
    #expect(root["y"]?.keyLocation(of: "a")?.description == "2:3")
    #expect(root["y"]?["b"]?.location.description == "5:6")
  }
}
