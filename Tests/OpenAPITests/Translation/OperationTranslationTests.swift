import PlumblineContractModel
import PlumblineJSONTree
import Testing

struct OperationTranslationTests {
  @Test func `ids are operationIds in letters that folders have, else the path's words and the method`() throws {
    let document = try TranslatedDocument(
      """
      "paths": {
        "/pets/{id}": {
          "get": { "operationId": "Show Pet#1", "responses": {} }, "delete": { "responses": {} },
          "put": { "operationId": "show-pet-1", "responses": {} }
        },
        "/": { "get": { "responses": {} } }
      }
      """)
    #expect(try document.file()["endpoints"]?.members.keys == ["Show-Pet-1", "pets.id.delete", "show-pet-1-2", "get"])
    _ = try document.contract()
  }

  @Test func `the day from which an operation may be gone is held`() throws {
    let document = try TranslatedDocument(
      """
      "paths": { "/pets": { "get": {
        "operationId": "pets", "deprecated": true, "x-sunset": "2027-01-31T00:00:00Z", "responses": {} } } }
      """)
    #expect(try document.contract().endpoint("pets")?.deprecation?.sunset == "2027-01-31")
  }

  @Test func `operations on one path are told apart by what only they ask for`() throws {
    let document = try TranslatedDocument(
      """
      "paths": {
        "/files/{id}": { "get": { "operationId": "read", "responses": {} } },
        "/files/{file}#link": { "get": { "operationId": "link", "responses": {}, "parameters": [
          { "name": "fields", "in": "query", "required": true, "schema": { "type": "string" } }] } },
        "/files/{id}#other": { "get": { "operationId": "other", "responses": {} } },
        "/token?grant=code": { "post": { "operationId": "code", "responses": {} } },
        "/token?grant=key": { "post": { "operationId": "key", "responses": {} } }
      }
      """)
    let contract = try document.contract()
    #expect(contract.endpoints.map(\.id) == ["link", "read", "code", "key"])
    #expect(try document.endpoint("link")["when"] == JSON.parse(#"{ "query.fields": true }"#))
    #expect(try document.endpoint("key")["when"] == JSON.parse(#"{ "query.grant": { "const": "key" } }"#))
    #expect(
      document.errors.contains {
        $0.hasSuffix(
          "GET /files/{id}#other can't be distinguished from GET /files/{id} by any required parameter or body member, "
            + "so it isn't served; /files/{id} is.")
      }, "\(document.errors)")
  }

  @Test func `a request's parts come with their styles and what is required of them`() throws {
    let document = try TranslatedDocument(
      """
      "paths": { "/pets/{id}/{tags}": {
        "parameters": [
          { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" }, "example": 7 },
          { "name": "limit", "in": "query", "schema": { "type": "string" } }],
        "post": { "operationId": "it", "parameters": [
          { "name": "tags", "in": "path", "required": true, "style": "matrix", "schema": { "type": "array", "items": { "type": "string" } } },
          { "name": "limit", "in": "query", "required": true, "deprecated": true, "schema": { "type": "integer" } },
          { "name": "where", "in": "query", "style": "deepObject", "explode": true, "schema": { "type": "object" } },
          { "name": "filter", "in": "query", "content": { "application/json": { "schema": { "type": "object" } } } },
          { "name": "Accept", "in": "header", "schema": { "type": "string" } },
          { "name": "X-Trace", "in": "header", "required": true, "schema": { "type": "string" } },
          { "name": "lang", "in": "cookie", "schema": { "type": "string" } }],
          "requestBody": { "content": {
            "application/json": { "schema": { "type": "object" } },
            "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": {
              "list": { "type": "array", "items": { "type": "object" } }, "a": { "type": "array" } } },
              "encoding": { "a": { "style": "form", "explode": false }, "unknown": { "contentType": "text/plain" } } } } },
          "responses": { "204": { "description": "" } } } } }
      """)
    _ = try document.contract()
    let endpoint = try document.endpoint("it")
    #expect(
      try endpoint["path"]
        == JSON.parse(
          #"{ "tags": { "type": "array", "items": { "type": "string" } }, "id": { "type": "integer", "examples": [7] } }"#
        ))
    #expect(try endpoint["query"]?["limit"] == JSON.parse(#"{ "type": "integer", "deprecated": true }"#))
    #expect(endpoint["headers"]?.members.keys == ["X-Trace"])
    #expect(
      try endpoint["styles"]
        == JSON.parse(
          #"{ "path": { "tags": { "style": "matrix", "explode": false } }, "query": { "where": { "style": "deepObject" }, "filter": { "contentType": "application/json" } } }"#
        ))
    #expect(try endpoint["required"] == JSON.parse(#"{ "query": ["limit"], "headers": ["X-Trace"], "body": false }"#))
    #expect(
      try endpoint["content"]?["application/x-www-form-urlencoded"]?["encoding"]
        == JSON.parse(#"{ "list": { "contentType": "application/json" }, "a": { "style": "form", "explode": false } }"#)
    )
  }

  @Test func `answers are successes and failures, those that are alike once`() throws {
    let document = try TranslatedDocument(
      """
      "paths": {
        "/a": { "get": { "operationId": "a", "responses": {
          "200": { "description": "All", "content": { "application/json": { "schema": {} }, "text/csv": {} },
                   "headers": { "X-Count": { "required": true, "schema": { "type": "integer" } }, "Content-Type": {} } },
          "304": { "description": "" },
          "404": { "$ref": "#/components/responses/Missing" }, "4XX": { "description": "" },
          "default": { "description": "" } } } },
        "/b": { "get": { "operationId": "b", "responses": {
          "404": { "description": "Not here", "content": { "application/json": { "schema": { "type": "string" } } } },
          "default": { "description": "Any", "content": { "application/json": { "schema": { "type": "object" } } } } } } }
      },
      "components": { "responses": { "Missing": {
        "description": "", "content": { "application/json": { "schema": { "type": "string" } } } } } }
      """)
    _ = try document.contract()
    let answer = try document.endpoint("a")["success"]
    #expect(answer?.members.keys == ["200", "304"])
    #expect(answer?["200"]?["content"]?.members.keys == ["application/json", "text/csv"])
    #expect(answer?["200"]?["headers"]?.members.keys == ["X-Count"])
    #expect(try document.endpoint("a")["errors"] == JSON.parse(#"["missing", "clientError", "otherwise"]"#))
    // The successful response of `b` is described only by `default`.
    #expect(
      try document.endpoint("b")["success"]
        == JSON.parse(#"{ "2XX": { "description": "Any", "body": { "type": "object" } } }"#))
    #expect(try document.endpoint("b")["errors"] == JSON.parse(#"["missing", "otherwise-2"]"#))
    #expect(try document.file()["errors"]?["clientError"] == JSON.parse(#"{ "status": "4XX", "body": false }"#))
  }

  @Test func `security schemes are credentials that any value satisfies, and requirements their alternatives`() throws {
    let document = try TranslatedDocument(
      """
      "paths": {
        "/a": { "get": { "operationId": "a", "responses": {} } },
        "/b": { "get": { "operationId": "b", "responses": {}, "security": [] } },
        "/c": { "get": { "operationId": "c", "responses": {}, "security": [{}, { "apiKey": [], "login": ["read"] }] } }
      },
      "security": [{ "apiKey": [] }, { "certificate": [] }],
      "components": { "securitySchemes": {
        "apiKey": { "type": "apiKey", "in": "cookie", "name": "sid" }, "login": { "type": "oauth2", "flows": {} },
        "user": { "type": "http", "scheme": "Basic" }, "certificate": { "type": "mutualTLS" } } }
      """)
    let contract = try document.contract()
    let file = try document.file()
    #expect(
      try file["credentials"]?["apiKey"]
        == JSON.parse(#"{ "in": "cookie", "name": "sid", "environment": "PETS_API_KEY", "unknown": "caller" }"#))
    #expect(try file["authentication"] == JSON.parse(#"[["apiKey"], []]"#))
    #expect(try document.endpoint("b")["authentication"] == JSON.parse("[]"))
    #expect(try document.endpoint("c")["authentication"] == JSON.parse(#"[[], ["apiKey", "login"]]"#))
    #expect(contract.persona("caller") != nil)
    #expect(document.notes.contains { $0.hasSuffix("certificate is a client's certificate, which isn't asked for.") })
  }

  @Test func `a scheme that no contract holds stays among the alternatives of the document`() throws {
    let document = try TranslatedDocument(
      """
      "paths": {
        "/a": { "get": { "operationId": "a", "responses": {}, "security": [{ "tls": [] }, { "key": [] }] } },
        "/b": { "get": { "operationId": "b", "responses": {}, "security": [{ "key": [], "sig": [] }] } },
        "/c": { "get": { "operationId": "c", "responses": {}, "security": [{ "key": [] }] } }
      },
      "components": { "securitySchemes": {
        "tls": { "type": "mutualTLS" }, "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } }
      """)
    #expect(
      try document.endpoint("a")["x-security"] == [["tls": "client certificate"], ["key": "credential"]])
    #expect(try document.endpoint("b")["x-security"] == [["key": "credential", "sig": "unread scheme"]])
    #expect(try document.endpoint("c")["x-security"] == nil)
    let endpoints = try document.contract()
    let first = try #require(endpoints.endpoint("a")).authentication
    #expect(first.alternatives == [[], ["key"]])
    #expect(first.documented?.alternatives == [["client certificate tls"], ["key"]])
    #expect(first.documented?.unread == [])
    let second = try #require(endpoints.endpoint("b")).authentication
    #expect(second.alternatives == [["key"]])
    #expect(second.documented?.unread == ["unread scheme sig"])
    #expect(endpoints.endpoint("c")?.authentication.documented == nil)
  }

  @Test(arguments: [
    (#"["key"]"#, #"[["security", "unread scheme"]]"#), (#"{ "key": [] }"#, #"[["security", "unread scheme"]]"#),
    (#"[{ "key": "x" }]"#, #"["key"]"#), (#"[{ "key": ["x", 1] }]"#, #"["key"]"#),
  ])
  func `a requirement in another form is unknown and not none`(security: String, expected: String) throws {
    let document = try TranslatedDocument(
      """
      "paths": { "/a": { "get": { "operationId": "a", "responses": {}, "security": \(security) } } },
      "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } }
      """)
    #expect(document.translation.errors.count == 1)
    #expect(document.translation.errors.first?.isServable == true)
    let endpoint = try document.endpoint("a")
    let unread = endpoint["x-security"]?.elements.map { JSON.array($0.members.flatMap { [JSON($0.key), $0.value] }) }
    let found = unread.map { JSON.array($0) } ?? endpoint["authentication"]?.elements.first
    #expect(try found == JSON.parse(expected), "\(endpoint.text)")
  }

  @Test func `scopes that many operations ask for are noted once for each scheme`() throws {
    let document = try TranslatedDocument(
      """
      "paths": {
        "/a": { "get": { "operationId": "a", "responses": {}, "security": [{ "login": ["read"] }] } },
        "/b": { "get": { "operationId": "b", "responses": {}, "security": [{ "login": ["read", "write"] }] } }
      },
      "components": { "securitySchemes": { "login": { "type": "http", "scheme": "bearer" } } }
      """)
    let notes = document.translation.notes.filter { $0.message.contains("scopes") }
    #expect(
      notes.map(\.message) == [
        "2 operations ask for scopes of login, such as read at GET /a, and scopes aren't part of the contract."
      ])
    #expect(notes.first?.location.line == 3)
    #expect(notes.first?.parts.map(\.name) == ["read", "read", "write"])
    #expect(notes.first?.parts.map(\.operation) == ["GET /a", "GET /b", "GET /b"])
  }

  @Test func `an unknown security scheme is an error`() throws {
    let document = try TranslatedDocument(#""paths": {}, "security": [{ "kye": [] }]"#)
    #expect(
      document.errors == [
        "api.json:2:36: The security scheme \"kye\" isn't among the \"securitySchemes\" of the components; none are defined."
      ])
  }

  @Test func `servers are named by their hosts, their variables filled in`() throws {
    let document = try TranslatedDocument(
      """
      "paths": {}, "servers": [
        { "url": "https://{region}.example.com/v1/", "variables": { "region": { "default": "eu", "enum": ["eu", "us"] } } },
        { "url": "/v2" }, { "url": "/" }, { "url": "mailto:x" }]
      """)
    let servers = try #require(try document.file()["servers"])
    #expect(
      servers.members.map { "\($0.key) \($0.value["url"]?.string ?? "")" } == [
        "eu-example-com-v1 https://eu.example.com/v1", "us-example-com-v1 https://us.example.com/v1",
        "localhost-v2 http://localhost/v2",
      ])
    #expect(
      document.notes.map { $0.drop { $0 != "\"" } } == [
        "\"mailto:x\" isn't an HTTP URL, so it isn't a server of the contract."
      ])
  }

  @Test(arguments: [
    (
      #"{ "swagger": "1.2" }"#,
      "api.json:1:14: \"1.2\" is not a supported version of Swagger. Supported are Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2."
    ),
    (
      #"{ "openapi": "4.0.0" }"#,
      "api.json:1:14: \"4.0.0\" isn't a supported version of OpenAPI; expected 3.0.x, 3.1.x or 3.2.x."
    ),
    (
      #"{ "info": {} }"#,
      "api.json:1:1: This isn't an OpenAPI document: it lacks \"openapi\" with the version, such as \"3.1.0\"."
    ),
  ])
  func `what is no such document is refused by name`(text: String, problem: String) throws {
    #expect(try TranslatedDocument(text).errors == [problem])
  }

  @Test func `a contract can be laid out by resource, with shared schemas in contract json`() throws {
    let document = try TranslatedDocument(
      """
      "paths": {
        "/pets": { "get": { "operationId": "pets", "tags": ["Pet Shop"], "responses": { "200": { "description": "",
          "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } } } } },
        "/owners/{id}": { "get": { "operationId": "owners", "responses": {} } }
      },
      "components": { "schemas": { "Pet": { "type": "object" } } }
      """, layout: .byResource)
    _ = try document.contract()
    #expect(document.translation.files.map(\.name) == ["contract.json", "pet-shop.json", "owners.json"])
    #expect(
      try document.file("pet-shop.json")["endpoints"]?["pets"]?["success"]?["200"]?["body"]?["$ref"]?.string
        == "contract.json#/schemas/Pet")
  }
}
