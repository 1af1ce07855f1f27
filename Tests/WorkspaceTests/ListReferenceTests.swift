import PlumblineContractModel
import PlumblineWorkspace
import TestSupport
import Testing

/// References to elements of lists by their index, which must lead to the same elements when others are omitted.
struct ListReferenceTests {
  private func imported(_ parameters: String, _ reference: String, beside: [String: String] = [:]) throws
    -> ImportedService
  {
    let folder = try TemporaryFolder()
    for (name, text) in beside { try folder.write(text, to: name) }
    try folder.write(
      ##"""
      { "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {
        "/a": { "get": { "operationId": "a", "parameters": [\##(parameters)],
          "responses": { "200": { "description": "A" } } } },
        "/b": { "get": { "operationId": "b", "parameters": [{ "$ref": "\##(reference)" }],
          "responses": { "200": { "description": "B" } } } } } }
      """##, to: "shop.json")
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
  }

  private static let one = #"{ "name": "one", "in": "query", "schema": { "type": "string" } }"#
  private static let two = #"{ "name": "two", "in": "query", "schema": { "type": "string" } }"#
  /// A parameter without a location, which is therefore omitted.
  private static let odd = #"{ "name": "odd", "schema": { "type": "string" } }"#

  private static let other = #"{ "name": "other", "schema": {} }"#

  private func names(_ id: String, of imported: ImportedService) throws -> [String] {
    let contract = try #require(imported.contract, "\(imported.errors)")
    return try #require(contract.endpoints.first { $0.id == id }).query.map(\.name)
  }

  @Test(arguments: [
    ([odd, one, two], "2"), ([odd, one, other, two], "3"), ([one, two, odd], "1"), ([one, odd, two], "2"),
  ])
  func `a reference leads to the element that it led to`(parameters: [String], number: String) throws {
    let imported = try imported(parameters.joined(separator: ", "), "#/paths/~1a/get/parameters/\(number)")
    #expect(try names("b", of: imported) == ["two"], "\(imported.errors)")
    let first = try names("a", of: imported)
    #expect(first.contains("one") && first.contains("two"), "\(first)")
    #expect(!imported.errors.contains { $0.message.contains("leads nowhere") }, "\(imported.errors)")
  }

  @Test func `a reference to an element that is left out is left out as well, by name`() throws {
    let imported = try imported([Self.odd, Self.one].joined(separator: ", "), "#/paths/~1a/get/parameters/0")
    #expect(try names("b", of: imported).isEmpty)
    #expect(try names("a", of: imported) == ["one"])
    let named = imported.errors.filter { $0.message.contains("has no \"0 (left out)\"") }
    #expect(named.map(\.location.line) == [4] && named.allSatisfy(\.isOmission), "\(imported.errors)")
  }

  @Test func `a list of another file is counted as well`() throws {
    let imported = try imported(
      ##"{ "$ref": "lists.json#/all/0" }, { "$ref": "lists.json#/all/1" }"##, "lists.json#/all/1",
      beside: ["lists.json": "{ \"all\": [\(Self.odd), \(Self.two)] }"])
    #expect(try names("b", of: imported) == ["two"], "\(imported.errors)")
    #expect(try names("a", of: imported) == ["two"], "\(imported.errors)")
  }
}
