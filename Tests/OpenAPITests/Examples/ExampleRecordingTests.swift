import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings
import Testing

struct ExampleRecordingTests {
  private static func document(_ media: String) -> String {
    """
    "paths": { "/pets/{id}": { "put": { "operationId": "pets.put",
      "parameters": [
        { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" }, "example": 7 },
        { "name": "dry", "in": "query", "required": true, "schema": { "type": "boolean", "example": true } },
        { "name": "X-Trace", "in": "header", "required": true, "schema": { "type": "string" }, "example": "t1" }],
      "requestBody": { "required": true, "content": { "application/json": {
        "schema": { "type": "object" }, "example": { "name": "Rex" } } } },
      "responses": {
        "200": { "description": "", "headers": { "X-Left": { "required": true, "schema": { "type": "integer", "example": 3 } } },
          "content": { "application/json": { \(media),
          "schema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } } } },
        "404": { "description": "", "content": { "application/json": { "example": "no pet", "schema": { "type": "string" } } } } } } } }
    """
  }

  private func examples(_ media: String) throws -> (TranslatedDocument, ExampleRecordings) {
    let document = try TranslatedDocument(Self.document(media))
    return (
      document,
      ExampleRecordings(
        document.translation.examples, of: try document.contract(), path: "api.json", today: "2026-11-23")
    )
  }

  @Test func `an example of a success is a recording, whose request has all that is asked for`() throws {
    let (document, examples) = try examples(
      #""examples": { "one": { "value": { "id": 7 } }, "Two!": { "value": { "id": 8 } } }"#)
    let recordings = examples.recordings
    #expect(recordings.map(\.id) == ["pets.put/one", "pets.put/two"])
    #expect(examples.notes.isEmpty)
    let first = try #require(recordings.first)
    let note = Provenance.exampleNote
    #expect(first.provenance == Provenance(kind: .imported, on: "2026-11-23", from: "api.json", note: note))
    #expect(first.request.target == "/pets/7?dry=true")
    #expect(first.request.headers["X-Trace"] == "t1")
    #expect(try JSON.parse(try #require(first.request.body.bytes)) == JSON.parse(#"{ "name": "Rex" }"#))
    #expect(first.response.status == 200)
    #expect(first.response.headers["X-Left"] == "3")
    #expect(first.responseBody?["id"]?.int == 7)
    #expect("\(first.location)".hasPrefix("api.json:11:"))
    // The recordings can be replayed, because lint finds no problems.
    #expect(RecordingLint.problems(in: recordings, contract: try document.contract()).isEmpty)
    // The mock generates a rejection from its example.
    #expect(try document.file()["errors"]?["notFound"]?["examples"] == JSON.parse(#"{ "example": "no pet" }"#))
  }

  @Test(arguments: [
    (#"{ "id": "x" }"#, "at /id, \"x\" is not an integer."), ("{}", "at /id, the member \"id\" is missing."),
  ])
  func `one that its own schema doesn't accept is left out and named`(example: String, reason: String) throws {
    let (_, examples) = try examples(#""example": \#(example)"#)
    #expect(examples.recordings.isEmpty)
    #expect(
      examples.notes.map(\.description) == [
        "api.json:11:53: warning: This example of pets.put is left out: \(reason)"
      ])
  }

  @Test func `an example with members that its schema doesn't name is used, and they are named`() throws {
    let (_, examples) = try examples(#""example": { "id": 1, "name": "Rex", "age": 3 }"#)
    #expect(examples.recordings.map(\.responseBody) == [["id": 1, "name": "Rex", "age": 3]])
    #expect(
      examples.notes.map(\.description) == [
        "api.json:11:53: warning: This example of pets.put has members that its schema doesn't describe (/name and 1 more). It is used unchanged."
      ])
  }

  @Test func `of several examples the first one answers, and the others are asked for`() throws {
    let (_, examples) = try examples(
      #""examples": { "zoo": { "value": { "id": 7 } }, "ark": { "value": { "id": 8 } } }"#)
    let preferences = examples.recordings.map { ($0.name, $0.request.headers["Prefer"]) }
    #expect(preferences.map(\.0) == ["ark", "zoo"])
    #expect(preferences.map(\.1) == ["example=ark", nil])
  }

  @Test func `values aren't made a body of another type than JSON`() throws {
    let text = Self.document(#""example": { "id": 7 }"#).replacing(
      "\"application/json\": { \"example\": { \"id\"", with: "\"application/pdf\": { \"example\": { \"id\"")
    let document = try TranslatedDocument(text)
    let examples = ExampleRecordings(
      document.translation.examples, of: try document.contract(), path: "api.json", today: "2026-11-23")
    #expect(examples.recordings.isEmpty)
    #expect(
      examples.notes.map(\.message) == [
        "This example of pets.put is left out: a value that isn't text can't be turned into application/pdf."
      ])
  }

  @Test(arguments: [
    ("/pets/{petId}", #""schema": { "type": "integer" }, "example": 3"#, #"{ "id": 7 }"#, "/pets/7"),
    ("/pets/{petId}", #""schema": { "type": "string" }, "example": "3""#, #"{ "id": 7 }"#, "/pets/7"),
    ("/pets/{petId}", #""schema": { "type": "string" }"#, #"{ "id": 7, "petId": "a b" }"#, "/pets/a%20b"),
    ("/pets/{pet_gid}/", #""schema": { "type": "integer" }"#, #"{ "data": { "gid": 7 }, "page": {} }"#, "/pets/7/"),
    // The examples don't fit the parameter, describe something else, or don't specify which of two items is meant.
    ("/pets/{petId}", #""schema": { "type": "integer" }, "example": 3"#, #"{ "id": "x" }"#, "/pets/3"),
    ("/pets/{petId}/owner", #""schema": { "type": "integer" }, "example": 3"#, #"{ "id": 7 }"#, "/pets/3/owner"),
    ("/a/{id}", #""schema": { "type": "integer" }, "example": 3"#, #"{ "a": { "id": 7 }, "b": { "id": 8 } }"#, "/a/3"),
  ])
  func `the request for an example names the item that it shows`(
    path: String, parameter: String, example: String, target: String
  ) throws {
    let name = try #require(path.firstMatch(of: /\{(.*)\}/)).1
    let document = try TranslatedDocument(
      #"""
      "paths": { "\#(path)": { "get": { "operationId": "get",
        "parameters": [{ "name": "\#(name)", "in": "path", "required": true, \#(parameter) }],
        "responses": { "200": { "description": "", "content": { "application/json": {
          "schema": { "type": "object" }, "example": \#(example) } } } } } } }
      """#)
    let examples = ExampleRecordings(
      document.translation.examples, of: try document.contract(), path: "api.json", today: "2026-11-23")
    #expect(examples.recordings.map(\.request.target) == [target])
  }
}
