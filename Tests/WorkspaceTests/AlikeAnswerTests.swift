import PlumblineContractModel
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// Responses to a create that show the new item with a different schema than the endpoint that reads it.
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

  /// Returns the service of a document in which a create responds with this schema in this member.
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
    // The schema requires a member that no item has, or its key has a different type or is missing.
    (
      "note",
      #"{ "type": "object", "required": ["id", "url"], "properties": { "id": { "type": "integer" }, "url": {} } }"#
    ),
    ("note", #"{ "type": "object", "properties": { "id": { "type": "string" } } }"#),
    ("note", #"{ "type": "object", "properties": { "text": { "type": "string" } } }"#),
    // No new item can satisfy the schema.
    (
      "note",
      #"{ "type": "object", "properties": { "id": { "type": "integer" }, "text": { "type": "string", "maxLength": 0 } } }"#
    ),
    // A job may concern anything.
    ("job", #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }"#),
  ])
  func `anything else isn't the item`(member: String, schema: String) throws {
    let made = try Self.imported(member, schema)
    #expect(made.contract?.collections.isEmpty == true, "\(made.errors)")
    let told = made.proposals.joined(separator: "\n")
    #expect(
      told.contains("add shows something other than get")
        || told.contains("add responds with different members than get"),
      "\(told)")
  }

  /// Returns the service of a document in which a create responds with one of several schemas.
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

  @Test func `a schema with fewer members in the same place shows those only`() throws {
    let schema = #"{ "type": "object", "properties": { "id": { "type": "integer" }, "text": { "type": "string" } } }"#
    let made = try Self.imported("note", schema)
    let state = try #require(made.contract?.endpoint("add")?.state, "\(made.proposals) \(made.errors)")
    #expect(state.shown(["id": 1, "text": "Milk", "tags": ["a"]]) == ["id": 1, "text": "Milk"])
  }

  /// Returns the service of a document in which notes are listed and changed with schemas that have these members.
  private static func imported(listing: String, changing: String) throws -> ImportedService {
    func whole(_ schema: String) -> String {
      #"{ "description": "", "content": { "application/json": { "schema": \#(schema) } } }"#
    }
    func thing(_ members: String) -> String { #"{ "type": "object", "properties": { \#(members) } }"# }
    let body = #"{ "content": { "application/json": { "schema": \#(thing(#""text": { "type": "string" }"#)) } } }"#
    let note = thing(
      #""object": { "type": "string" }, "id": { "type": "string" }, "text": { "type": "string" }, "size": { "type": "integer" }"#
    )
    let list = whole(
      #"{ "type": "object", "properties": { "data": { "type": "array", "items": \#(thing(listing)) } } }"#)
    let text = ##"""
      { "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": {
        "/notes": { "get": { "operationId": "all", "responses": { "200": \##(list) } },
          "post": { "operationId": "add", "requestBody": \##(body), "responses": { "201": \##(whole(note)) } } },
        "/notes/{id}": { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
          "get": { "operationId": "get", "responses": { "200": \##(whole(note)) } },
          "patch": { "operationId": "change", "requestBody": \##(body), "responses": { "200": \##(whole(thing(changing))) } }
        } } }
      """##
    let folder = try TemporaryFolder()
    try folder.write(text, to: "notes.json")
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "notes.json", as: "notes")
  }

  private static let id = #""id": { "type": "string" }"#

  @Test func `a list of summaries and a change that answers with the key are remembered`() throws {
    let made = try Self.imported(
      listing: #"\#(Self.id), "size": { "type": "integer" }"#, changing: #""object": { "type": "string" }, \#(Self.id)"#
    )
    let note: JSON = ["object": "note", "id": "n1", "text": "Milk", "size": 3]
    let list = try #require(made.contract?.endpoint("all")?.state, "\(made.proposals) \(made.errors)")
    #expect(list.action == .list && list.shown([note]) == [["id": "n1", "size": 3]])
    let change = try #require(made.contract?.endpoint("change")?.state, "\(made.proposals) \(made.errors)")
    #expect(change.action == .update && change.shown(note) == ["object": "note", "id": "n1"])
  }

  @Test(arguments: [
    // The schemas have a member that no note has, a member with a different type, and no key.
    #"\#(id), "hot": { "type": "boolean" }"#, #"\#(id), "size": { "type": "string" }"#,
    #""size": { "type": "integer" }"#,
  ])
  func `a list of other things isn't theirs`(members: String) throws {
    let made = try Self.imported(listing: members, changing: members)
    #expect(made.contract?.endpoint("get")?.state?.action == .read, "\(made.proposals) \(made.errors)")
    #expect(made.contract?.endpoint("all")?.state == nil && made.contract?.endpoint("change")?.state == nil)
    let told = made.proposals.joined(separator: "\n")
    #expect(
      told.contains("all shows no list of the items that get shows")
        && told.contains("change shows something other than get"),
      "\(told)")
  }

  @Test func `a list whose schema refuses what notes have isn't theirs`() throws {
    let made = try Self.imported(
      listing: #"\#(Self.id), "size": { "type": "integer", "maximum": -7 }"#, changing: Self.id)
    #expect(made.contract?.endpoint("all")?.state == nil, "\(made.proposals)")
    let told = made.proposals.joined(separator: "\n")
    #expect(told.contains("all shows different members of its items than get"), "\(told)")
  }
}
