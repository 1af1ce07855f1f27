import Testing

@testable import PlumblinePact

struct XMLReaderTests {
  private static func read(_ text: String) throws -> XMLElement { try XMLReader.read(Array(text.utf8)) }

  @Test func `elements, attributes, references and CDATA are read`() throws {
    let root = try Self.read(
      #"<?xml version="1.0"?><!-- a --><!DOCTYPE pet><pet id='7' name="A &amp; B"><tag>x&#65;&#x42;</tag><![CDATA[<b>]]> </pet>"#
    )
    #expect(root.name == XMLElement.Name(namespace: "", local: "pet"))
    #expect(root.attributes.map(\.name.local) == ["id", "name"])
    #expect(root.attributes.map(\.value) == ["7", "A & B"])
    #expect(root.children.map(\.text) == ["xAB"])
    #expect(root.text == "<b>")
  }

  @Test func `a prefix stands for its namespace, whatever it is called`() throws {
    let first = try Self.read(#"<a:pet xmlns:a="urn:pets" a:id="7" plain="1"/>"#)
    let second = try Self.read(#"<pet xmlns="urn:pets" xmlns:p="urn:pets" p:id="7" plain="1"/>"#)
    #expect(first.name == second.name)
    #expect(first.attributes.map(\.name) == second.attributes.map(\.name))
    #expect(first.attributes.map(\.name.namespace) == ["urn:pets", ""])
  }

  @Test(arguments: [
    "", "text", "<a>", "<a></b>", "<a/><b/>", "<a b/>", #"<a b="1" b="2"/>"#, "<p:a/>", "<a>&#xD800;</a>", "<a>&lt</a>",
    "<a b=\"<\"/>", "<!-- <a/>",
  ])
  func `what isn't well-formed is refused`(_ text: String) {
    #expect(throws: XMLReader.Fault.malformed) { try Self.read(text) }
  }

  @Test func `entities of a document's own and deep nesting aren't read`() {
    #expect(throws: XMLReader.Fault.hasTypes) { try Self.read(#"<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>"#) }
    #expect(throws: XMLReader.Fault.hasTypes) { try Self.read("<a>&b;</a>") }
    let deep = String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200)
    #expect(throws: XMLReader.Fault.tooDeep) { try Self.read(deep) }
  }
}
