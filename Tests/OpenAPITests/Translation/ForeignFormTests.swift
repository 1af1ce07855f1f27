import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Forms that OpenAPI doesn't allow, but that occur in documents and are read anyway.
struct ForeignFormTests {
  private static let fine = ##""responses": { "200": { "description": "Fine" } }"##

  // MARK: - A reference in place of all headers

  private func headers(_ reference: String, _ further: String = "", beside: [String: String] = [:]) throws
    -> TranslatedDocument
  {
    try TranslatedDocument(
      ##"""
      "paths": { "/x": { "get": { "operationId": "x", "responses": { "200": { "description": "Fine",
        "headers": { "$ref": "\##(reference)" } } } } } }\##(further)
      """##, beside: beside)
  }

  private static let left = ##"{ "X-Left": { "required": true, "schema": { "type": "integer" } } }"##

  @Test func `a reference instead of headers is followed and named`() throws {
    let document = try headers("#/components/headers", ##", "components": { "headers": \##(Self.left) }"##)
    let headers = try document.endpoint("x")["success"]?["200"]?["headers"]
    #expect(headers?["X-Left"]?["required"] == true)
    #expect(headers?["X-Left"]?["schema"] == ["type": "integer"])
    #expect(document.errors == [])
    #expect(
      document.notes == [
        "api.json:3:24: warning: \"headers\" is a \"$ref\" as a whole, which OpenAPI doesn't allow; the reference was followed."
      ], "\(document.notes)")
  }

  @Test func `the headers of another file have its own references`() throws {
    let document = try headers(
      "shared/headers.json",
      beside: [
        "shared/headers.json": ##"{ "X-Left": { "schema": { "$ref": "number.json" } } }"##,
        "shared/number.json": ##"{ "type": "integer" }"##,
      ])
    #expect(document.errors == [])
    #expect(try document.endpoint("x")["success"]?["200"]?["headers"]?["X-Left"] != nil)
    #expect(try document.file()["schemas"]?["number"] == ["type": "integer"])
  }

  @Test(arguments: ["#/x-nowhere", "#/x-header", "#/x-list"])
  func `a reference that leads to no map of headers stays a mistake`(reference: String) throws {
    let document = try headers(
      reference, ##", "x-header": { "schema": { "type": "string" } }, "x-list": []"##)
    #expect(!document.errors.isEmpty)
    #expect(!document.notes.contains { $0.contains("The headers are") }, "\(document.notes)")
  }

  @Test func `a member of an object that is called headers is none of a response`() throws {
    let document = try TranslatedDocument(
      ##"""
      "paths": { "/x": { "get": { "operationId": "x", "responses": { "200": { "description": "", "content": {
        "application/json": { "schema": { "properties": { "responses": { "properties": { "one": { "properties": {
          "headers": { "$ref": "#/components/schemas/Map" } } } } } } } } } } } } } },
      "components": { "schemas": { "Map": { "properties": { "a": {} } } } }
      """##)
    #expect(document.errors == [])
    #expect(document.notes == [])
  }

  // MARK: - Paths in AWS style

  @Test func `a path of AWS goes across slashes and is named`() throws {
    let document = try TranslatedDocument(
      ##"""
      "paths": {
        "/files/{proxy+}": { "get": { "operationId": "across", \##(Self.fine),
          "parameters": [{ "name": "proxy", "in": "path", "required": true, "schema": { "type": "string" } }] } },
        "/files/{id}": { "get": { "operationId": "one", \##(Self.fine),
          "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }] } } }
      """##)
    #expect(document.errors == [])
    #expect(
      document.notes == [
        "api.json:3:3: warning: /files/{proxy+} has {…+}, which isn't OpenAPI: it is read as AWS reads it, as one segment "
          + "or several with the slashes between them."
      ], "\(document.notes)")
    let contract = try document.contract()
    #expect(try document.endpoint("across")["request"]?.string == "GET /files/{+proxy}")
    #expect(contract.endpoint("across")?.request.template.match("/files/a/b") == ["proxy": "a/b"])
    #expect(try document.endpoint("one")["request"]?.string == "GET /files/{id}")
  }

  @Test func `a path that goes across slashes twice is left out by name`() throws {
    let document = try TranslatedDocument(
      ##""paths": { "/ok": { "get": { "operationId": "ok", \##(Self.fine) } }, "/{a+}/{b+}": { "get": { \##(Self.fine) } } }"##
    )
    #expect(try document.contract().endpoints.map(\.id) == ["ok"])
    #expect(document.errors.count { $0.contains("GET /{a+}/{b+} isn't served.") } == 1, "\(document.errors)")
  }

  // MARK: - Circular path items

  @Test func `a path item whose reference leads in a circle keeps its own operations`() throws {
    let document = try TranslatedDocument(
      ##"""
      "paths": {
        "/a": { "$ref": "#/components/pathItems/B", "get": { "operationId": "a", \##(Self.fine) } },
        "/ok": { "get": { "operationId": "ok", \##(Self.fine) } } },
      "components": { "pathItems": {
        "B": { "$ref": "#/components/pathItems/C", "put": { "operationId": "b", \##(Self.fine) } },
        "C": { "$ref": "#/components/pathItems/B" } } }
      """##)
    #expect(try document.contract().endpoints.map(\.id) == ["a", "b", "ok"])
    #expect(
      document.errors == [
        "api.json:7:18: \"$ref\" to \"#/components/pathItems/B\" leads in a circle, so \"$ref\" is left out; what else "
          + "the path item has is read."
      ], "\(document.errors)")
    #expect(document.translation.errors.allSatisfy { $0.isServable && $0.isOmission })
  }

  @Test func `a path item that refers to itself is read without that`() throws {
    let document = try TranslatedDocument(
      ##""paths": { "/a": { "$ref": "#/paths/~1a", "get": { "operationId": "a", \##(Self.fine) } } }"##)
    #expect(try document.contract().endpoints.map(\.id) == ["a"])
    #expect(document.errors.count == 1, "\(document.errors)")
  }

  // MARK: - Parts that are kept without being read

  @Test func `links and callbacks are kept with what their references lead to`() throws {
    let document = try TranslatedDocument(
      ##"""
      "paths": { "/x": { "get": { "operationId": "x",
        "callbacks": { "done": { "$ref": "#/components/callbacks/Done" } },
        "responses": { "200": { "description": "", "links": { "next": { "$ref": "#/components/links/Next" } } } } } } },
      "components": { "links": { "Next": { "operationId": "x" } },
        "callbacks": { "Done": { "{$request.query.q}": { "post": { \##(Self.fine) } } } } }
      """##)
    let endpoint = try document.endpoint("x")
    #expect(endpoint["x-links"] == ["200": ["next": ["operationId": "x"]]], "\(endpoint.text)")
    #expect(endpoint["x-callbacks"]?["done"]?["{$request.query.q}"]?["post"] != nil, "\(endpoint.text)")
  }
}
