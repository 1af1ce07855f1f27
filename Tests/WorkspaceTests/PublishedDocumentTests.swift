import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace
import TestSupport
import Testing

/// Peculiarities of published documents.
struct PublishedDocumentTests {
  private func imported(_ operation: String, version: String = "3.0.3") throws -> ImportedService {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      { "openapi": "\(version)", "info": { "title": "T", "version": "1" }, "paths": { "/a": { "post": \(operation) } } }
      """, to: "shop.json")
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
  }

  private func endpoint(_ operation: String, version: String = "3.0.3") throws -> Endpoint {
    let imported = try imported(operation, version: version)
    return try #require(imported.contract?.endpoints.first, "\(imported.errors)")
  }

  private func parameter(_ members: String) throws -> Parameter {
    let endpoint = try endpoint(
      """
      { "parameters": [{ "name": "q", "in": "query", \(members) }], "responses": { "204": { "description": "Fine" } } }
      """)
    return try #require(endpoint.query.first)
  }

  @Test func `parts that forbid each other's members are answered as one object, and named`() throws {
    func part(_ name: String, _ type: String) -> String {
      #"{ "type": "object", "required": ["\#(name)"], "properties": { "\#(name)": { "type": "\#(type)" } }, "additionalProperties": false }"#
    }
    let schema = #"{ "allOf": [\#(part("a", "string")), \#(part("b", "integer"))] }"#
    let made = try imported(
      """
      { "responses": { "200": { "description": "Fine", "content": { "application/json": { "schema": \(schema) } } } } }
      """)
    let answer = try #require(made.contract?.endpoints.first?.answers.first?.shown, "\(made.errors)")
    let example = try answer.example().get()
    #expect(answer.isValid(example) && example["a"]?.string != nil && example["b"]?.int != nil, "\(example.text)")
    #expect(answer.isValid(["a": "x", "b": 1]))
    #expect(!answer.isValid(["a": "x", "b": 1, "c": 1]))
    let named = made.errors.filter { $0.message.hasPrefix("No object satisfies this schema: 'a' is needed") }
    #expect(named.map(\.location.line) == [1])
  }

  @Test func `a parameter's example is instead of its schema's`() throws {
    let parameter = try parameter(#""example": "right", "schema": { "type": "string", "example": "other" }"#)
    #expect(parameter.schema.source["examples"]?.elements.map(\.text) == ["\"right\""])
  }

  @Test func `a parameter that may be empty takes nothing as well`() throws {
    let empty = try parameter(#""allowEmptyValue": true, "schema": { "type": "integer" }"#)
    let usual = try parameter(#""schema": { "type": "integer" }"#)
    #expect(empty.schema.isValid(empty.schema.reading("")))
    #expect(empty.schema.isValid(empty.schema.reading("3")))
    #expect(!empty.schema.isValid(empty.schema.reading("x")))
    #expect(!usual.schema.isValid(usual.schema.reading("")))
  }

  @Test(arguments: [("aGk=", true), ("", true), ("aGkh", true), ("a", false), ("%%%", false), ("aGk", false)])
  func `the format byte of 3.0 is base64`(text: String, isRight: Bool) throws {
    let schema = #"{ "type": "string", "format": "byte" }"#
    func isValid(_ version: String) throws -> Bool {
      let endpoint = try endpoint(
        """
        { "requestBody": { "content": { "application/json": { "schema": \(schema) } } },
          "responses": { "204": { "description": "Fine" } } }
        """, version: version)
      return try #require(endpoint.body?.json?.schema).isValid(JSON(text))
    }
    #expect(try isValid("3.0.3") == isRight)
    // JSON Schema uses a different keyword.
    #expect(try isValid("3.1.0"))
  }

  private func recorded(_ status: String, _ example: String) throws -> [Recording] {
    try imported(
      """
      { "responses": { "\(status)": { "description": "Fine", "content": { "application/json": {
        "schema": { "type": "object", "properties": { "name": { "type": "string" } } }, "example": \(example) } } } } }
      """
    ).recordings
  }

  @Test func `an example of JSON that is written as a text is what the text says`() throws {
    let recordings = try recorded("200", #""{ \"name\": \"Harbour\" }""#)
    #expect(recordings.map(\.responseBody) == [["name": "Harbour"]])
    #expect(try recorded("200", #""{ \"name\": 7 }""#).isEmpty)
  }

  @Test func `an example of a range of statuses is answered`() throws {
    let recordings = try recorded("2XX", #"{ "name": "Harbour" }"#)
    #expect(recordings.map(\.exchange.response?.status) == [200])
  }

  @Test func `any media type with a schema of an object is JSON`() throws {
    let endpoint = try endpoint(
      """
      { "responses": { "200": { "description": "Fine", "content": { "*/*": { "schema": { "type": "object" } } } } } }
      """)
    guard case .body = try #require(endpoint.answers.first).content else {
      return #expect(Bool(false), "\(endpoint.answers.map(\.content))")
    }
  }

  @Test(arguments: [("1,2", true), ("1, 2", true), ("7", false), ("1,x", false), ("", false)])
  func `a list in a header is written with commas`(text: String, isRight: Bool) throws {
    let endpoint = try endpoint(
      """
      { "responses": { "200": { "description": "Fine", "headers": { "X-Lines": { "required": true, "schema": {
        "type": "array", "minItems": 2, "items": { "type": "integer" } } } } } } }
      """)
    let header = try #require(endpoint.answers.first?.headers.first)
    #expect(try #require(header.schema).isValid(header.reading(text)) == isRight)
  }

  @Test(arguments: [
    (#"{ "log": { "version": "1.2", "entries": [] } }"#, "HAR"), (#"{ "asyncapi": "2.6.0" }"#, "AsyncAPI 2.6.0"),
    (#"{ "info": { "_postman_id": "1", "name": "x" } }"#, "import postman"),
    (#"{ "swaggerVersion": "1.2" }"#, "Swagger 1.2"),
    (#"{ "uuid": "1", "lastMigration": 33, "routes": [] }"#, "Mockoon environment"),
    (#"{ "consumer": { "name": "a" }, "provider": { "name": "b" } }"#, "Pact file"),
    (#"{ "data": { "__schema": {} } }"#, "GraphQL introspection"), (#"{ "openrpc": "1.2.6" }"#, "OpenRPC 1.2.6"),
    (#"{ "discoveryVersion": "v1" }"#, "discovery document"),
    (#"{ "_type": "export", "__export_format": 4 }"#, "Insomnia"),
    (#"{ "request": { "method": "GET" }, "response": { "status": 200 } }"#, "WireMock"),
    (##"#%RAML 1.0\ntitle: A"##, "RAML"), ("type Query {\n  a: Int\n}", "GraphQL schema"),
    ("// A\nsyntax = \"proto3\";", "Protocol Buffers"), ("<!DOCTYPE html><html></html>", "HTML page"),
    (#"<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>"#, "WSDL"), ("FORMAT: 1A\n# A", "API Blueprint"),
    (#"<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"/>"#, "OData metadata document"),
    (#"{ "name": "x" }"#, "it lacks \"openapi\""),
  ])
  func `a file of another kind is called what it is`(text: String, word: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "other.json")
    let imported = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "other.json", as: "shop")
    #expect(imported.contract == nil)
    #expect(imported.errors.contains { $0.message.contains(word) }, "\(imported.errors)")
  }

  @Test(arguments: [
    "schema.gql", "shop.proto", "shop.wsdl", "shop.apib", "list.bru", "shop.tsp", "shop.smithy", "shop.thrift",
    "a.http",
  ])
  func `an empty file of another kind is known by its name`(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: name)
    let imported = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, name, as: "shop")
    #expect(imported.errors.contains { $0.message.contains("No command reads this format.") }, "\(imported.errors)")
  }
}
