import PlumblineContractModel
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// Items that are written with forms, and with bodies whose members have different names than those of responses.
struct FormStateTests {
  private static let item = ##"{ "$ref": "#/components/schemas/Item" }"##
  private static let list =
    #"{ "type": "object", "required": ["data", "url"], "properties": { "data": { "type": "array", "items": \#(item) }, "#
    + #""url": { "type": "string", "pattern": "^/items" } } }"#
  private static let fields =
    #""FriendlyName": { "type": "string" }, "Note": { "type": "string" }, "Colour": { "type": "string" }"#

  private static func answer(_ schema: String) -> String {
    #"{ "description": "Fine", "content": { "application/json": { "schema": \#(schema) } } }"#
  }

  private static func operation(_ id: String, _ status: Int, _ taken: String, _ type: String) -> String {
    """
    { "operationId": "\(id)", "requestBody": { "content": { "\(type)": { "schema": {
      "type": "object", "properties": { \(taken) } } } } }, "responses": { "\(status)": \(answer(item)) } }
    """
  }

  /// Returns a shop whose items are created and changed with one POST each.
  private static func document(
    fields: String = Self.fields, type: String = "application/x-www-form-urlencoded", read: String = Self.item
  ) -> String {
    """
    { "openapi": "3.0.3", "info": { "title": "Shop", "version": "1" }, "paths": {
      "/items": { "post": \(operation("make", 201, fields, type)), "get": { "operationId": "list", "responses": {
        "200": \(answer(list)) } } },
      "/items/{Sid}": {
        "parameters": [{ "name": "Sid", "in": "path", "required": true, "schema": { "type": "string" } }],
        "get": { "operationId": "read", "responses": { "200": \(answer(read)) } },
        "post": \(operation("change", 200, fields, type)),
        "delete": { "operationId": "drop", "responses": { "204": { "description": "Gone" } } } } },
      "components": { "schemas": {
        "Item": { "type": "object", "required": ["sid"], "properties": {
          "sid": { "type": "string", "nullable": true, "pattern": "^IT[0-9a-f]{6}$" },
          "friendly_name": { "type": "string", "nullable": true }, "note": { "type": "string" } } },
        "Gone": { "type": "object", "required": ["deleted"], "properties": { "deleted": { "type": "boolean" } } } } } }
    """
  }

  private static func imported(_ text: String) throws -> (states: [String: JSON], made: ImportedService) {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "shop.json")
    let made = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.json", as: "shop")
    var states: [String: JSON] = [:]
    for file in made.files {
      for (id, endpoint) in try JSON.parse(file.bytes)["endpoints"]?.members.map({ ($0.key, $0.value) }) ?? [] {
        states[id] = endpoint["state"]
      }
    }
    return (states, made)
  }

  private static let set: JSON = ["/friendly_name": "body#/FriendlyName", "/note": "body#/Note"]

  @Test(arguments: ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"])
  func `what a form says of a thing is remembered field by field, as is JSON with other spellings`(
    type: String
  ) throws {
    let (states, made) = try Self.imported(Self.document(type: type))
    #expect(made.errors.isEmpty, "\(made.errors)")
    #expect(made.contract?.collections.map(\.name) == ["items"], "\(made.proposals)")
    #expect(states["make"]?["action"] == "create" && states["make"]?["set"] == Self.set, "\(made.proposals)")
    #expect(states["make"]?["merge"] == false)
    #expect(states["change"]?["action"] == "update" && states["change"]?["set"] == Self.set, "\(made.proposals)")
    #expect(states["change"]?["key"] == "path.Sid")
    #expect(states["drop"]?["action"] == "delete")
    #expect(states["read"]?["action"] == "read")
    #expect(states["list"]?["at"] == "/data", "\(made.proposals)")
  }

  @Test func `a field that means something else is left out by its name, and the others are kept`() throws {
    let fields = #""friendly_name": { "type": "string" }, "note": { "type": "integer" }"#
    let (states, made) = try Self.imported(Self.document(fields: fields))
    #expect(states["make"]?["set"] == ["/friendly_name": "body#/friendly_name"], "\(made.proposals)")
    #expect(states["change"]?["set"] == ["/friendly_name": "body#/friendly_name"], "\(made.proposals)")
    let told = made.proposals.joined()
    #expect(
      told.contains(#"POST /items (make takes a different "note" than read shows, so "note" isn't stored)"#), "\(told)")
  }

  @Test(arguments: [
    #""friendly_name": { "type": "string" }, "note": { "type": "integer" }"#,
    // A member of one kind of body.
    #"}, "required": ["note"], "oneOf": [{ "properties": { "note": { "type": "integer" } }, "#
      + #""additionalProperties": false }, { "required": ["friendly_name"], "properties": "#
      + #"{ "note": { "type": "integer" }, "friendly_name": { "type": "string" } } }], "x-more": {"#,
  ])
  func `so is a member of JSON that means something else, and those of each kind of body are kept`(
    fields: String
  ) throws {
    let (states, made) = try Self.imported(Self.document(fields: fields, type: "application/json"))
    #expect(states["make"]?["set"] == ["/friendly_name": "body#/friendly_name"], "\(made.proposals)")
    #expect(states["make"]?["merge"] == false && states["make"]?["body"] == nil)
    #expect(states["change"]?["set"] == ["/friendly_name": "body#/friendly_name"], "\(made.proposals)")
    #expect(made.proposals.joined().contains(#"so "note" isn't stored"#), "\(made.proposals)")
  }

  @Test func `a thing that may be read after it was deleted is what its creation shows`() throws {
    let read = ##"{ "anyOf": [\##(Self.item), { "$ref": "#/components/schemas/Gone" }] }"##
    let (states, made) = try Self.imported(Self.document(read: read))
    #expect(made.errors.isEmpty, "\(made.errors)")
    #expect(states["make"]?["action"] == "create" && states["read"]?["action"] == "read", "\(made.proposals)")
  }

  @Test func `a body that is neither JSON nor a form is named`() throws {
    let made = try Self.imported(Self.document(type: "application/xml")).made
    let told = made.proposals.joined()
    #expect(
      told.contains("make takes application/xml, but items are assumed only for JSON and forms"),
      "\(told)")
  }
}
