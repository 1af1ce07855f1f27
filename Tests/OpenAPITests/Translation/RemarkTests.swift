import Testing

/// Parts of a document that no contract can express, which are reported with their place and a readable message.
struct RemarkTests {
  private static func get(_ members: String, at path: String = "/pets/{id}", answer: String = "") -> String {
    let id = ##"{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }"##
    return ##""paths": { "\##(path)": { "parameters": [\##(path.contains("{id}") ? id : "")], "get": { \##(members)"##
      + ##""responses": { "200": { "description": ""\##(answer) } } } } }"##
  }

  private static func parameters(_ parameters: String, at path: String = "/pets/{id}") -> String {
    get("\"parameters\": [\(parameters)], ", at: path)
  }

  private static func body(_ type: String, _ schema: String) -> String {
    get(##""requestBody": { "content": { "\##(type)": { "schema": \##(schema) } } }, "##)
  }

  private static func schema(_ schema: String) -> String {
    get("", answer: ##", "content": { "application/json": { "schema": \##(schema) } }"##)
  }

  static let documents: [(document: String, remark: String)] = [
    (
      get(##""security": [{ "login": ["pets:read", "pets:write"] }], "##)
        + ##", "components": { "securitySchemes": { "login": { "type": "http", "scheme": "bearer" } } }"##,
      "GET /pets/{id} asks for pets:read and pets:write of login, and scopes aren't part of the contract."
    ),
    (
      get(##""deprecated": true, "x-sunset": "2027-02-30", "##),
      "\"x-sunset\" isn't a date such as 2027-01-31, so it is ignored."
    ),
    (
      parameters(##"{ "name": "all", "in": "querystring", "content": { "application/json": {} } }"##),
      "A parameter in \"querystring\" is ignored: all."
    ),
    (
      parameters(##"{ "name": "no", "in": "path", "required": true, "schema": { "type": "string" } }"##),
      "/pets/{id} has no {no}, so this parameter is left out."
    ),
    (
      parameters(
        ##"{ "name": "any", "in": "query", "schema": { "type": "object" } }, "##
          + ##"{ "name": "more", "in": "query", "schema": { "type": "object" } }"##),
      "Any name may be a member of any, and of more, so more is left out."
    ),
    (
      parameters(
        ##"{ "name": "x", "in": "query", "schema": {} }, { "name": "x", "in": "query", "schema": { "type": "null" } }"##
      ), "The parameter x appears twice; the first one counts."
    ),
    (
      get("", at: "/pets/{name}"), "No parameter of GET describes {name}, so it accepts any text."
    ),
    (
      parameters(
        ##"{ "name": "x", "in": "query", "schema": { "type": "array", "items": { "type": "object" } } }"##),
      "x is a list of lists or objects, and no style says how these are written; taken as JSON."
    ),
    (
      body("text/plain", #"{ "type": "object" }"#),
      "A body of text/plain is read as a string, so this schema is ignored."
    ),
    (
      body("multipart/form-data", #"{ "type": "array" }"#),
      "A body of multipart/form-data is read as an object of its fields, so this schema is ignored."
    ),
    (
      schema(#"{ "anyOf": [] }"#), "An empty \"anyOf\" would let nothing be right; it is taken as not said."
    ),
    (
      get("", answer: ##" }, "101": { "description": """##),
      "An answer of status 101 is ignored: it comes before the answer."
    ),
    (
      get("", answer: ##", "links": { "self": { "operationId": "x" } }"##),
      "Links between operations are ignored: nothing of an answer is checked by them."
    ),
    (
      get(##""callbacks": { "done": { "{$request.body#/url}": { "post": { "responses": {} } } } }, "##),
      "Callbacks are requests that the server sends, so they aren't served."
    ),
    (
      get(##""servers": [{ "url": "https://other.example" }], "##),
      "A contract's servers are those of all its endpoints; these, of some alone, are ignored."
    ),
    (
      get("") + ##", "webhooks": { "sold": { "post": { "responses": {} } } }"##,
      "Webhooks are requests that the server sends, so they aren't served: sold."
    ),
    (
      get("") + ##", "components": { "securitySchemes": { "ours": { "type": "mutualTLS" } } }"##,
      "ours is a client's certificate, which isn't asked for."
    ),
    (
      get("") + ##", "servers": [{ "url": "ftp://files.example/a" }]"##,
      "\"ftp://files.example/a\" isn't an HTTP URL, so it isn't a server of the contract."
    ),
    (
      get("") + ##", "servers": [{ "url": "https://{a}.example", "variables": { "a": { "default": "1", "enum": ["##
        + (1...9).map { "\"\($0)\"" }.joined(separator: ",") + "] } } }]",
      "The variables of this server make more than 8 URLs; the first ones are held."
    ),
    (
      get("", at: "/pets/a{b"), "GET /pets/a{b isn't served. "
    ),
  ]

  @Test(arguments: documents)
  func `what isn't held is named`(_ row: (document: String, remark: String)) throws {
    let document = try TranslatedDocument(row.document)
    let said = document.notes + document.errors
    #expect(said.contains { $0.contains("api.json:") && $0.contains(": \(row.remark)") }, "\(said)")
  }

  @Test func `a document that says nothing of the kind has no remark`() throws {
    let document = try TranslatedDocument(Self.get(""))
    #expect(document.notes == [])
    #expect(document.errors == [])
    _ = try document.contract()
  }

  @Test func `schemas that nest too deep are an error`() throws {
    let levels = 220
    let deep = String(repeating: #"{ "items": "#, count: levels) + "{}" + String(repeating: " }", count: levels)
    let document = try TranslatedDocument(Self.schema(deep))
    #expect(
      document.errors.contains {
        $0.contains("levels deep here; name a part in \"components\" and refer to it.")
      }, "\(document.errors.map { $0.prefix(200) })")
  }

  @Test func `a mapping that leads to no schema is an error`() throws {
    let document = try TranslatedDocument(
      Self.schema(
        ##"{ "type": "object", "discriminator": { "propertyName": "kind", "mapping": { "cat": "#/info/title" } } }"##
      ))
    #expect(
      document.errors.contains { $0.hasSuffix("\"cat\" is mapped to \"#/info/title\", which isn't a schema.") },
      "\(document.errors)")
  }
}
