import PlumblineContractModel
import PlumblineWorkspace
import TestSupport
import Testing

/// Header fields in documents that are idempotency keys, judging by their names.
struct KeyProposalTests {
  private static let document = ##"""
    { "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
      "paths": {
        "/orders": {
          "get": {
            "responses": { "200": { "description": "All", "content": { "application/json": { "schema": {
              "type": "array", "items": { "$ref": "#/components/schemas/Order" } } } } } }
          },
          "post": {
            "parameters": [{ "name": "Idempotency-Key", "in": "header", "schema": { "type": "string" } }],
            "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": {
              "note": { "type": "string" } } } } } },
            "responses": {
              "201": { "description": "Made", "content": { "application/json": { "schema": {
                "$ref": "#/components/schemas/Order" } } } },
              "409": { "description": "The key came with another body" } }
          }
        }
      },
      "components": { "schemas": { "Order": { "type": "object", "required": ["id", "note"], "properties": {
        "id": { "type": "integer" }, "note": { "type": "string" } } } } } }
    """##

  private static func keys(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "shop.json")
    let made = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
    let contract = try #require(made.contract, "\(made.errors)")
    #expect(contract.endpoints.contains { $0.states.contains { $0.action == .create } })
    return contract.endpoints.compactMap { $0.idempotencyKey?.name }
  }

  @Test func `a header called Idempotency-Key is assumed to be the key`() throws {
    #expect(try Self.keys(Self.document) == ["Idempotency-Key"])
  }

  @Test func `without an error for another body it isn't, as the mock would need one`() throws {
    #expect(try Self.keys(Self.document.replacing("\"409\"", with: "\"503\"")) == [])
  }

  @Test func `a header with another name isn't`() throws {
    #expect(try Self.keys(Self.document.replacing("Idempotency-Key", with: "X-Request-Id")) == [])
  }
}
