import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import PlumblineVerification
import Testing

/// The contract and recordings of a small service of notes, for tests of individual behaviors.
enum Notes {
  private static let text = """
    { "plumbline": 1, "service": "notes", "title": "Notes",
      "servers": {
        "production": { "url": "https://notes.example/api", "writes": "never" },
        "testing": { "url": "http://127.0.0.1:1" } },
      "credentials": {
        "key": { "in": "header", "name": "X-Key", "environment": "NOTES_KEY" },
        "session": { "in": "bearer", "environment": "NOTES_TOKEN" } },
      "authentication": ["key", "session"],
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": {
        "owner": { "login": { "user": "olga", "password": "pw" }, "permissions": ["can_write"],
          "credentials": { "key": "k", "session": "owner-token" } },
        "guest": { "credentials": { "key": "k", "session": "guest-token" } } },
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] },
        "forbidden": { "status": 403, "codes": ["FORBIDDEN"] },
        "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "validation": { "status": 422, "codes": ["INVALID"] },
        "serverError": { "status": 500, "codes": ["SERVER_ERROR"] } },
      "commonFailures": ["unauthorized", "serverError"],
      "schemas": { "Note": { "type": "object", "required": ["id", "text"],
        "properties": { "id": { "type": "integer" }, "text": { "type": "string" } } } },
      "endpoints": {
        "notes.get": { "summary": "Read", "request": "GET /notes/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Note" } } }, "failures": ["notFound", "forbidden"] },
        "notes.add": { "summary": "Write", "request": "POST /notes", "source": "Handbook", "requires": ["can_write"],
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Note" } } }, "failures": ["validation", "forbidden"] },
        "notes.search": { "summary": "Search", "request": "POST /search", "source": "Handbook", "safe": true,
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Note" } } } } },
        "news.get": { "summary": "News", "request": "GET /news", "source": "Handbook",
          "authentication": [["session"], []], "success": { "200": { "payload": false } } }
      } }
    """

  static let contract = load(text)

  /// Returns the same contract with an additional server that must never be written to.
  static func protecting(_ url: String) -> Contract { load(text.replacing("https://notes.example/api", with: url)) }

  private static func load(_ text: String) -> Contract {
    return Store.load(text, folder: "notes")
  }

  static let library = MockLibrary(
    contract: contract,
    recordings: [
      recording("notes.get", "success", "GET", "/notes/7", 200, note),
      recording("notes.get", "not-found", "GET", "/notes/404", 404, failure("NOT_FOUND")),
      recording("notes.get", "server-error", "GET", "/notes/7", 500, failure("SERVER_ERROR")),
      recording("notes.search", "success", "POST", "/search", 200, #"{ "ok": true, "data": [] }"#),
    ])

  static let note = #"{ "ok": true, "data": { "id": 7, "text": "Water the plants." } }"#

  static func failure(_ code: String) -> String { #"{ "ok": false, "error": "\#(code)", "message": "Said so." }"# }

  private static func recording(
    _ endpoint: String, _ name: String, _ method: String, _ path: String, _ status: Int, _ body: String
  ) -> Recording {
    let text = """
      { "provenance": { "kind": "authored", "on": "2026-11-20" }, "request": { "method": "\(method)", "path": "\(path)" },
        "response": { "status": \(status), "headers": { "content-type": "application/json" }, "body": \(body) } }
      """
    let file = RecordingLoader.File(
      endpoint: endpoint, name: name, path: "\(endpoint)/\(name).json", bytes: Array(text.utf8))
    let result = RecordingLoader.load([file])
    guard let recording = result.recordings.first else { preconditionFailure("\(result.problems)") }
    return recording
  }

  static func endpoint(_ id: String) throws -> Endpoint { try #require(contract.endpoint(id)) }

  static func persona(_ name: String) throws -> Persona { try #require(contract.persona(name)) }

  /// A response with a JSON body.
  static func response(_ status: Int, _ body: String) -> Response {
    Response(status: status, headers: ["content-type": "application/json"], body: Body(body))
  }
}
