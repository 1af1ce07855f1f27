import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// Parts that have no meaning at their location, which are omitted and reported by name. The contract that an import
/// writes doesn't contain the document's errors.
struct MeaninglessPartTests {
  private static func asking(_ parameter: String) -> String {
    ##"""
    "paths": { "/x": { "post": { "operationId": "x", "responses": { "200": { "description": "" } },
      "parameters": [{ "name": "q", "in": "query", \##(parameter) }] } } }
    """##
  }

  private static func field(_ schema: String, _ encoding: String) -> String {
    ##"""
    "paths": { "/x": { "post": { "operationId": "x", "responses": { "200": { "description": "" } },
      "requestBody": { "content": { "application/x-www-form-urlencoded": {
        "schema": { "type": "object", "properties": { "q": \##(schema) } }, "encoding": { "q": \##(encoding) } } } } } } }
    """##
  }

  private static let list = ##"{ "type": "array", "items": { "type": "string" } }"##

  private static let documents: [(document: String, says: String)] = [
    (
      asking(
        ##""style": "deepObject", "explode": true, "schema": { "anyOf": [{ "type": "string" }, { "type": "integer" }] }"##
      ),
      "\"deepObject\" is a style of lists and objects, and q is one value, so the style is left out."
    ),
    (
      asking(##""style": "deepObject", "schema": { "type": "string" }"##),
      "\"deepObject\" is a style of lists and objects, and q is one value, so the style is left out."
    ),
    (
      asking(##""style": "pipeDelimited", "schema": { "oneOf": [{ "type": "string" }, \##(list)] }"##),
      "\"pipeDelimited\" is a style of lists and objects, and q may be one value, so the style is left out."
    ),
    (
      asking(##""style": "pipeDelimited", "explode": true, "schema": \##(list)"##),
      "With \"explode\" the parts of q have no separator, so \"pipeDelimited\" has no effect, and each is a value of its own."
    ),
    (
      field(list, ##"{ "style": "pipeDelimited", "explode": true }"##),
      "With \"explode\" the parts of q have no separator, so its style has no effect and each is a value of its own."
    ),
    (
      field(##"{ "type": "string" }"##, ##"{ "contentType": "application/json", "style": "form" }"##),
      "Beside a style the \"contentType\" of q says nothing, so it is left out."
    ),
    (
      field(##"{ "type": "string" }"##, ##"{ "contentType": "image/png" }"##),
      "A form without parts sends q as text, not as image/png, so this is left out."
    ),
  ]

  @Test(arguments: documents)
  func `a style that says nothing is left out by name, and the contract has no mistake`(
    _ row: (document: String, says: String)
  ) throws {
    let document = try TranslatedDocument(row.document)
    #expect(document.notes.filter { $0.hasSuffix(": warning: \(row.says)") }.count == 1, "\(document.notes)")
    #expect(document.errors == [])
    #expect(document.loaded.problems.filter { $0.level == .error } == [])
  }

  @Test func `brackets stay where some values are lists or objects`() throws {
    let document = try TranslatedDocument(
      Self.asking(##""style": "deepObject", "schema": { "anyOf": [{ "type": "string" }, \##(Self.list)] }"##))
    #expect(try document.endpoint("x")["styles"]?["query"]?["q"] == ["style": "deepObject"])
    #expect(document.loaded.problems.filter { $0.level == .error } == [])
  }

  @Test(arguments: ["204", "205", "304"])
  func `a body of an answer that never has one is left out, with its examples`(status: String) throws {
    let document = try TranslatedDocument(
      ##"""
      "paths": { "/x": { "get": { "operationId": "x", "responses": {
        "200": { "description": "" },
        "\##(status)": { "description": "", "headers": { "ETag": { "schema": { "type": "string" } } },
          "content": { "application/json": { "schema": { "type": "object" }, "example": { "a": 1 } } } } } } } }
      """##)
    let answer = try #require(try document.endpoint("x")["success"]?[status])
    #expect(answer.members.keys == ["headers"])
    #expect(
      document.errors.filter { $0.contains("An answer with \(status) never has a body (RFC 9110)") }.count == 1,
      "\(document.errors)")
    #expect(document.translation.examples.isEmpty)
    #expect(document.loaded.problems.filter { $0.level == .error } == [])
  }
}
