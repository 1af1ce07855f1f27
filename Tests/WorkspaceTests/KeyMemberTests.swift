import PlumblineContractModel
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// The member that identifies the items of a collection, and the parents that contain them.
struct KeyMemberTests {
  /// Imports a document with one collection, whose items have these members, all of them strings.
  private func imported(_ word: String, _ parameter: String, _ members: [String], type: String = "string") throws
    -> ImportedService
  {
    let all = members.contains("text") ? members : members + ["text"]
    let properties = all.map { #""\#($0)": { "type": "\#($0 == "id" ? type : "string")" }"# }
    let item = #"{ "type": "object", "properties": { \#(properties.joined(separator: ", ")) } }"#
    func answer(_ status: Int, _ schema: String) -> String {
      #""responses": { "\#(status)": { "description": "", "content": { "application/json": { "schema": \#(schema) } } } }"#
    }
    let folder = try TemporaryFolder()
    try folder.write(
      """
      { "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {
        "/\(word)": { "get": { \(answer(200, "{ \"type\": \"array\", \"items\": \(item) }")) },
          "post": { \(answer(201, item)), "requestBody": { "required": true, "content": { "application/json": {
            "schema": { "type": "object", "properties": { "text": { "type": "string" } } } } } } } },
        "/\(word)/{\(parameter)}": { "get": { \(answer(200, item)), "parameters": [
          { "name": "\(parameter)", "in": "path", "required": true, "schema": { "type": "\(type)" } }] } } } }
      """, to: "shop.json")
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
  }

  private static let keys: [(word: String, parameter: String, members: [String], key: JSONPointer)] = [
    ("labels", "label", ["id", "label", "name"], "/label"), ("labels", "label", ["id", "Label", "name"], "/Label"),
    ("labels", "label", ["id", "name", "label_name"], "/label_name"), ("labels", "label", ["id", "name"], "/name"),
    ("labels", "label", ["id", "text"], "/id"), ("labels", "label_name", ["id", "name"], "/name"),
    ("labels", "label_id", ["id", "name"], "/id"), ("teams", "team_slug", ["id", "name", "slug"], "/slug"),
    ("charges", "charge", ["name", "id"], "/id"), ("users", "userName", ["name", "user_name"], "/user_name"),
    ("keys", "ssh_key_identifier", ["id", "fingerprint"], "/id"), ("dbs", "database_name", ["name"], "/name"),
    ("floating_ips", "floating_ip", ["ip", "region"], "/ip"), ("tags", "tag_id", ["name", "resources"], "/name"),
    ("tags", "tag_id", ["id", "name"], "/id"),
  ]

  @Test(arguments: 0..<keys.count)
  func `the member that is called like the parameter comes before a name, and that before the id`(number: Int) throws {
    let (word, parameter, members, key) = Self.keys[number]
    let made = try imported(word, parameter, members)
    #expect(made.contract?.collections.map(\.key) == [key], "\(made.proposals) \(made.errors)")
  }

  @Test func `a number is no name`() throws {
    let made = try imported("labels", "label", ["id", "name"], type: "integer")
    #expect(made.contract?.collections.map(\.key) == ["/id"], "\(made.proposals) \(made.errors)")
  }

  // MARK: - Parents

  private static let schema =
    ##"{ "type": "object", "properties": { "id": { "type": "string" }, "program_id": { "type": "string" } } }"##

  /// Returns a response with its only example.
  private static func answer(_ schema: String, _ example: String) -> String {
    #""responses": { "200": { "description": "", "content": { "application/json": { "schema": \#(schema), "example": \#(example) } } } }"#
  }

  private static func parameters(_ names: String...) -> String {
    let all = names.map { #"{ "name": "\#($0)", "in": "path", "required": true, "schema": { "type": "string" } }"# }
    return #""parameters": [\#(all.joined(separator: ", "))]"#
  }

  @Test func `what lies below a thing that recordings show is there`() throws {
    let list = #"{ "type": "object", "properties": { "all": { "type": "array", "items": \#(Self.schema) } } }"#
    let one = #"{ "id": "p1", "program_id": "main" }"#
    let folder = try TemporaryFolder()
    try folder.write(
      """
      { "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {
        "/programs": { "get": { \(Self.answer(list, #"{ "all": [{ "id": "main" }, { "id": "other" }] }"#)) } },
        "/programs/{program_id}": { \(Self.parameters("program_id")), "get": {
          \(Self.answer(Self.schema, #"{ "id": "third" }"#)) } },
        "/programs/{program_id}/promotions": { \(Self.parameters("program_id")),
          "get": { \(Self.answer(list, #"{ "all": [\#(one)] }"#)) },
          "post": { "requestBody": { "content": { "application/json": { "schema": {
            "type": "object", "properties": { "program_id": { "type": "string" } } } } } },
            \(Self.answer(Self.schema, one)) } },
        "/programs/{program_id}/promotions/{promotion_id}": { \(Self.parameters("program_id", "promotion_id")),
          "get": { \(Self.answer(Self.schema, one)) } } } }
      """, to: "shop.json")
    let made = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
    let file = try #require(made.files.first { $0.name == "contract.json" }, "\(made.errors)")
    let collection = try JSON.parse(file.bytes)["resources"]?.members.first?.value
    let seeds = try #require(collection?["seeds"], "\(made.proposals) \(made.errors)")
    for parent in ["main", "other", "third"] {
      let items = try #require(seeds[parent], "\(seeds.text)")
      #expect(items.elements.contains { $0["id"] == "p1" }, "\(items.text)")
      #expect(items.elements.allSatisfy { $0["program_id"]?.string == parent }, "\(items.text)")
    }
    // The items of each parent have the same keys.
    let keys = seeds.members.map { Set($0.value.elements.compactMap { $0["id"]?.string }) }
    #expect(Set(keys).count == 1, "\(seeds.text)")
  }
}
