import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// Swagger 2.0 documents, which are read like OpenAPI documents.
struct SwaggerTests {
  private func document(_ members: String) throws -> TranslatedDocument {
    try TranslatedDocument(
      "{ \"swagger\": \"2.0\", \"info\": { \"title\": \"Depot\", \"version\": \"1\" },\n\(members)}")
  }

  private func endpoint(_ operation: String, _ more: String = "") throws -> JSON {
    try document(#""paths": { "/a": { "post": { "operationId": "a", \#(operation) } } }\#(more)"#).endpoint("a")
  }

  private let fine = #""responses": { "204": { "description": "Fine" } }"#

  @Test func `host, base path and schemes are the servers`() throws {
    let contract = try document(
      #""host": "depot.example", "basePath": "/v3", "schemes": ["https", "http", "wss"], "paths": {}"#
    ).file()
    #expect(
      contract["servers"]?.members.compactMap { $0.value["url"]?.string }
        == ["https://depot.example/v3", "http://depot.example/v3"])
  }

  @Test func `a base path has a slash before it, and a scheme of another protocol is no server`() throws {
    let slashless = try document(#""host": "depot.example", "basePath": "v1", "paths": {}"#)
    #expect(try slashless.file()["servers"]?.members.map { $0.value["url"]?.string } == ["https://depot.example/v1"])
    let sockets = try document(#""host": "depot.example", "schemes": ["wss"], "paths": {}"#)
    #expect(try sockets.file()["servers"] == nil)
    #expect(sockets.notes.contains { $0.contains("wss isn't a scheme of HTTP") }, "\(sockets.notes)")
  }

  @Test func `what other files hold keeps their own references`() throws {
    let document = try TranslatedDocument(
      """
      { "swagger": "2.0", "info": { "title": "Depot", "version": "1" }, "paths": { "/a": { "$ref": "sub/a.json" } },
        "definitions": { "Item": { "type": "integer" } } }
      """,
      beside: [
        "sub/a.json":
          ##"{ "get": { "operationId": "a", "responses": { "200": { "description": "Fine", "schema": { "$ref": "models.json#/Item" } }, "404": { "description": "No", "schema": { "$ref": "../api.json#/definitions/Item" } } } } }"##,
        "sub/models.json": ##"{ "Item": { "type": "object", "properties": { "next": { "$ref": "#/Item" } } } }"##,
      ])
    #expect(document.errors == [])
    let name = try #require(try document.endpoint("a")["success"]?["200"]?["body"]?["$ref"]?.string)
    let schemas = try #require(try document.file()["schemas"])
    #expect(schemas[String(name.dropFirst("#/schemas/".count))]?["type"] == "object", "\(schemas)")
    #expect(schemas["Item"]?["type"] == "integer")
  }

  @Test(arguments: [("csv", "ids=1,2"), ("multi", "ids=1&ids=2"), ("pipes", "ids=1%7C2"), ("ssv", "ids=1%202")])
  func `a collection format says how a list is written`(format: String, query: String) throws {
    let document = try document(
      """
      "paths": { "/a": { "get": { "operationId": "a", "parameters": [{ "name": "ids", "in": "query", "type": "array",
        "items": { "type": "integer" }, "collectionFormat": "\(format)" }], \(fine) } } }
      """)
    let parameter = try #require(try document.contract().endpoint("a")?.query.first)
    #expect(parameter.style.queryItems([1, 2], named: "ids").joined(separator: "&") == query)
  }

  @Test func `what no style separates is a text`() throws {
    let written = try endpoint(
      """
      "parameters": [{ "name": "ids", "in": "query", "type": "array", "items": { "type": "integer" },
        "collectionFormat": "tsv" }], \(fine)
      """)
    #expect(written["query"]?["ids"]?["type"] == "string", "\(written)")
  }

  @Test func `a body has the media types of its operation, else the document's`() throws {
    let body = #""parameters": [{ "name": "it", "in": "body", "required": true, "schema": { "type": "object" } }]"#
    let usual = try endpoint("\(body), \(fine)", #", "consumes": ["application/vnd.depot+json"]"#)
    #expect(usual["content"]?.members.map(\.key) == ["application/vnd.depot+json"], "\(usual)")
    let own = try endpoint(
      #""consumes": ["application/json"], \#(body), \#(fine)"#, #", "consumes": ["text/plain"]"#)
    #expect(own["body"]?["type"] == "object", "\(own)")
  }

  @Test func `a parameter for the header that names a body's media type lists media types`() throws {
    let header = #"{ "name": "Content-type", "in": "header", "type": "string", "enum": ["application/x-tar"] }"#
    let body = #"{ "name": "it", "in": "body", "schema": { "type": "string", "format": "binary" } }"#
    let build = try endpoint(
      #""consumes": ["application/octet-stream"], "parameters": [\#(body), \#(header)], \#(fine)"#)
    #expect(
      build["content"]?.members.map(\.key) == ["application/x-tar", "application/octet-stream"], "\(build)")
    #expect(build["headers"] == nil, "\(build)")
  }

  @Test func `form parameters are the fields of one body, and a file makes it one of parts`() throws {
    let fields = """
      "parameters": [{ "name": "text", "in": "formData", "type": "string", "required": true },
        { "name": "tags", "in": "formData", "type": "array", "items": { "type": "string" }, "collectionFormat": "multi" }]
      """
    let form = try endpoint("\(fields), \(fine)")
    let schema = form["content"]?["application/x-www-form-urlencoded"]?["schema"]
    #expect(schema?["required"] == ["text"], "\(form)")
    #expect(schema?["properties"]?.members.map(\.key) == ["text", "tags"])
    let file = try endpoint(#""parameters": [{ "name": "photo", "in": "formData", "type": "file" }], \#(fine)"#)
    let photo = file["content"]?["multipart/form-data"]?["schema"]?["properties"]?["photo"]
    #expect(photo == ["type": "string", "format": "binary"], "\(file)")
  }

  @Test func `a path's body parameter is the body of each of its operations, and an operation's own comes first`()
    throws
  {
    let document = try document(
      """
      "paths": { "/a": {
        "parameters": [{ "name": "it", "in": "body", "schema": { "$ref": "#/definitions/One" } }],
        "post": { "operationId": "shared", \(fine) },
        "put": { "operationId": "own", "parameters": [
          { "name": "it", "in": "body", "schema": { "$ref": "#/definitions/Two" } }], \(fine) } } },
      "definitions": { "One": { "type": "object" }, "Two": { "type": "object" } }
      """)
    #expect(try document.endpoint("shared")["body"]?["$ref"] == "#/schemas/One")
    #expect(try document.endpoint("own")["body"]?["$ref"] == "#/schemas/Two")
  }

  @Test func `names that no component can have are written another way, and references with them`() throws {
    let document = try document(
      """
      "paths": { "/a": { "get": { "operationId": "a", "responses": { "200": { "description": "Fine",
        "schema": { "$ref": "#/definitions/Page%C2%ABItem%C2%BB" } } } } } },
      "definitions": { "Page«Item»": { "type": "object", "properties": { "next": { "$ref": "#/definitions/Page«Item»" } } } }
      """)
    let schemas = try #require(try document.file()["schemas"])
    #expect(schemas.members.map(\.key) == ["Page_Item_"])
    #expect(schemas["Page_Item_"]?["properties"]?["next"]?["$ref"] == "#/schemas/Page_Item_")
    #expect(document.errors == [])
  }

  @Test func `answers have examples by media type, headers and shared definitions`() throws {
    let document = try document(
      """
      "paths": { "/a": { "get": { "operationId": "a", "responses": {
        "200": { "description": "Fine", "schema": { "type": "object", "x-nullable": true }, "examples": {
          "application/json": { "n": 1 }, "text/csv": "n" }, "headers": { "X-Left": { "type": "integer" } } },
        "404": { "$ref": "#/responses/Gone" } } } } },
      "responses": { "Gone": { "description": "Gone", "schema": { "type": "object" } } }
      """)
    let success = try #require(try document.endpoint("a")["success"]?["200"])
    #expect(success["content"]?["application/json"]?["schema"]?["type"] == ["object", "null"], "\(success)")
    #expect(success["headers"]?["X-Left"]?["schema"]?["type"] == "integer")
    #expect(document.translation.examples.map(\.mediaType) == ["application/json", "text/csv"])
    #expect(try document.endpoint("a")["errors"] == ["gone"])
  }

  @Test(arguments: [
    (#"{ "type": "basic" }"#, "basic"), (#"{ "type": "apiKey", "in": "header", "name": "X-Key" }"#, "header"),
    (
      #"{ "type": "oauth2", "flow": "accessCode", "authorizationUrl": "https://a.example/o", "tokenUrl": "https://a.example/t", "scopes": { "read": "reads" } }"#,
      "bearer"
    ),
  ])
  func `security definitions are credentials`(scheme: String, place: String) throws {
    let document = try document(
      #""securityDefinitions": { "it": \#(scheme) }, "security": [{ "it": [] }], "paths": {}"#)
    #expect(try document.file()["credentials"]?["it"]?["in"]?.string == place)
    #expect(document.errors == [])
  }

  @Test func `what is wrong keeps its place in the document`() throws {
    let document = try document(
      """
      "paths": { "/a": { "get": { "operationId": "a", "parameters": [
        { "$ref": "#/parameters/Nowhere" }], \(fine) } } }
      """)
    #expect(
      document.errors.contains { $0.hasPrefix("api.json:3:") && $0.contains("leads nowhere") }, "\(document.errors)")
  }

  @Test func `a media type that isn't in a list is read as a list of it`() throws {
    let body = #""parameters": [{ "name": "it", "in": "body", "schema": { "type": "object" } }]"#
    let document = try document(
      #""paths": { "/a": { "post": { "operationId": "a", "consumes": "application/vnd.depot+json", \#(body), \#(fine) } } }"#
    )
    #expect(try document.endpoint("a")["content"]?.members.map(\.key) == ["application/vnd.depot+json"])
    #expect(
      document.errors.contains { $0.contains("\"consumes\" has to be an array, not a string.") }, "\(document.errors)")
  }

  @Test(arguments: [
    (
      #""parameters": [{ "name": "a", "in": "body", "schema": {} }, { "name": "b", "in": "body", "schema": {} }]"#,
      "A request has one body, so this second \"in: body\" is left out."
    ),
    (
      #""parameters": [{ "name": "a", "in": "query", "type": "array", "items": {}, "collectionFormat": "semi" }]"#,
      "\"semi\" is not allowed here; it is csv, ssv, tsv, pipes or multi."
    ),
    (
      #""parameters": [{ "name": "a", "in": "header", "type": "array", "items": {}, "collectionFormat": "multi" }]"#,
      "\"multi\" is for parameters of the query and of forms."
    ),
    (
      #""requestBody": {}, "parameters": [{ "name": "a", "in": "body", "schema": {} }]"#,
      "\"requestBody\" is a word of OpenAPI 3."
    ),
    (#""produces": null"#, "\"produces\" has to be an array of strings, not null."),
  ])
  func `nothing of an operation is passed over in silence`(members: String, says: String) throws {
    let document = try document(#""paths": { "/a": { "post": { "operationId": "a", \#(members), \#(fine) } } }"#)
    #expect(document.errors.count { $0.contains(says) } == 1, "\(document.errors) \(document.notes)")
    #expect(try document.contract().endpoints.map(\.id) == ["a"])
  }
}
