import PlumblineContractModel
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// Responses to a create that show the new item by another schema than the endpoint that reads it.
struct AlikeAnswerTests {
  private static func answer(_ member: String, _ schema: String) -> String {
    #"{ "description": "", "content": { "application/json": { "schema": "#
      + #"{ "type": "object", "properties": { "\#(member)": \#(schema) } } } } }"#
  }

  private static let read = #"""
    { "type": "object", "required": ["id", "text"], "properties": {
      "id": { "type": "integer" }, "text": { "type": "string" },
      "tags": { "type": "array", "items": { "type": "string" } } } }
    """#

  /// The service of a document whose create answers with this schema, in this member.
  private static func imported(_ member: String, _ made: String) throws -> ImportedService {
    let text = ##"""
      { "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": {
        "/notes": { "post": { "operationId": "add", "requestBody": { "content": { "application/json": { "schema": {
          "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } } } } },
          "responses": { "201": \##(answer(member, made)) } } },
        "/notes/{id}": { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
          "get": { "operationId": "get", "responses": { "200": \##(answer("note", read)) } } } } }
      """##
    let folder = try TemporaryFolder()
    try folder.write(text, to: "notes.json")
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "notes.json", as: "notes")
  }

  @Test func `a schema with fewer members in the same place shows the new item`() throws {
    let schema = #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }"#
    let made = try Self.imported("note", schema)
    #expect(made.contract?.collections.map(\.name) == ["notes"], "\(made.proposals) \(made.errors)")
    let state = try #require(made.contract?.endpoint("add")?.state, "\(made.proposals)")
    #expect(state.action == .create)
    #expect(state.place == "/note")
  }

  @Test(arguments: [
    // It requires what no item has, has another type of key, or none.
    (
      "note",
      #"{ "type": "object", "required": ["id", "url"], "properties": { "id": { "type": "integer" }, "url": {} } }"#
    ),
    ("note", #"{ "type": "object", "properties": { "id": { "type": "string" } } }"#),
    ("note", #"{ "type": "object", "properties": { "text": { "type": "string" } } }"#),
    // No new item fits it.
    (
      "note",
      #"{ "type": "object", "properties": { "id": { "type": "integer" }, "text": { "type": "string", "maxLength": 0 } } }"#
    ),
    // A job may be about anything.
    ("job", #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }"#),
  ])
  func `anything else isn't the item`(member: String, schema: String) throws {
    let made = try Self.imported(member, schema)
    #expect(made.contract?.collections.isEmpty == true, "\(made.errors)")
    let told = made.proposals.joined(separator: "\n")
    #expect(
      told.contains("add shows something other than get") || told.contains("add responds with something else than get"),
      "\(told)")
  }

  /// The service of a document whose create answers with one of several things.
  private static func imported(union: [String]) throws -> ImportedService {
    func whole(_ schema: String) -> String {
      #"{ "description": "", "content": { "application/json": { "schema": \#(schema) } } }"#
    }
    func thing(_ member: String) -> String {
      #"{ "type": "object", "required": ["id", "\#(member)"], "properties": { "#
        + #""id": { "type": "integer" }, "\#(member)": { "type": "string" } } }"#
    }
    let note = whole(##"{ "$ref": "#/components/schemas/Note" }"##)
    let branches = union.map { ##"{ "$ref": "#/components/schemas/\##($0)" }"## }.joined(separator: ", ")
    let made = whole(#"{ "anyOf": [\#(branches)] }"#)
    let text = ##"""
      { "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": {
        "/notes": { "post": { "operationId": "add", "requestBody": { "content": { "application/json": { "schema": {
          "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } } } } },
          "responses": { "201": \##(made) } } },
        "/notes/{id}": { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
          "get": { "operationId": "get", "responses": { "200": \##(note) } } } },
        "components": { "schemas": { "Note": \##(thing("text")), "Sheet": \##(thing("title")), "Page": \##(thing("number")) } } }
      """##
    let folder = try TemporaryFolder()
    try folder.write(text, to: "notes.json")
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "notes.json", as: "notes")
  }

  @Test func `a union with the item as a branch shows the whole item`() throws {
    let made = try Self.imported(union: ["Sheet", "Note"])
    let state = try #require(made.contract?.endpoint("add")?.state, "\(made.proposals) \(made.errors)")
    #expect(state.action == .create)
    #expect(state.place == nil)
    #expect(state.shownMembers.isEmpty)
  }

  @Test func `a union of other things that need more than a key shows no item`() throws {
    let made = try Self.imported(union: ["Sheet", "Page"])
    #expect(made.contract?.collections.isEmpty == true, "\(made.errors)")
    let told = made.proposals.joined(separator: "\n")
    #expect(told.contains("add shows something other than get"), "\(told)")
  }
}
