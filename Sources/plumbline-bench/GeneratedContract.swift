import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineRecordings

/// A contract with a given number of endpoints. Half of them read an item, and half of them create one. One response of
/// each pair is recorded. One additional endpoint has state.
struct GeneratedContract {
  let library: MockLibrary

  /// A valid body of 1 KB.
  static let body = """
    {"name":"Ada Tan","contact_number":"+65 6123 4567","country":"SG","email":"ada@example.com","level":3,\
    "tags":["new","vip","sea"],"address":"\(String(repeating: "1 Raffles Place, #20-61. ", count: 35))"}
    """
  /// The same body with a level that is too high.
  static let wrongBody = body.replacing("\"level\":3", with: "\"level\":9")

  private static let credentials = "X-Key: demo-key\r\nAuthorization: Bearer agent-token\r\n"

  init(endpoints count: Int) throws {
    let pairs = (0..<max(1, count / 2)).map { number in
      """
      "things\(number).get": { "summary": "Reads", "request": "GET /api/v1/things\(number)/{id}", "source": "x",
        "path": { "id": { "type": "integer" } }, "query": { "trace": { "type": "string" } },
        "success": { "200": { "payload": { "$ref": "#/schemas/Thing" } } }, "errors": ["notFound"] },
      "things\(number).create": { "summary": "Makes", "request": "POST /api/v1/things\(number)", "source": "x",
        "body": { "$ref": "#/schemas/NewThing" },
        "success": { "201": { "payload": { "$ref": "#/schemas/Thing" } } }, "errors": ["validation"] }
      """
    }
    let text = """
      { "plumbline": 1, "service": "generated", "title": "Generated",
        "credentials": {
          "key": { "in": "header", "name": "X-Key", "environment": "GENERATED_KEY" },
          "session": { "in": "bearer", "environment": "GENERATED_TOKEN" } },
        "authentication": ["key", "session"],
        "envelope": { "flag": "success", "payload": "data", "errorCode": "error", "message": "message" },
        "personas": { "agent": { "id": 1, "credentials": { "key": "demo-key", "session": "agent-token" } } },
        "errors": {
          "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] },
          "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
          "validation": { "status": 422, "codes": ["INVALID"] } },
        "commonErrors": ["unauthorized"],
        "schemas": {
          "NewThing": { "type": "object", "required": ["name", "contact_number", "address", "country"],
            "properties": { "name": { "type": "string", "minLength": 1 }, "contact_number": { "type": "string" },
              "address": { "type": "string", "minLength": 1 }, "country": { "type": "string", "pattern": "^[A-Z]{2}$" },
              "email": { "type": "string", "format": "email" }, "level": { "type": "integer", "maximum": 5 },
              "tags": { "type": "array", "items": { "type": "string" }, "uniqueItems": true } } },
          "Thing": { "type": "object", "required": ["id", "name", "created_at"],
            "properties": { "id": { "type": "integer" }, "name": { "type": "string" },
              "contact_number": { "type": "string" }, "address": { "type": "string" },
              "country": { "type": "string" }, "email": { "type": "string" }, "level": { "type": "integer" },
              "tags": { "type": "array" }, "created_at": { "type": "string", "format": "date-time" } } } },
        "resources": { "notes": { "item": { "$ref": "#/schemas/Thing" }, "key": "/id", "seed": [] } },
        "endpoints": { \(pairs.joined(separator: ",\n")),
          "notes.create": { "summary": "Remembers", "request": "POST /api/v1/notes", "source": "x",
            "body": { "$ref": "#/schemas/NewThing" }, "success": { "201": { "payload": { "$ref": "#/schemas/Thing" } } },
            "errors": ["validation"], "state": { "action": "create", "resource": "notes" } } } }
      """
    let loaded = ContractLoader.load([
      ContractLoader.File(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))
    ])
    guard let contract = loaded.contract, loaded.problems.isEmpty else {
      throw BenchmarkFailure("The generated contract is wrong: \(loaded.problems.prefix(3))")
    }
    let recordings = RecordingLoader.load((0..<max(1, count / 2)).flatMap(Self.recordings))
    guard recordings.problems.isEmpty else {
      throw BenchmarkFailure("The generated recordings are wrong: \(recordings.problems.prefix(3))")
    }
    library = MockLibrary(contract: contract, recordings: recordings.recordings)
  }

  /// Returns a request from the persona.
  func request(_ method: String, _ target: String, body: String = "") -> [[UInt8]] {
    let length = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    return [Array("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(Self.credentials)\(length)\r\n\(body)".utf8)]
  }

  /// Returns requests that are all different.
  func requests(_ count: Int, _ target: (Int) -> String) -> [[UInt8]] {
    (0..<count).flatMap { request("GET", target($0)) }
  }

  private static func recordings(_ number: Int) -> [RecordingLoader.File] {
    let thing = #"{ "success": true, "data": { "id": 7, "created_at": "2026-11-21T02:15:00Z", \#(body.dropFirst()) }"#
    let get = """
      { "provenance": { "kind": "authored", "on": "2026-11-21" },
        "request": { "method": "GET", "path": "/api/v1/things\(number)/7" },
        "response": { "status": 200, "body": \(thing) } }
      """
    let post = """
      { "provenance": { "kind": "authored", "on": "2026-11-21" },
        "request": { "method": "POST", "path": "/api/v1/things\(number)", "body": \(body) },
        "response": { "status": 201, "body": \(thing) } }
      """
    return [("get", get), ("create", post)].map { name, text in
      RecordingLoader.File(
        endpoint: "things\(number).\(name)", name: "success", path: "things\(number).\(name)/success.json",
        bytes: Array(text.utf8))
    }
  }
}
