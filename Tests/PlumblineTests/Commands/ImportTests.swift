import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// Documents in other formats, from which `plumbline import` creates a service's files.
struct ImportTests {
  private let folder: TemporaryFolder

  private static let document = """
    {
      "openapi": "3.0.3", "info": { "title": "Shop", "version": "1" },
      "paths": {
        "/items/{id}": {
          "get": {
            "tags": ["Items"], "operationId": "getItem",
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
            "responses": {
              "200": {
                "description": "An item",
                "content": {
                  "application/json": {
                    "schema": { "$ref": "#/components/schemas/Item" }, "example": { "id": 7, "name": "Nail" }
                  }
                }
              },
              "404": { "description": "No such item" }
            }
          }
        },
        "/orders": {
          "post": {
            "tags": ["Orders"], "responses": { "201": { "description": "Made" } },
            "callbacks": { "paid": { "{$request.body#/url}": { "post": { "responses": { "200": { "description": "" } } } } } }
          }
        }
      },
      "components": {
        "schemas": {
          "Item": {
            "type": "object", "required": ["id"],
            "properties": { "id": { "type": "integer" }, "name": { "type": "string", "nullable": true } }
          }
        }
      }
    }
    """

  private static let collection = """
    {
      "info": { "name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
      "item": [
        {
          "name": "One item",
          "request": { "method": "GET", "url": "https://shop.example/items/7" },
          "response": [
            {
              "name": "Found", "code": 200, "header": [{ "key": "Content-Type", "value": "application/json" }],
              "body": "{ \\"id\\": 7 }"
            }
          ]
        }
      ]
    }
    """

  init() throws { folder = try TemporaryFolder() }

  private func json(_ name: String) throws -> JSON {
    try JSON.parse(try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8))
  }

  private var names: [String] {
    (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".json") }.sorted()
  }

  @Test func `a document becomes files by resource and recordings, which verify`() async throws {
    try folder.write(Self.document, to: "shop.json")
    let run = try await plumbline("import", "openapi", "shop.json", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.hasPrefix("Contracts/shop: 2 endpoints in 3 files, 1 recording.\n"), "\(run)")
    #expect(run.output.hasSuffix("Next: plumbline verify --direct shop\n"), "\(run)")
    #expect(
      names == [
        "Contracts/shop/contract.json", "Contracts/shop/imported.json", "Contracts/shop/items.json",
        "Contracts/shop/orders.json",
        "Recordings/shop/getItem/example.json", "shop.json",
      ])
    #expect(try json("Contracts/shop/items.json")["endpoints"]?["getItem"]?["request"] == "GET /items/{id}")
    #expect(
      try json("Contracts/shop/contract.json")["schemas"]?["Item"]?["properties"]?["name"]?["type"]
        == ["string", "null"])
    let recording = try json("Recordings/shop/getItem/example.json")
    #expect(recording["provenance"]?["kind"] == "imported")
    #expect(recording["provenance"]?["from"] == "shop.json")
    #expect(recording["response"]?["body"] == ["id": 7, "name": "Nail"])
    let verified = try await plumbline("verify", "--direct", "shop", folder: folder.path)
    #expect(verified.status == 0, "\(verified)")
    let lint = try await plumbline("lint", "shop", folder: folder.path)
    #expect(lint.status == 0, "\(lint)")
  }

  @Test func `lint reports equal problems of imported files once, with the other lines`() async throws {
    let age = #""type": "integer", "example": "old""#
    let document = Self.document.replacingOccurrences(of: #""id": { "type": "integer" }"#, with: #""id": { \#(age) }"#)
      .replacingOccurrences(of: #""name": { "type": "string", "nullable": true }"#, with: #""age": { \#(age) }"#)
    try folder.write(document, to: "shop.json")
    #expect(try await plumbline("import", "openapi", "shop.json", folder: folder.path).status == 0)
    let lint = try await plumbline("lint", "shop", folder: folder.path)
    let text = lint.output.replacingOccurrences(of: "\n  ", with: " ")
    let message = #"This example doesn't match the schema around it: "old" is not an integer."#
    let parts = text.components(separatedBy: message)
    #expect(parts.count == 2 && parts.last?.hasPrefix(" (Also at line ") == true, "\(lint)")
  }

  @Test func `what verifies by a document verifies imported, also with a schema that nothing satisfies`() async throws {
    let closed = #"{ "type": "object", "required": ["code"], "additionalProperties": false }"#
    let content = #""No such item", "content": { "application/json": { "schema": \#(closed) } } }"#
    try folder.write(Self.document.replacingOccurrences(of: #""No such item" }"#, with: content), to: "shop.json")
    #expect(try await plumbline("import", "openapi", "shop.json", folder: folder.path).status == 0)
    #expect(try await plumbline("verify", "--direct", "shop.json", folder: folder.path).status == 0)
    let verified = try await plumbline("verify", "--direct", "shop", folder: folder.path)
    let text = verified.output.replacingOccurrences(of: "\n  ", with: " ")
    #expect(verified.status == 0 && text.contains("warning: No value satisfies this schema"), "\(verified)")
    #expect(try await plumbline("lint", "shop", folder: folder.path).status != 0)
  }

  @Test func `what a contract doesn't hold is reported at its line`() async throws {
    try folder.write(Self.document, to: "shop.json")
    let run = try await plumbline("import", "openapi", "shop.json", "store", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.contains("shop.json:24:"), "\(run)")
    #expect(run.errors.localizedCaseInsensitiveContains("callback"), "\(run)")
    let order = try json("Contracts/store/orders.json")["endpoints"]?.members.first?.value
    #expect(order?["x-callbacks"]?["paid"]?["{$request.body#/url}"]?["post"] != nil)
    #expect(try json("Contracts/store/contract.json")["service"] == "store")
  }

  @Test func `a collection's saved answers become recordings`() async throws {
    try folder.write(Self.collection, to: "Shop.postman_collection.json")
    let run = try await plumbline("import", "postman", "Shop.postman_collection.json", folder: folder.path)
    #expect(run.status == 0 && run.output.contains("Contracts/shop: 1 endpoint in"), "\(run)")
    let recordings = names.filter { $0.hasPrefix("Recordings/shop/") }
    let recording = try json(try #require(recordings.first))
    #expect(recordings.count == 1)
    #expect(recording["provenance"]?["kind"] == "imported")
    #expect(recording["response"]?["body"] == ["id": 7])
    #expect(recording["request"]?["path"] == "/items/7")
    let verified = try await plumbline("verify", "--direct", "shop", folder: folder.path)
    #expect(verified.status == 0, "\(verified)")
  }

  /// A pact with a single interaction, whose SKU has a pattern.
  private static let pact = #"""
    {
      "consumer": { "name": "web" }, "provider": { "name": "shop" },
      "interactions": [
        {
          "description": "a request of an item", "request": { "method": "GET", "path": "/items/7" },
          "response": {
            "status": 200, "headers": { "Content-Type": "application/json" }, "body": { "id": 7, "sku": "a-1" },
            "matchingRules": { "$.body.sku": { "match": "regex", "regex": "[a-z]-[0-9]" } }
          }
        }
      ],
      "metadata": { "pactSpecification": { "version": "2.0.0" } }
    }
    """#

  @Test func `a pact's interactions become recordings`() async throws {
    try folder.write(Self.pact, to: "web-shop.json")
    let run = try await plumbline("import", "pact", "web-shop.json", "shop", folder: folder.path)
    #expect(run.status == 0 && run.output.contains("Contracts/shop: 1 endpoint in"), "\(run)")
    let recordings = names.filter { $0.hasPrefix("Recordings/shop/") }
    let recording = try json(try #require(recordings.first))
    #expect(recordings.count == 1)
    #expect(recording["provenance"]?["kind"] == "imported")
    #expect(recording["response"]?["body"] == ["id": 7, "sku": "a-1"])
    let verified = try await plumbline("verify", "--direct", "shop", folder: folder.path)
    #expect(verified.status == 0, "\(verified)")
    let again = try await plumbline("import", "pact", "web-shop.json", "shop", folder: folder.path)
    #expect(again.status == 0 && again.output.contains("Contracts/shop is up to date with web-shop.json."), "\(again)")
  }

  @Test func `a pact of messages is refused, and each is named`() async throws {
    let pact = #"""
      {"consumer": {"name": "web"}, "provider": {"name": "shop"},
       "messages": [{"description": "an order came", "contents": {}}],
       "metadata": {"pactSpecification": {"version": "3.0.0"}}}
      """#
    try folder.write(pact, to: "web-shop.json")
    let run = try await plumbline("import", "pact", "web-shop.json", "shop", folder: folder.path)
    #expect(run.status == 2 && run.errors.contains(#""an order came" is a message"#), "\(run)")
    #expect(run.errors.contains("web-shop.json was rejected, so nothing was written."), "\(run)")
  }

  @Test func `the pacts of several consumers become one service`() async throws {
    try folder.write(Self.pact, to: "web-shop.json")
    try folder.write(Self.pact.replacing("/items/7", with: "/orders/7"), to: "app-shop.json")
    let words = ["import", "pact", "web-shop.json", "app-shop.json"]
    let nameless = try await plumbline(arguments: words, folder: folder.path)
    #expect(nameless.status == 2 && nameless.errors.contains("import pact FILE… SERVICE"), "\(nameless)")
    let run = try await plumbline(arguments: words + ["shop"], folder: folder.path)
    #expect(run.status == 0 && run.output.contains("Contracts/shop: 2 endpoints in"), "\(run)")
    let origins = try names.filter { $0.hasPrefix("Recordings/shop/") }.map {
      try json($0)["provenance"]?["from"]?.string
    }
    #expect(Set(origins) == ["web-shop.json", "app-shop.json"])
    let again = try await plumbline(arguments: words + ["shop"], folder: folder.path)
    #expect(again.status == 0, "\(again)")
    #expect(again.output.contains("Contracts/shop is up to date with web-shop.json, app-shop.json."), "\(again)")
    let missing = try await plumbline(arguments: words + ["none.json", "shop"], folder: folder.path)
    #expect(missing.status == 2 && missing.errors.contains("No such file: \"none.json\"."), "\(missing)")
  }

  @Test func `an exported contract is imported as it was`() async throws {
    try folder.write(Self.document, to: "shop.json")
    _ = try await plumbline("import", "openapi", "shop.json", folder: folder.path)
    let export = try await plumbline("export", "openapi", "shop", "--output", "again.json", folder: folder.path)
    #expect(export.status == 0, "\(export)")
    let run = try await plumbline("import", "openapi", "again.json", "again", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    for file in ["items.json", "orders.json"] {
      #expect(try json("Contracts/again/\(file)") == json("Contracts/shop/\(file)"))
    }
    let recording = "getItem/example.json"
    #expect(try json("Recordings/again/\(recording)") == json("Recordings/shop/\(recording)"))
  }

  @Test func `operations of one path share a file, so that each is reached`() async throws {
    try folder.write(
      """
      {
        "openapi": "3.0.3", "info": { "title": "Shop", "version": "1" },
        "paths": {
          "/items": {
            "get": { "tags": ["All"], "operationId": "all", "responses": { "200": { "description": "All" } } }
          },
          "/items#found": {
            "get": {
              "tags": ["Found"], "operationId": "found",
              "parameters": [{ "name": "q", "in": "query", "required": true, "schema": { "type": "string" } }],
              "responses": { "200": { "description": "Some" } }
            }
          }
        }
      }
      """, to: "shop.json")
    let run = try await plumbline("import", "openapi", "shop.json", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(
      names.filter { $0.hasPrefix("Contracts") }
        == ["Contracts/shop/contract.json", "Contracts/shop/found.json", "Contracts/shop/imported.json"])
    let verified = try await plumbline("verify", "--direct", "shop", folder: folder.path)
    #expect(verified.status == 0 && verified.output.contains("2 endpoints verified"), "\(verified)")
  }

  @Test func `webhooks and links are kept as the document has them, and come back from an export`() async throws {
    try folder.write(
      """
      {
        "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
        "paths": {
          "/items": {
            "post": {
              "tags": ["imported"], "operationId": "make",
              "responses": { "201": { "description": "Made", "links": { "get": { "operationId": "one" } } } }
            }
          },
          "/items/{id}": {
            "get": {
              "tags": ["imported"], "operationId": "one",
              "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
              "responses": { "200": { "description": "One" } }
            }
          }
        },
        "webhooks": {
          "sold": {
            "post": {
              "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Item" } } } },
              "responses": { "200": { "description": "Heard" } }
            }
          }
        },
        "components": { "schemas": { "Item": { "type": "object" } } }
      }
      """, to: "shop.json")
    let run = try await plumbline("import", "openapi", "shop.json", folder: folder.path)
    #expect(run.status == 0 && run.errors.contains("aren't served: sold"), "\(run)")
    let contract = try json("Contracts/shop/contract.json")
    #expect(contract["x-webhooks"] == (try json("shop.json"))["webhooks"])
    // The tag's own name can't be used, because imported.json is the file in which `import` stores its records.
    let made = try json("Contracts/shop/endpoints.json")["endpoints"]?["make"]
    #expect(made?["x-links"] == ["201": ["get": ["operationId": "one"]]])
    let lint = try await plumbline("lint", "shop", folder: folder.path)
    #expect(lint.status == 0, "\(lint)")
    let export = try await plumbline("export", "openapi", "shop", "--output", "again.json", folder: folder.path)
    #expect(export.status == 0, "\(export)")
    let again = try await plumbline("import", "openapi", "again.json", "again", folder: folder.path)
    #expect(again.status == 0, "\(again)")
    #expect(try json("Contracts/again/contract.json")["x-webhooks"] == contract["x-webhooks"])
    #expect(try json("Contracts/again/endpoints.json")["endpoints"]?["make"] == made)
  }

  @Test func `what is there is never touched`() async throws {
    try folder.write(Self.document, to: "shop.json")
    try folder.write("mine", to: "Contracts/shop/notes.txt")
    let run = try await plumbline("import", "openapi", "shop.json", folder: folder.path)
    #expect(run.status == 2 && run.errors.contains("Contracts/shop already has files"), "\(run)")
    try folder.write("mine", to: "Recordings/store/notes.txt")
    let second = try await plumbline("import", "openapi", "shop.json", "store", folder: folder.path)
    #expect(second.status == 2 && second.errors.contains("Recordings/store already has files"), "\(second)")
    #expect(names == ["shop.json"])
  }

  @Test func `all mistakes of a wrong document are reported, and nothing is written`() async throws {
    try folder.write("{ \"openapi\": \"3.0.3\", \"paths\": [] }", to: "shop.json")
    let run = try await plumbline("import", "openapi", "shop.json", folder: folder.path)
    #expect(run.status == 2 && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("info") && run.errors.contains("paths"), "\(run)")
    #expect(run.errors.hasSuffix("shop.json was rejected, so nothing was written.\n"), "\(run)")
    try folder.write("{ \"id\": \"1\", \"name\": \"Old\", \"order\": [], \"requests\": [] }", to: "old.json")
    let old = try await plumbline("import", "postman", "old.json", folder: folder.path)
    #expect(old.status == 2 && old.errors.contains("v2.1"), "\(old)")
    #expect(names == ["old.json", "shop.json"])
  }

  @Test func `without a file, a format or a valid name, the error says what would be right`() async throws {
    let missing = try await plumbline("import", folder: folder.path)
    #expect(missing.status == 2 && missing.errors.contains("plumbline import openapi petstore.yaml"), "\(missing)")
    let format = try await plumbline("import", "raml", "shop.raml", folder: folder.path)
    #expect(
      format.status == 2 && format.errors.contains("import supports openapi, postman, pact and har, not \"raml\""),
      "\(format)")
    let file = try await plumbline("import", "openapi", "shop.json", folder: folder.path)
    #expect(file.status == 2 && file.errors.contains("No such file: \"shop.json\""), "\(file)")
    let name = try await plumbline("import", "openapi", "shop.json", "../shop", folder: folder.path)
    #expect(name.status == 2 && name.errors.contains("isn't a valid service name"), "\(name)")
  }
}
