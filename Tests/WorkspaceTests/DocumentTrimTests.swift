import PlumblineContractModel
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// The smallest part of a document that isn't understood, which is left out and reported by name while the rest works.
struct DocumentTrimTests {
  /// A document with an invalid part, its location in the document below, and the omitted part.
  struct Flaw: Sendable, CustomTestStringConvertible {
    let name: String
    let place: JSONPointer
    let value: String
    /// The member that is omitted.
    let omitted: String
    /// The endpoints that remain.
    var endpoints = ["pets.get", "pets.list"]

    var testDescription: String { name }
  }

  private static let paths: JSONPointer = "/paths"
  private static let pet: JSONPointer = "/components/schemas/Pet"
  private static let read: JSONPointer = "/paths/~1pets~1{id}/get"

  private static let flaws: [Flaw] = [
    Flaw(
      name: "required: true", place: pet + "/properties/name", value: #"{ "type": "string", "required": true }"#,
      omitted: "required"),
    Flaw(
      name: "an exclusiveMinimum of another version", place: pet + "/properties/age",
      value: #"{ "type": "integer", "minimum": 3, "exclusiveMinimum": true }"#, omitted: "exclusiveMinimum"),
    Flaw(
      name: "a reference that leads nowhere", place: pet + "/properties/owner",
      value: ##"{ "$ref": "#/components/schemas/Owner" }"##, omitted: "$ref"),
    Flaw(
      name: "a pattern that nobody can read", place: pet + "/properties/name",
      value: #"{ "type": "string", "pattern": "[" }"#, omitted: "pattern"),
    Flaw(
      name: "content that is null", place: read + "/responses/200",
      value: #"{ "description": "A pet", "content": null }"#, omitted: "content"),
    Flaw(
      name: "a parameter without a place", place: read + "/parameters/1",
      value: #"{ "name": "more", "schema": { "type": "string" } }"#, omitted: "parameters"),
    Flaw(
      name: "a path with a blank", place: paths + "/~1pets here",
      value: #"{ "get": { "responses": { "200": { "description": "Fine" } } } }"#, omitted: "/pets here"),
    Flaw(name: "an operation that is a list", place: paths + "/~1pets/post", value: "[]", omitted: "post"),
  ]

  private static let document = """
    {
      "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
      "paths": {
        "/pets": { "get": { "operationId": "pets.list", "responses": { "200": { "description": "Pets", "content": {
          "application/json": { "schema": { "type": "array", "items": { "$ref": "#/components/schemas/Pet" } } } } } } } },
        "/pets/{id}": { "get": { "operationId": "pets.get",
          "parameters": [
            { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } },
            { "name": "more", "in": "query", "schema": { "type": "string" } }
          ],
          "security": [{ "key": [] }],
          "responses": {
            "200": { "description": "A pet", "content": {
              "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } },
            "404": { "description": "None" }
          }
        } }
      },
      "components": {
        "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } },
        "schemas": { "Pet": { "type": "object", "required": ["name"], "properties": {
          "name": { "type": "string" }, "age": { "type": "integer" }, "owner": { "type": "object" } } } }
      }
    }
    """

  private func imported(_ text: String, _ file: String = "shop.json") throws -> ImportedService {
    let folder = try TemporaryFolder()
    try folder.write(text, to: file)
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, file, as: "shop")
  }

  private func flawed(_ flaw: Flaw) throws -> String {
    let document = try JSON.parse(Self.document)
    return try #require(document.placing(flaw.place, JSON.parse(flaw.value))).prettyText
  }

  @Test(arguments: flaws)
  func `the part is left out by name, and the rest is read`(flaw: Flaw) throws {
    let imported = try imported(flawed(flaw))
    let contract = try #require(imported.contract, "\(imported.errors)")
    #expect(contract.endpoints.map(\.id).sorted() == flaw.endpoints)
    let errors = imported.errors.filter { $0.level == .error }
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.allSatisfy { $0.isServable && $0.location.line > 1 })
    #expect(errors.first?.message.contains("\"\(flaw.omitted)\" is left out.") == true, "\(errors)")
  }

  @Test(
    arguments: [
      ("/paths/~1pets~1{id}/get/responses/200", #"{ "description": "A pet", "content": null }"#),
      ("/paths/~1pets~1{id}/get/responses/200", ##"{ "$ref": "#/components/responses/Pet" }"##),
      ("/paths/~1pets~1{id}/get/responses/404", ##"{ "$ref": "#/components/responses/None" }"##),
      ("/paths/~1pets~1{id}/get/responses/200", #""A pet""#), ("/paths/~1pets~1{id}/get/responses/200", "[]"),
      ("/paths/~1pets~1{id}/get/responses/200", "200"), ("/paths/~1pets~1{id}/get/responses/404", "null"),
    ] as [(JSONPointer, String)])
  func `a body that isn't known isn't taken for none`(place: JSONPointer, response: String) throws {
    let flaw = Flaw(name: "a response", place: place, value: response, omitted: "")
    let imported = try imported(flawed(flaw))
    #expect(imported.errors.count { $0.level == .error } == 1, "\(imported.errors)")
    let endpoint = try #require(imported.contract?.endpoint("pets.get"), "\(imported.errors)")
    let contents: [MediaContent]
    if place.tokens.last == "404" {
      guard case .media(let found) = endpoint.failures.first?.content else { return #expect(Bool(false)) }
      contents = found
    } else {
      guard case .media(let found) = endpoint.answers.first?.content else { return #expect(Bool(false)) }
      contents = found
    }
    #expect(contents.map(\.mediaType) == ["*/*"] && contents[0].schema == nil)
  }

  @Test func `a status whose answer is a text stays, by name`() throws {
    let flaw = Flaw(name: "a text", place: Self.read + "/responses/404", value: #""Not found""#, omitted: "")
    let imported = try imported(flawed(flaw))
    let error = try #require(imported.errors.first { $0.level == .error })
    #expect(error.message.contains(#""404" must be an object, not a string."#), "\(error)")
    #expect(error.message.hasSuffix(#"Any body is accepted for "404"."#), "\(error)")
    #expect(imported.contract?.endpoint("pets.get")?.failures.map(\.status) == [404])
  }

  @Test(arguments: ["text", "3", "null"])
  func `a media type whose content isn't known stays one`(value: String) throws {
    let content = "{ \"application/json\": \(value), \"text/csv\": { \"schema\": { \"type\": \"string\" } } }"
      .replacing(": text", with: #": "text""#)
    let flaw = Flaw(name: "a media type", place: Self.read + "/responses/200/content", value: content, omitted: "")
    let imported = try imported(flawed(flaw))
    let errors = imported.errors.filter { $0.level == .error }
    #expect(
      errors.count == 1 && errors[0].message.hasSuffix(#"Any body is accepted for "application/json"."#), "\(errors)")
    guard case .media(let found) = imported.contract?.endpoint("pets.get")?.answers.first?.content else {
      return #expect(Bool(false))
    }
    #expect(found.map(\.mediaType) == ["application/json", "text/csv"] && found[0].schema == nil)
  }

  @Test(arguments: [
    #""a pet""#, #"{ "content": 5 }"#, ##"{ "$ref": "#/components/requestBodies/Pet" }"##,
  ])
  func `a request's body that isn't known isn't taken for none`(body: String) throws {
    let operation =
      ##"{ "operationId": "pets.add", "requestBody": \##(body), "responses": { "200": { "description": "Made" } } }"##
    let flaw = Flaw(name: "a request's body", place: Self.paths + "/~1pets/post", value: operation, omitted: "")
    let imported = try imported(flawed(flaw))
    #expect(imported.errors.count { $0.level == .error } == 1, "\(imported.errors)")
    let endpoint = try #require(imported.contract?.endpoint("pets.add"), "\(imported.errors)")
    #expect(endpoint.body?.content.map(\.mediaType) == ["*/*"])
    #expect(endpoint.body?.isRequired == false)
  }

  @Test func `in YAML it is the same`() throws {
    let text = """
      openapi: 3.0.3
      info: { title: Shop, version: "1" }
      paths:
        /pets:
          get:
            parameters:
              - name: more
                schema: { type: string }
              - name: page
                in: query
                schema: { type: integer }
            responses:
              "200":
                description: Pets
                content:
                  application/json:
                    schema:
                      type: object
                      properties:
                        name:
                          type: string
                          required: true
      """
    let imported = try imported(text, "shop.yaml")
    let contract = try #require(imported.contract, "\(imported.errors)")
    let endpoint = try #require(contract.endpoints.first)
    #expect(endpoint.query.map(\.name) == ["page"])
    #expect(imported.errors.map(\.location.line) == [7, 22], "\(imported.errors)")
  }

  @Test func `in YAML an incomplete first member is left out without the others`() throws {
    let text = """
      openapi: 3.0.3
      info: { title: Shop, version: "1" }
      paths:
        /pets:
          get:
            parameters:
              - $ref: "#/components/parameters/more"
              - $ref: "#/components/parameters/page"
            responses:
              "200":
                description: Pets
      components:
        parameters:
          more:
            name: more
            schema: { type: string }
          page:
            name: page
            in: query
            schema: { type: integer }
      """
    let imported = try imported(text, "shop.yaml")
    let contract = try #require(imported.contract, "\(imported.errors)")
    let endpoint = try #require(contract.endpoints.first)
    #expect(endpoint.query.map(\.name) == ["page"])
    let omission = try #require(imported.errors.first { $0.location.line == 14 }, "\(imported.errors)")
    #expect(omission.message.hasSuffix("\"more\" is left out."), "\(omission)")
  }

  @Test func `what is all wrong is refused as it is`() throws {
    let imported = try imported(
      #"{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": { "get": [] } } }"#)
    #expect(imported.contract == nil)
    #expect(!imported.errors.contains { $0.message.contains("left out") }, "\(imported.errors)")
  }

  @Test func `a file that can't be read is left out with what refers to it`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{", to: "owner.json")
    let text = try #require(
      JSON.parse(Self.document).placing(Self.pet + "/properties/owner", JSON.parse(#"{ "$ref": "owner.json" }"#)))
    try folder.write(text.prettyText, to: "shop.json")
    let imported = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
    #expect(imported.contract?.endpoints.count == 2, "\(imported.errors)")
    #expect(imported.errors.contains { $0.location.file == "owner.json" })
    #expect(imported.errors.contains { $0.message.contains("\"$ref\" is left out.") })
  }

  /// Schemas with a part that isn't understood, and values that each may allow, none of which may be rejected.
  private static let unclear: [(schema: String, values: [String])] = [
    (##"{ "oneOf": [{ "$ref": "#/components/schemas/None" }, { "type": "string" }] }"##, [#""a""#, "1"]),
    (#"{ "oneOf": [{ "type": "text" }, { "type": "string" }] }"#, [#""a""#]),
    (#"{ "oneOf": [{ "type": "string", "pattern": "[" }, { "enum": ["a"] }] }"#, [#""a""#, #""b""#]),
    (##"{ "not": { "$ref": "#/components/schemas/None" } }"##, [#""a""#, "1"]),
    (#"{ "not": { "properties": { "a": { "type": "text" } } } }"#, [#"{ "a": 1 }"#]),
    (#"{ "if": { "pattern": "[" }, "then": { "maxLength": 1 }, "else": { "maxLength": 2 } }"#, [#""ab""#]),
    (##"{ "oneOf": [{ "$ref": "#/components/schemas/Weak" }, { "type": "integer" }] }"##, ["1"]),
    (##"{ "not": { "$ref": "#/components/schemas/Weak" } }"##, ["1"]),
    (##"{ "oneOf": [{ "$ref": "#/components/schemas/Far" }, { "type": "object" }] }"##, [#"{ "a": 1 }"#]),
    (
      ##"{ "oneOf": [{ "allOf": [{ "$ref": "#/components/schemas/Far" }] }, { "type": "object" }] }"##, [#"{ "a": 1 }"#]
    ),
    (##"{ "contains": { "$ref": "#/components/schemas/Weak" }, "maxContains": 1 }"##, ["[1, 2]"]),
    (#"{ "properties": { "a": "string" }, "additionalProperties": false }"#, [#"{ "a": 1 }"#]),
    (#"{ "patternProperties": { "[": {} }, "additionalProperties": false }"#, [#"{ "a": 1 }"#]),
    (
      ##"{ "allOf": [{ "$ref": "#/components/schemas/None" }], "unevaluatedProperties": false }"##,
      [#"{ "a": 1 }"#]
    ),
    (#"{ "prefixItems": ["string", { "type": "integer" }] }"#, [#"["a", 1]"#]),
    (
      ##"{ "properties": { "not": { "$ref": "#/components/schemas/Weak" } }, "additionalProperties": false }"##,
      [#"{ "not": 1 }"#]
    ),
  ]

  @Test(arguments: 0..<unclear.count)
  func `a part that isn't understood never makes a right value wrong`(number: Int) throws {
    let (schema, values) = Self.unclear[number]
    let text = ##"""
      { "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": { "get": { "operationId": "a",
        "responses": { "200": { "description": "A", "content": { "application/json": { "schema": \##(schema) } } } } } } },
        "components": { "schemas": { "Weak": { "type": "text" },
          "Far": { "type": "object", "properties": { "a": { "$ref": "#/components/schemas/Weak" } } } } } }
      """##
    let imported = try imported(text)
    let endpoint = try #require(imported.contract?.endpoints.first, "\(imported.errors)")
    #expect(
      imported.errors.contains { $0.message.contains("left out") || $0.message.contains("Any value is accepted") },
      "\(imported.errors)")
    guard case .body(let schema) = try #require(endpoint.answers.first).content else {
      Issue.record("There is no schema any more.")
      return
    }
    for value in values { #expect(schema.isValid(try JSON.parse(value)), "\(value)") }
  }

  @Test func `without an annotation a schema says as much as before`() throws {
    let schema = ##"{ "oneOf": [{ "$ref": "#/components/schemas/A" }, { "type": "string", "title": 7 }] }"##
    let imported = try imported(
      ##"""
      { "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": { "get": { "operationId": "a",
        "responses": { "200": { "description": "A", "content": { "application/json": { "schema": \##(schema) } } } } } } },
        "components": { "schemas": { "A": { "description": 5, "maxLength": 2 } } } }
      """##)
    let endpoint = try #require(imported.contract?.endpoints.first, "\(imported.errors)")
    guard case .body(let schema) = try #require(endpoint.answers.first).content else {
      Issue.record("There is no schema any more.")
      return
    }
    #expect(schema.isValid("long"))
    #expect(!schema.isValid("a"))
    #expect(!imported.errors.contains { $0.message.contains("anyOf") }, "\(imported.errors)")
  }

  @Test func `what is left out of a branch is reported with the choice that it loosens`() throws {
    let schema = #"{ "oneOf": [{ "type": "string", "pattern": "[" }, { "type": "integer" }] }"#
    let text = try #require(
      JSON.parse(Self.document).placing(Self.pet + "/properties/owner", JSON.parse(schema))
    ).prettyText
    let errors = try imported(text).errors.map(\.message)
    #expect(
      errors.contains { $0.hasSuffix("\"pattern\" is left out, and the \"oneOf\" around it is read as \"anyOf\".") })
  }
}
