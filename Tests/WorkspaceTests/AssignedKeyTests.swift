import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// Keys in bodies that a service may ignore, because its paths accept only UUIDs.
struct AssignedKeyTests {
  private static func answer(_ schema: String) -> String {
    #"{ "description": "", "content": { "application/json": { "schema": \#(schema) } } }"#
  }

  private static let shown = #"{ "type": "object", "properties": { "id": { "type": "string" } } }"#
  private static let note = #"""
    { "type": "object", "required": ["id", "text"],
      "properties": { "id": { "type": "string" }, "text": { "type": "string" } } }
    """#

  /// Returns the state of the endpoint that creates a note.
  private static func creation(body key: String, required: String, path: String) throws -> JSON? {
    let members = #""properties": { "id": \#(key), "text": { "type": "string" } }"#
    let text = ##"""
      { "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": {
        "/notes": { "post": { "operationId": "add", "tags": ["notes"], "requestBody": { "content": { "application/json": {
          "schema": { "type": "object", "required": \##(required), \##(members) } } } },
          "responses": { "200": \##(answer(shown)) } } },
        "/notes/{id}": { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": \##(path) }],
          "get": { "operationId": "get", "tags": ["notes"], "responses": { "200": \##(answer(note)) } } } } }
      """##
    let folder = try TemporaryFolder()
    try folder.write(text, to: "notes.json")
    let made = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "notes.json", as: "notes")
    for file in made.files {
      if let state = try JSON.parse(file.bytes)["endpoints"]?["add"]?["state"] { return state }
    }
    Issue.record("\(made.proposals) \(made.errors)")
    return nil
  }

  private static let uuid = #"{ "type": "string", "format": "uuid" }"#
  private static let text = #"{ "type": "string" }"#

  @Test func `an optional text in a body is no key where paths take UUIDs`() throws {
    let state = try #require(try Self.creation(body: Self.text, required: #"["text"]"#, path: Self.uuid))
    #expect(state["set"] == ["/text": "body#/text"] && state["merge"] == false, "\(state.text)")
  }

  @Test(arguments: [(text, #"["id", "text"]"#, uuid), (uuid, #"["text"]"#, uuid), (text, #"["text"]"#, text)])
  func `a key is taken from the body if it is required there, a UUID as well, or any text`(
    key: String, required: String, path: String
  ) throws {
    let state = try #require(try Self.creation(body: key, required: required, path: path))
    #expect(state["set"] == nil && state["action"] == "create", "\(state.text)")
  }
}
