import PlumblineContractModel
import PlumblineWorkspace
import TestSupport
import Testing

/// The paths that form a family, and the notes about those that don't.
struct ResourceFamiliesTests {
  private static let note =
    #"{ "type": "object", "required": ["id", "text"], "properties": { "id": { "type": "string" }, "#
    + #""text": { "type": "string" } } }"#

  /// Returns the operation of a method with a response that has a schema.
  private static func operation(_ method: String, _ status: Int, _ schema: String = "") -> String {
    let content = schema.isEmpty ? "" : #", "content": { "application/json": { "schema": \#(schema) } }"#
    return #""\#(method)": { "responses": { "\#(status)": { "description": "Fine"\#(content) } } }"#
  }

  private static let list = operation("get", 200, #"{ "type": "array", "items": \#(note) }"#)
  private static let read = operation("get", 200, note)
  private static let delete = operation("delete", 204)

  /// Returns an operation that takes a note and responds with one.
  private static func taking(_ method: String, _ status: Int, _ shown: String = note) -> String {
    let taken = #"{ "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } }"#
    let body = #""requestBody": { "required": true, "content": { "application/json": { "schema": \#(taken) } } }, "#
    return operation(method, status, shown).replacing(#""responses""#, with: body + #""responses""#)
  }

  /// Imports a document with paths and their operations. The parameters are those in the paths, and all of them are
  /// strings.
  private static func imported(_ paths: KeyValuePairs<String, [String]>) throws -> ImportedService {
    let items = paths.map { path, operations in
      let names = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
      let parameters = names.map {
        #"{ "name": "\#($0)", "in": "path", "required": true, "schema": { "type": "string" } }"#
      }
      let parts = operations + (names.isEmpty ? [] : [#""parameters": [\#(parameters.joined(separator: ", "))]"#])
      return "\"\(path)\": { \(parts.joined(separator: ", ")) }"
    }
    let text =
      #"{ "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": { "#
      + items.joined(separator: ", ") + " } }"
    let folder = try TemporaryFolder()
    try folder.write(text, to: "notes.json")
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "notes.json", as: "notes")
  }

  private static func actions(_ made: ImportedService) -> Set<StateRule.Action> {
    Set(made.contract?.endpoints.flatMap(\.states).map(\.action) ?? [])
  }

  @Test func `what is listed and made without a path for one is told apart by its id`() throws {
    let made = try Self.imported(["/notes": [Self.list, Self.taking("post", 201)]])
    #expect(made.contract?.collections.map(\.name) == ["notes"], "\(made.proposals) \(made.errors)")
    #expect(Self.actions(made) == [.list, .create])
  }

  @Test func `a list of what has no id is named`() throws {
    let note = Self.note.replacing("\"id\"", with: "\"number\"")
    let list = Self.operation("get", 200, #"{ "type": "array", "items": \#(note) }"#)
    let made = try Self.imported(["/notes": [list, Self.taking("post", 201, note)]])
    let told = made.proposals.joined()
    #expect(made.contract?.collections.isEmpty == true)
    #expect(told.contains("shows no \"id\", and no path shows which member identifies an item"), "\(made.proposals)")
  }

  @Test(arguments: [("silences", "silence"), ("boxes", "box"), ("entries", "entry")])
  func `the path of one may have the word for one`(several: String, one: String) throws {
    let made = try Self.imported([
      "/v2/\(several)": [Self.list, Self.taking("post", 200)], "/v2/\(one)/{\(one)ID}": [Self.read, Self.delete],
    ])
    #expect(made.contract?.collections.map(\.name) == [several], "\(made.proposals) \(made.errors)")
    #expect(Self.actions(made) == [.list, .create, .read, .delete])
  }

  @Test(arguments: [("charges", "charge"), ("payment_intents", "intent"), ("entries", "entry")])
  func `a parameter may be the word for one of what the path has several of`(several: String, one: String) throws {
    let made = try Self.imported(["/\(several)": [Self.taking("post", 201)], "/\(several)/{\(one)}": [Self.read]])
    #expect(made.contract?.collections.map(\.name) == [several], "\(made.proposals) \(made.errors)")
  }

  @Test func `a path below may make one, and an ending may say the form`() throws {
    let made = try Self.imported([
      "/notes/create": [
        Self.taking("post", 201, #"{ "type": "object", "properties": { "id": { "type": "string" } } }"#)
      ],
      "/notes/json": [Self.list], "/notes/{id}/json": [Self.read], "/notes/{id}": [Self.delete],
    ])
    #expect(made.contract?.collections.map(\.name) == ["notes"], "\(made.proposals) \(made.errors)")
    #expect(Self.actions(made) == [.list, .create, .read, .delete])
  }

  @Test func `a delete may name one in its query`() throws {
    let query = #""parameters": [{ "name": "id", "in": "query", "required": true, "schema": { "type": "string" } }], "#
    let delete = Self.delete.replacing(#""responses""#, with: query + #""responses""#)
    let made = try Self.imported(["/notes": [Self.list, Self.taking("post", 201), delete]])
    #expect(Self.actions(made) == [.list, .create, .delete], "\(made.proposals) \(made.errors)")
  }

  @Test func `what else writes is named`() throws {
    let made = try Self.imported([
      "/notes": [Self.list, Self.taking("post", 201), Self.delete],
      "/notes/{id}": [Self.read, Self.operation("post", 200, Self.note)],
    ])
    let told = made.proposals.joined()
    #expect(told.contains("DELETE /notes (") && told.contains("requires no key in its path or query"), "\(told)")
    #expect(told.contains("POST /notes/{id} (") && told.contains("the document doesn't describe the effect"), "\(told)")
    #expect(Self.actions(made) == [.list, .create, .read])
  }

  @Test func `things that are changed and for which one thing is missing are named with it`() throws {
    let put = try Self.imported(["/notes": [Self.list], "/notes/{id}": [Self.read, Self.taking("put", 200)]])
    #expect(
      put.proposals.contains {
        $0.contains("/notes (no POST creates an item, and nothing says that PUT /notes/{id} does)")
      }, "\(put.proposals)")
    let blind = try Self.imported(["/notes": [Self.taking("post", 201)], "/notes/{id}": [Self.delete]])
    #expect(
      blind.proposals.contains { $0.contains("/notes (no GET reads or lists items)") }, "\(blind.proposals)")
    let quiet = try Self.imported(["/notes": [Self.list], "/notes/{id}": [Self.read]])
    #expect(quiet.proposals.isEmpty, "\(quiet.proposals)")
  }

  @Test func `paths that end in json are those of what they name`() throws {
    let parameter = #""parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]"#
    let text = """
      { "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": {
        "/notes.json": { \(Self.list), \(Self.taking("post", 201)) },
        "/notes/{id}.json": { \(Self.read), \(Self.delete), \(parameter) } } }
      """
    let folder = try TemporaryFolder()
    try folder.write(text, to: "notes.json")
    let made = Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "notes.json", as: "notes")
    #expect(made.contract?.collections.map(\.name) == ["notes"], "\(made.proposals) \(made.errors)")
    #expect(Self.actions(made) == [.list, .create, .read, .delete])
  }

  @Test func `each resource that is passed over is named by import, and ten of many by serve`() throws {
    let parameter = #""parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]"#
    let paths = (1...12).map { number in
      #""/r\#(number)/{id}": { \#(Self.read), \#(Self.taking("put", 200)), \#(parameter) }"#
    }
    let text =
      #"{ "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": { "#
      + paths.joined(separator: ", ") + " } }"
    let folder = try TemporaryFolder()
    try folder.write(text, to: "notes.json")
    var workspace = Workspace(contracts: "Contracts", base: folder.path)
    let told = workspace.import(.openapi, "notes.json", as: "notes").proposals.joined()
    #expect(told.ranges(of: "(no POST creates an item").count == 12 && !told.contains("more"), "\(told)")
    workspace.liftsState = true
    let served = try workspace.load(named: ["./notes.json"])[0].assumptions.joined()
    #expect(served.ranges(of: "(no POST creates an item").count == 10, "\(served)")
    #expect(served.contains(" and 2 more, which plumbline import openapi --dry-run lists."), "\(served)")
  }
}
