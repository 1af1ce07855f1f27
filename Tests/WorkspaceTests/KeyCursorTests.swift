import PlumblineContractModel
import PlumblineWorkspace
import TestSupport
import Testing

/// Lists in documents that continue after the item whose key a request contains.
struct KeyCursorTests {
  private static let document = ##"""
    { "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
      "paths": {
        "/orders": {
          "get": {
            "parameters": [
              { "name": "limit", "in": "query", "schema": { "type": "integer", "default": 10 } },
              { "name": "starting_after", "in": "query", "schema": { "type": "string" } }
            ],
            "responses": { "200": { "description": "A page", "content": { "application/json": { "schema": {
              "type": "object", "required": ["data", "has_more"], "properties": {
                "has_more": { "type": "boolean" },
                "data": { "type": "array", "items": { "$ref": "#/components/schemas/Order" } } } } } } } }
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

  private static func imported(_ text: String) throws -> Contract {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "shop.json")
    let made = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
    return try #require(made.contract, "\(made.errors)")
  }

  private static func list(of contract: Contract) throws -> (endpoint: Endpoint, rule: StateRule) {
    let lists = contract.endpoints.compactMap { endpoint in
      endpoint.states.first { $0.action == .list }.map { (endpoint, $0) }
    }
    return try #require(lists.first)
  }

  @Test func `a list that says whether more follows and not where goes on by a parameter that names an item`() throws {
    let contract = try Self.imported(Self.document)
    let (endpoint, rule) = try Self.list(of: contract)
    #expect(rule.cursor == .query("starting_after"))
    #expect(contract.continuesByKey(rule, of: endpoint))
  }

  @Test(arguments: [
    (#""has_more": {"#, #""next": { "type": ["string", "null"] }, "has_more": {"#), ("starting_after", "starts"),
    (#""limit""#, #""amount""#),
  ])
  func `a list that says where it goes on, or names no item or no size, is none`(old: String, new: String) throws {
    let contract = try Self.imported(Self.document.replacing(old, with: new))
    #expect(try Self.list(of: contract).rule.cursor == nil)
  }
}
