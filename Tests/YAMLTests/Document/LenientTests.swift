import PlumblineJSONTree
import PlumblineYAML
import Testing

/// Texts of which only what isn't understood is passed over.
@Suite struct LenientTests {
  @Test(
    arguments: [
      ("a: !t 3", #"{"a":3}"#, ["!t"]), ("a: !t", #"{"a":null}"#, ["!t"]), ("a: !t [1]", #"{"a":[1]}"#, ["!t"]),
      ("a: !t {b: 1}", #"{"a":{"b":1}}"#, ["!t"]), ("a: !!set {b: null}", #"{"a":{"b":null}}"#, ["!!set"]),
      ("a: !!timestamp 2001", #"{"a":"2001"}"#, ["!!timestamp"]), ("a: !x &y 1\nb: !z *y", nil, []),
      ("a: !!int '3'", #"{"a":3}"#, []), ("!t\na: 1", #"{"a":1}"#, ["!t"]),
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

  @Test func `a tag has its place`() throws {
    let (_, tags) = try YAMLDocument.lenient(Array("a: 1\nb: !t c\n".utf8), file: "f.yaml")
    #expect(tags.map { $0.location.description } == ["f.yaml:2:4"])
  }

  @Test func `repeated keys are kept`() throws {
    let (document, _) = try YAMLDocument.lenient(Array("a: 1\na: 2\n".utf8), file: "f.yaml")
    #expect(document.hasDuplicateKeys)
  }
}
