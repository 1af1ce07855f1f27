import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// Values in XML whose schemas use OpenAPI's XML Object.
@Suite struct XMLFormTests {
  /// Returns a value as the content of a response.
  private func text(_ schema: String, _ value: String, schemas: String = "{}") throws -> String {
    let contract = """
      { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null, "schemas": \(schemas), "endpoints": { "a": {
        "summary": "x", "request": "GET /a", "source": "x", "success": { "200": { "content": { "application/xml": {
          "schema": { "type": "string", "x-root": "r", "contentSchema": \(schema) } } } } } } } }
      """
    let loaded = ContractLoader.load([Files.file("contract.json", contract)])
    let answer = try #require(loaded.contract?.endpoints.first?.answers.first, "\(loaded.problems)")
    guard case .media(let contents) = answer.content, let content = contents.first else {
      Issue.record("no content")
      return ""
    }
    let lines = content.markup(of: try JSON.parse(value)).split(separator: "\n").map { String($0) }
    #expect(lines.first == #"<?xml version="1.0" encoding="UTF-8"?>"#)
    return lines.dropFirst().joined(separator: "\n")
  }

  private static func member(_ schema: String) -> String { #"{ "properties": { "a": \#(schema) } }"# }

  @Test(arguments: [
    (#"{ "x-xml": { "name": "b" } }"#, #"{ "a": 1 }"#, "<r><b>1</b></r>"),
    (#"{ "x-xml": { "attribute": true } }"#, #"{ "c": 2, "a": "\"<" }"#, #"<r a="&quot;&lt;"><c>2</c></r>"#),
    (#"{ "x-xml": { "attribute": true, "name": "id" } }"#, #"{ "a": 1 }"#, #"<r id="1"/>"#),
    (#"{ "x-xml": { "attribute": true } }"#, #"{ "a": null }"#, "<r/>"),
    // Only single values can be attributes.
    (#"{ "x-xml": { "attribute": true } }"#, #"{ "a": { "b": 1 } }"#, "<r><a><b>1</b></a></r>"),
    (#"{ "x-xml": { "nodeType": "attribute" } }"#, #"{ "a": 1 }"#, #"<r a="1"/>"#),
    (#"{ "x-xml": { "nodeType": "text" } }"#, #"{ "a": "x" }"#, "<r>x</r>"),
    (#"{ "x-xml": { "nodeType": "cdata" } }"#, #"{ "a": "<]]>" }"#, "<r><![CDATA[<]]]]><![CDATA[>]]></r>"),
    (#"{ "x-xml": { "nodeType": "none" } }"#, #"{ "a": { "b": 1 } }"#, "<r><b>1</b></r>"),
    (#"{ "x-xml": { "nodeType": "node" } }"#, #"{ "a": 1 }"#, "<r><a>1</a></r>"),
  ])
  func `a member is the node that its schema names`(schema: String, value: String, expected: String) throws {
    #expect(try text(Self.member(schema), value) == expected)
  }

  @Test(arguments: [
    // The examples of OpenAPI 3.0.3, section "XML Arrays".
    (#"{ "items": { "x-xml": { "name": "animal" } } }"#, "<r><animal>1</animal><animal>2</animal></r>"),
    (
      #"{ "items": { "x-xml": { "name": "animal" } }, "x-xml": { "name": "aliens" } }"#,
      "<r><animal>1</animal><animal>2</animal></r>"
    ),
    (#"{ "x-xml": { "wrapped": true } }"#, "<r><a><a>1</a><a>2</a></a></r>"),
    (
      #"{ "items": { "x-xml": { "name": "animal" } }, "x-xml": { "wrapped": true } }"#,
      "<r><a><animal>1</animal><animal>2</animal></a></r>"
    ),
    (
      #"{ "x-xml": { "name": "aliens", "wrapped": true } }"#,
      "<r><aliens><aliens>1</aliens><aliens>2</aliens></aliens></r>"
    ),
    (#"{ "x-xml": { "nodeType": "element" } }"#, "<r><a><a>1</a><a>2</a></a></r>"),
  ])
  func `a list is wrapped where its schema says so`(schema: String, expected: String) throws {
    #expect(try text(Self.member(schema), #"{ "a": [1, 2] }"#) == expected)
  }

  private static let space = #""prefix": "p", "namespace": "urn:p""#

  @Test(arguments: [
    (#"{ "x-xml": { \#(space) } }"#, #"<r><p:a xmlns:p="urn:p">1</p:a></r>"#),
    (#"{ "x-xml": { "namespace": "urn:p" } }"#, #"<r><a xmlns="urn:p">1</a></r>"#),
    (#"{ "x-xml": { "attribute": true, \#(space) } }"#, #"<r xmlns:p="urn:p" p:a="1"/>"#),
    // Parsers reject prefixes that aren't bound to a namespace, except for `xml`.
    (#"{ "x-xml": { "prefix": "p" } }"#, "<r><a>1</a></r>"),
    (#"{ "x-xml": { "attribute": true, "prefix": "xml", "name": "lang" } }"#, #"<r xml:lang="1"/>"#),
  ])
  func `a prefix has its namespace`(schema: String, expected: String) throws {
    #expect(try text(Self.member(schema), #"{ "a": 1 }"#) == expected)
  }

  @Test func `a namespace is declared once, and the root may have one`() throws {
    let list = #"{ "items": { "x-xml": { "prefix": "p" } } }"#
    let inner = #"{ "x-xml": { "name": "pet", \#(Self.space) }, "properties": { "a": \#(list) } }"#
    #expect(try text(inner, #"{ "a": [1, 2] }"#) == #"<p:pet xmlns:p="urn:p"><p:a>1</p:a><p:a>2</p:a></p:pet>"#)
  }

  @Test func `two attributes of one name are none`() throws {
    let attribute = #"{ "x-xml": { "name": "n", "attribute": true } }"#
    let schema = #"{ "properties": { "a": \#(attribute), "b": \#(attribute) } }"#
    #expect(try text(schema, #"{ "a": 1, "b": 2 }"#) == #"<r n="1"><n>2</n></r>"#)
  }

  @Test func `what a reference leads to is written by its own words`() throws {
    let schema = ##"{ "properties": { "a": { "allOf": [{ "$ref": "#/schemas/Other" }] } } }"##
    #expect(
      try text(schema, #"{ "a": 1 }"#, schemas: #"{ "Other": { "x-xml": { "name": "b" } } }"#) == "<r><b>1</b></r>")
  }
}
