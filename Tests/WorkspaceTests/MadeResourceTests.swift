import PlumblineContractModel
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// Resources that a PUT creates, and resources whose creation responds only with the new key.
struct MadeResourceTests {
  private static let note = ##"{ "$ref": "#/components/schemas/Note" }"##
  private static let body =
    ##"{ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Text" } } } }"##

  private static func answer(_ schema: String) -> String {
    #"{ "description": "", "content": { "application/json": { "schema": \#(schema) } } }"#
  }

  private static func taking(_ method: String, _ responses: String) -> String {
    #""\#(method)": { "requestBody": \#(body), "responses": { \#(responses) } }"#
  }

  /// Imports a document with operations on all notes, and with operations on one note in addition to its GET. Returns
  /// the contract and the proposals.
  private static func imported(all: String, one: String = "", key: String = #"{ "type": "string" }"#) throws
    -> (contract: JSON, states: [JSON], made: ImportedService)
  {
    let id = ##"{ "$ref": "#/components/schemas/Id" }"##
    let text = ##"""
      { "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": { "/notes": { \##(all) },
        "/notes/{id}": { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": \##(key) }],
          "get": { "responses": { "200": \##(answer(note)) } }\##(one.isEmpty ? "" : ", \(one)") } },
        "components": { "schemas": { "Id": \##(key),
          "Text": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "Note": { "type": "object", "required": ["id", "text"], "properties": {
            "id": \##(id), "text": { "type": "string" } } } } } }
      """##
    let folder = try TemporaryFolder()
    try folder.write(text, to: "notes.json")
    let made = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "notes.json", as: "notes")
    var states: [JSON] = []
    var contract = JSON.emptyObject
    for file in made.files {
      let root = try JSON.parse(file.bytes)
      if file.name == "contract.json" { contract = root }
      for (_, endpoint) in root["endpoints"]?.members.map({ $0 }) ?? [] {
        if let state = endpoint["state"] { states.append(state) }
      }
    }
    return (contract, states, made)
  }

  private static let post = taking("post", #""201": \#(answer(note))"#)

  @Test(arguments: [
    (#""200": \#(answer(note)), "201": \#(answer(note))"#, true),
    (#""201": \#(answer(note)), "204": { "description": "" }"#, true), (#""200": \#(answer(note))"#, false),
    // The other responses are unknown, so this may be the status of every change.
    (#""201": \#(answer(note))"#, false),
  ])
  func `a PUT with a 201 beside another success makes what isn't there`(responses: String, makes: Bool) throws {
    let found = try Self.imported(all: Self.post, one: Self.taking("put", responses))
    let update = try #require(found.states.first { $0["action"] == "update" }, "\(found.made.proposals)")
    #expect((update["missing"] == "create") == makes, "\(update.text)")
    #expect(update["merge"] == "replace")
    #expect(found.made.errors.isEmpty, "\(found.made.errors)")
  }

  @Test(arguments: [#""201": \#(answer(note))"#, #""200": \#(answer(note)), "201": \#(answer(note))"#])
  func `where no POST makes one, a PUT with a 201 does`(responses: String) throws {
    let list = #""get": { "responses": { "200": \#(Self.answer(#"{ "type": "array", "items": \#(Self.note) }"#)) } }"#
    let found = try Self.imported(all: list, one: Self.taking("put", responses))
    #expect(found.contract["resources"]?.members.keys == ["notes"], "\(found.made.proposals) \(found.made.errors)")
    #expect(found.states.first { $0["action"] == "update" }?["missing"] == "create", "\(found.states.map(\.text))")
    #expect(Set(found.states.compactMap { $0["action"]?.string }) == ["list", "read", "update"])
    #expect(found.states.allSatisfy { $0["standing"] == "assumed" })
  }

  private static func posting(_ schema: String) -> String { taking("post", #""201": \#(answer(schema))"#) }

  @Test(arguments: [
    (#"{ "type": "integer" }"#, #"{ "type": "integer" }"#, true),
    (#"{ "type": "string", "format": "uuid" }"#, #"{ "type": "string", "format": "uuid" }"#, true),
    (#"{ "type": "string" }"#, ##"{ "$ref": "#/components/schemas/Id" }"##, true),
    // Any other string may be a message.
    (#"{ "type": "string" }"#, #"{ "type": "string" }"#, false),
    (#"{ "type": "string" }"#, #"{ "type": "integer" }"#, false),
    (#"{ "type": "integer" }"#, #"{ "type": "integer", "enum": [0] }"#, false),
  ])
  func `an answer that is only the key is shown as that`(key: String, answer: String, isKey: Bool) throws {
    let found = try Self.imported(all: Self.posting(answer), key: key)
    let create = found.states.first { $0["action"] == "create" }
    #expect((create?["show"] == ["": "/id"]) == isKey, "\(found.made.proposals) \(found.made.errors)")
    #expect(found.made.errors.isEmpty, "\(found.made.errors)")
    if !isKey { #expect(found.made.proposals.contains { $0.contains("/notes") }, "\(found.made.proposals)") }
  }

  @Test func `a key is shown beside what else the answer requires`() throws {
    let answer =
      #"{ "type": "object", "required": ["id", "warnings"], "properties": { "id": { "type": "string" }, "warnings": { "type": "array" } } }"#
    let found = try Self.imported(all: Self.posting(answer))
    let create = found.states.first { $0["action"] == "create" }
    #expect(create?["show"] == ["/id": "/id"], "\(found.made.proposals) \(found.made.errors)")
    #expect(found.made.errors.isEmpty, "\(found.made.errors)")
  }

  @Test func `a text that nothing calls the key is named`() throws {
    let found = try Self.imported(all: Self.posting(#"{ "type": "string" }"#))
    #expect(
      found.made.proposals.contains { $0.contains("responds with a string, and nothing says that it is the \"id\"") },
      "\(found.made.proposals)")
  }

  @Test func `what is made of a text, of a form of other fields, or of nothing, is named with that`() throws {
    let text = #"{ "content": { "text/plain": { "schema": { "type": "string" } } } }"#
    let form = #"{ "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object" } } } }"#
    let answers = #""responses": { "201": \#(Self.answer(Self.note)) }"#
    let sent = try Self.imported(all: #""post": { "requestBody": \#(text), \#(answers) }"#)
    #expect(
      sent.made.proposals.contains {
        $0.contains("takes text/plain, but items are assumed only for JSON and forms")
      }, "\(sent.made.proposals)")
    let others = try Self.imported(all: #""post": { "requestBody": \#(form), \#(answers) }"#)
    #expect(others.made.proposals.contains { $0.contains("accepts no member that") }, "\(others.made.proposals)")
    let empty = try Self.imported(all: #""post": { \#(answers) }"#)
    #expect(empty.made.proposals.contains { $0.contains("takes no body") }, "\(empty.made.proposals)")
  }
}
