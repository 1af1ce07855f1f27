import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

/// A part of a document, which consists of the operations that patterns select and their dependencies.
struct DocumentCutTests {
  private static let shop = """
    {
      "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
      "security": [{ "key": [] }],
      "paths": {
        "/items": {
          "parameters": [{ "$ref": "#/components/parameters/Page" }],
          "get": {
            "operationId": "items/list", "tags": ["Items"],
            "responses": { "200": { "description": "", "content": { "application/json": {
              "schema": { "type": "array", "items": { "$ref": "#/components/schemas/Item" } } } },
              "links": { "order": { "operationId": "orders/make" } } } }
          },
          "post": { "operationId": "items/make", "tags": ["Items"], "responses": { "201": { "description": "" } } }
        },
        "/orders/{id}": {
          "get": {
            "operationId": "orders/get", "tags": ["Orders"],
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "responses": { "200": { "description": "", "content": { "application/json": {
              "schema": { "$ref": "#/components/schemas/Order" } } } } }
          }
        },
        "/orders": {
          "post": { "operationId": "orders/make", "tags": ["Orders"], "security": [{ "token": [] }],
            "responses": { "201": { "description": "", "content": { "application/json": {
              "schema": { "$ref": "#/paths/~1orders~1%7Bid%7D/get/responses/200/content/application~1json/schema" } } } } } }
        }
      },
      "webhooks": { "sold": { "post": { "responses": { "200": { "description": "" } } } } },
      "components": {
        "parameters": {
          "Page": { "name": "page", "in": "query", "schema": { "type": "integer" } },
          "Unused": { "name": "unused", "in": "query", "schema": { "type": "integer" } }
        },
        "securitySchemes": {
          "key": { "type": "apiKey", "in": "header", "name": "X-Key" },
          "token": { "type": "http", "scheme": "bearer" }
        },
        "schemas": {
          "Item": { "type": "object", "properties": { "shelf": { "$ref": "#/components/schemas/Shelf/properties/name" } } },
          "Shelf": { "properties": { "name": { "type": "string" }, "room": { "$ref": "#/components/schemas/Room" } } },
          "Room": { "type": "string" },
          "Order": { "type": "object" },
          "Other": { "type": "object" }
        }
      }
    }
    """

  private static func cut(
    _ text: String, _ patterns: String..., beside files: [String: String] = [:]
  ) throws -> (cut: DocumentCut, translation: Translation) {
    let documents = DocumentSet(try JSONDocument.parse(text, file: "api.json"), path: "api.json") { name in
      guard let text = files[name], let document = try? JSONDocument.parse(text, file: name) else {
        return .unreadable("there is no file \(name)")
      }
      return .document(document)
    }
    let cut = DocumentCut(documents, keeping: OperationPatterns(patterns))
    return (cut, OpenAPITranslator(service: "shop", path: "api.json").translate(cut.documents))
  }

  private static func contract(_ translation: Translation) throws -> JSON {
    try JSON.parse(try #require(translation.files.first, "\(translation.errors)").bytes)
  }

  @Test(arguments: [
    ("items/list", ["items-list"]), ("items-list", ["items-list"]), ("Items", ["items-list", "items-make"]),
    ("items-*", ["items-list", "items-make"]), ("/items", ["items-list", "items-make"]),
    ("GET /items", ["items-list"]), ("get  /items", ["items-list"]), ("/orders/*", ["orders-get"]),
    ("GET *", ["items-list", "orders-get"]),
  ])
  func `a pattern is an id, a tag, a path or a method and a path`(pattern: String, endpoints: [String]) throws {
    let (cut, translation) = try Self.cut(Self.shop, pattern)
    #expect(cut.errors.isEmpty)
    #expect(try Self.contract(translation)["endpoints"]?.members.keys == endpoints)
    #expect(translation.errors.isEmpty, "\(translation.errors)")
  }

  @Test func `only what the chosen operations need of the components is written`() throws {
    let (cut, translation) = try Self.cut(Self.shop, "items-list")
    let contract = try Self.contract(translation)
    #expect(contract["schemas"]?.members.keys == ["Item", "Shelf", "Room", "name"])
    #expect(contract["credentials"]?.members.keys == ["key"])
    #expect(cut.documents.main.root["components"]?["parameters"]?.members.keys == ["Page"])
    #expect(contract["x-webhooks"] == nil)
    #expect(translation.errors.isEmpty, "\(translation.errors)")
    #expect(!translation.notes.contains { $0.message.contains("orders/make") }, "\(translation.notes)")
  }

  @Test func `an operation stays where a reference of a chosen one leads into it, and is named`() throws {
    let (cut, translation) = try Self.cut(Self.shop, "orders-make")
    let contract = try Self.contract(translation)
    #expect(Set(contract["endpoints"]?.members.keys ?? []) == ["orders-get", "orders-make"])
    #expect(contract["schemas"]?["Order"] != nil)
    #expect(contract["schemas"]?["Item"] == nil)
    #expect(cut.notes.map(\.message).contains { $0.hasPrefix("GET /orders/{id} stays") }, "\(cut.notes)")
    #expect(translation.errors.isEmpty, "\(translation.errors)")
  }

  @Test(arguments: [
    ("itms-*", "did you mean \"items-*\"?"), ("Item", "did you mean \"Items\"?"),
    ("GET /item", "did you mean \"GET /items\"?"), ("/order", "did you mean \"/orders\"?"),
    ("PUT /items", "did you mean"),
  ])
  func `a pattern that fits nothing names what is nearest`(pattern: String, suggestion: String) throws {
    let (cut, _) = try Self.cut(Self.shop, "items-list", pattern)
    let message = try #require(cut.errors.first?.message)
    #expect(message.contains("\"\(pattern)\"") && message.contains(suggestion), "\(message)")
    #expect(!message.contains("\"items-list\" "), "\(message)")
  }

  @Test func `what extends a schema with a discriminator comes with it, and not with what else extends it`() throws {
    let text = """
      {
        "openapi": "3.0.3", "info": { "title": "Pets", "version": "1" },
        "paths": {
          "/pets": { "get": { "operationId": "pets", "responses": { "200": { "description": "",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } } } } },
          "/cat": { "get": { "operationId": "cat", "responses": { "200": { "description": "",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Cat" } } } } } } }
        },
        "components": { "schemas": {
          "Pet": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } },
            "discriminator": { "propertyName": "kind" } },
          "Cat": { "allOf": [{ "$ref": "#/components/schemas/Pet" }] },
          "Dog": { "allOf": [{ "$ref": "#/components/schemas/Pet" }] },
          "Fish": { "type": "object" }
        } }
      }
      """
    let pets = try Self.cut(text, "pets").cut.documents.main.root["components"]?["schemas"]
    #expect(pets?.members.keys == ["Pet", "Cat", "Dog"])
    let cat = try Self.cut(text, "cat").cut.documents.main.root["components"]?["schemas"]
    #expect(cat?.members.keys == ["Pet", "Cat"])
  }

  @Test func `definitions of Swagger are cut as well`() throws {
    let text = """
      {
        "swagger": "2.0", "info": { "title": "Pets", "version": "1" },
        "paths": {
          "/pets": { "get": { "operationId": "pets", "responses": { "200": { "description": "",
            "schema": { "$ref": "#/definitions/Pet" } } } } },
          "/vets": { "get": { "operationId": "vets", "responses": { "200": { "description": "",
            "schema": { "$ref": "#/definitions/Vet" } } } } }
        },
        "definitions": { "Pet": { "type": "object" }, "Vet": { "type": "object" } }
      }
      """
    let (cut, translation) = try Self.cut(text, "pets")
    #expect(cut.documents.main.root["definitions"]?.members.keys == ["Pet"])
    #expect(try Self.contract(translation)["endpoints"]?.members.keys == ["pets"])
  }

  @Test func `a path item of another file is cut where it lies`() throws {
    let text = """
      {
        "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" },
        "paths": { "/pets": { "$ref": "pets.json" } },
        "components": { "schemas": { "Pet": { "type": "object" }, "Vet": { "type": "object" } } }
      }
      """
    let pets = """
      {
        "get": { "operationId": "pets", "responses": { "200": { "description": "", "content": { "application/json": {
          "schema": { "$ref": "api.json#/components/schemas/Pet" } } } } } },
        "post": { "operationId": "make", "responses": { "200": { "description": "" } } }
      }
      """
    let (_, translation) = try Self.cut(text, "pets", beside: ["pets.json": pets])
    let contract = try Self.contract(translation)
    #expect(contract["endpoints"]?.members.keys == ["pets"])
    #expect(contract["schemas"]?.members.keys == ["Pet"])
  }

  @Test func `paths that are a reference as a whole are chosen from`() throws {
    let text = """
      { "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" }, "paths": { "$ref": "paths.json" } }
      """
    let paths = """
      {
        "/pets": { "get": { "operationId": "pets", "responses": { "200": { "description": "" } } } },
        "/vets": { "get": { "operationId": "vets", "responses": { "200": { "description": "" } } } }
      }
      """
    let (cut, translation) = try Self.cut(text, "pets", beside: ["paths.json": paths])
    #expect(try Self.contract(translation)["endpoints"]?.members.keys == ["pets"])
    #expect(cut.notes.map(\.message).contains { $0.hasPrefix("\"paths\" is a \"$ref\" as a whole") }, "\(cut.notes)")
  }
}
