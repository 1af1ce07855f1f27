import PlumblineContractModel
import PlumblineWorkspace
import TestSupport
import Testing

/// Lists of documents whose requests have the number of items to skip.
struct OffsetListTests {
  private static let document = ##"""
    { "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
      "paths": {
        "/orders": {
          "get": {
            "parameters": [
              { "name": "limit", "in": "query", "schema": { "type": "integer", "default": 10 } },
              { "name": "offset", "in": "query", "schema": { "type": "integer" } }
            ],
            "responses": { "200": { "description": "Some", "content": { "application/json": { "schema": {
              "type": "array", "items": { "$ref": "#/components/schemas/Order" } } } } } }
          },
          "post": {
            "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": {
              "note": { "type": "string" } } } } } },
            "responses": { "201": { "description": "Made", "content": { "application/json": { "schema": {
              "$ref": "#/components/schemas/Order" } } } } }
          }
        },
        "/orders/{order}": {
          "get": {
            "parameters": [{ "name": "order", "in": "path", "required": true, "schema": { "type": "string" } }],
            "responses": {
              "200": { "description": "Fine", "content": { "application/json": { "schema": {
                "$ref": "#/components/schemas/Order" } } } },
              "404": { "description": "Not there" } }
          }
        }
      },
      "components": { "schemas": { "Order": { "type": "object", "required": ["id", "note"], "properties": {
        "id": { "type": "string" }, "note": { "type": "string" } } } } } }
    """##

  private static func list(_ changes: [(old: String, new: String)]) throws -> StateRule {
    let folder = try TemporaryFolder()
    try folder.write(changes.reduce(document) { $0.replacing($1.old, with: $1.new) }, to: "shop.json")
    let made = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
    let contract = try #require(made.contract, "\(made.errors)")
    return try #require(contract.endpoints.flatMap(\.states).first { $0.action == .list })
  }

  @Test(arguments: [
    ("offset", "limit"), ("skip", "limit"), ("start", "size"), ("$skip", "$top"), ("skip", "take"),
    ("startAt", "maxResults"),
  ])
  func `an offset and the size beside it page the list`(offset: String, size: String) throws {
    let rule = try Self.list([(#""offset""#, "\"\(offset)\""), (#""limit""#, "\"\(size)\"")])
    #expect(rule.offset == .query(offset))
    #expect(rule.size == .query(size))
    #expect(rule.firstOffset == 0)
    #expect(rule.page == nil)
    #expect(rule.cursor == nil)
  }

  @Test func `SCIM counts from 1`() throws {
    let rule = try Self.list([
      (
        #""offset", "in": "query", "schema": { "type": "integer" }"#,
        #""startIndex", "in": "query", "schema": { "type": "integer", "default": 1 }"#
      ),
      (#""limit""#, #""count""#),
    ])
    #expect(rule.offset == .query("startIndex"))
    #expect(rule.firstOffset == 1)
  }

  @Test(arguments: [
    [
      (
        #""offset", "in": "query", "schema": { "type": "integer" }"#,
        #""offset", "in": "query", "schema": { "type": "string" }"#
      )
    ],
    [(#""offset""#, #""start""#), (#""default": 10 } },"#, #""default": 10 } }, { "name": "end", "in": "query" },"#)],
    [(#""offset""#, #""start""#), (#""limit""#, #""amount""#)],
    [(#""offset""#, #""page""#)],
  ])
  func `a text, the beginning of a range, a start without a size and a page's number are none`(
    changes: [(String, String)]
  ) throws {
    #expect(try Self.list(changes.map { (old: $0.0, new: $0.1) }).offset == nil)
  }

  @Test func `an offset without a size skips items`() throws {
    let rule = try Self.list([(#""limit""#, #""amount""#)])
    #expect(rule.offset == .query("offset"))
    #expect(rule.size == nil)
  }
}
