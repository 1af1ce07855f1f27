import PlumblineJSONTree
import PlumblineYAML
import Testing

/// Texts from which only the parts that aren't understood are omitted.
@Suite struct LenientTests {
  @Test(
    arguments: [
      ("a: !t 3", #"{"a":3}"#, ["!t"]), ("a: !t", #"{"a":null}"#, ["!t"]), ("a: !t [1]", #"{"a":[1]}"#, ["!t"]),
      ("a: !t {b: 1}", #"{"a":{"b":1}}"#, ["!t"]), ("a: !!set {b: null}", #"{"a":{"b":null}}"#, ["!!set"]),
      ("a: !!timestamp 2001", #"{"a":"2001"}"#, ["!!timestamp"]), ("a: !x &y 1\nb: !z *y", nil, []),
      ("a: !!int '3'", #"{"a":3}"#, []), ("a: !!str 1", #"{"a":"1"}"#, []), ("!t\na: 1", #"{"a":1}"#, ["!t"]),
      ("a: !<tag:yaml.org,2002:binary> aGk=", #"{"a":"aGk="}"#, ["!<tag:yaml.org,2002:binary>"]),
    ] as [(String, String?, [String])])
  func `a tag that the core schema lacks is passed over`(text: String, json: String?, tags: [String]) throws {
    guard let json else {
      #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.lenient(Array(text.utf8), file: "f.yaml") }
      return
    }
    let (document, found) = try YAMLDocument.lenient(Array(text.utf8), file: "f.yaml")
    #expect(document.root == (try JSON.parse(json)))
    #expect(found.map(\.text) == tags)
  }

  @Test(
    arguments: [
      ("a: !!int b", #"{"a":"b"}"#, ["!!int"]), ("a: !!int '1.5'", #"{"a":"1.5"}"#, ["!!int"]),
      ("a: !!bool 'true'\nb: !!bool yes", #"{"a":true,"b":"yes"}"#, ["!!bool"]),
      ("a: !!null x", #"{"a":"x"}"#, ["!!null"]), ("a: !!int", #"{"a":null}"#, ["!!int"]),
      ("a: !!seq b", #"{"a":"b"}"#, ["!!seq"]), ("a: !!map [1]", #"{"a":[1]}"#, ["!!map"]),
      ("a: !!str {b: 1}", #"{"a":{"b":1}}"#, ["!!str"]), ("!!seq\na: 1", #"{"a":1}"#, ["!!seq"]),
    ] as [(String, String, [String])])
  func `a tag that its value contradicts is passed over`(text: String, json: String, tags: [String]) throws {
    let (document, passed) = try YAMLDocument.lenient(Array(text.utf8), file: "f.yaml")
    #expect(document.root == (try JSON.parse(json)))
    #expect(passed.map(\.text) == tags)
    #expect(passed.allSatisfy { $0.kind == .contradictedTag })
  }

  @Test(
    arguments: [
      ("a: .inf\nb: 1", #"{"b":1}"#, [".inf"]), ("a: 1\nb: -.INF", #"{"a":1}"#, ["-.INF"]),
      ("[1, .nan, 2]", "[1,2]", [".nan"]), ("- .inf", "[]", [".inf"]), ("a: {b: .inf}", #"{"a":{}}"#, [".inf"]),
      ("a: !!float .inf\nb: !!str .inf", #"{"b":".inf"}"#, [".inf"]), ("a: '.inf'", #"{"a":".inf"}"#, []),
      ("a: &x .inf\nb: *x", "{}", [".inf", ".inf"]), ("a: &x {c: .inf}\nb: *x", #"{"a":{},"b":{}}"#, [".inf"]),
      ("a: &x {c: .inf, d: 1}\nb: {<<: *x, e: .nan}", #"{"a":{"d":1},"b":{"d":1}}"#, [".inf", ".nan"]),
    ] as [(String, String, [String])])
  func `a number that JSON lacks is left out with its member or element`(
    text: String, json: String, numbers: [String]
  ) throws {
    let (document, passed) = try YAMLDocument.lenient(Array(text.utf8), file: "f.yaml")
    #expect(document.root == (try JSON.parse(json)))
    #expect(passed.map(\.text) == numbers)
    #expect(passed.allSatisfy { $0.kind == .notFinite })
  }

  @Test func `a number that JSON lacks is refused where it is all there is`() {
    #expect(throws: YAMLSyntaxError.self) { try YAMLDocument.lenient(Array(".inf".utf8), file: "f.yaml") }
  }

  @Test func `a tag has its place`() throws {
    let (_, tags) = try YAMLDocument.lenient(Array("a: 1\nb: !t c\n".utf8), file: "f.yaml")
    #expect(tags.map { $0.location.description } == ["f.yaml:2:4"])
  }

  @Test func `repeated keys are kept`() throws {
    let (document, _) = try YAMLDocument.lenient(Array("a: 1\na: 2\n".utf8), file: "f.yaml")
    #expect(document.hasDuplicateKeys)
  }
}
