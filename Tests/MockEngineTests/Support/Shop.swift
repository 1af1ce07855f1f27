import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// The contract and recordings of a small shop, for tests of individual behaviors.
enum Shop {
  /// The default endpoints, which are a list, an item, and the operations on it.
  static let endpoints = """
    "items.list": { "summary": "Lists", "request": "GET /items", "source": "Handbook",
      "query": { "page": { "type": "integer", "minimum": 1 }, "q": { "type": "string" } },
      "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Item" } }, "others": ["pages"] } },
      "failures": ["validation"] },
    "items.get": { "summary": "Reads", "request": "GET /items/{id}", "source": "Handbook",
      "path": { "id": { "type": "integer" } },
      "success": { "200": { "payload": { "$ref": "#/schemas/Item" } } }, "failures": ["notFound"] },
    "items.put": { "summary": "Writes", "request": "PUT /items/{id}", "source": "Handbook",
      "requires": ["can_edit"], "path": { "id": { "type": "integer" } },
      "body": { "type": "object", "required": ["name"],
        "properties": { "name": { "type": "string", "minLength": 1 }, "size": { "enum": ["S", "L"] } } },
      "success": { "200": { "payload": { "$ref": "#/schemas/Item" } } },
      "failures": ["validation", "forbidden", "notFound", "conflict"] },
    "items.delete": { "summary": "Deletes", "request": "DELETE /items/{id}", "source": "Handbook",
      "path": { "id": { "type": "integer" } }, "query": { "mode": { "enum": ["archive", "delete"] } },
      "success": { "200": [
        { "when": { "query.mode": { "const": "delete" } }, "payload": false },
        { "payload": { "$ref": "#/schemas/Item" } } ] },
      "failures": ["notFound"] },
    "session.login": { "summary": "Logs in", "request": "POST /login", "source": "Handbook", "safe": true,
      "authentication": ["key"],
      "body": { "type": "object", "required": ["user", "password"],
        "properties": { "user": { "type": "string" }, "password": { "type": "string" } } },
      "success": { "200": { "payload": { "type": "object", "required": ["token"],
        "properties": { "token": { "type": "string" } } } } },
      "failures": ["wrongPassword", "validation"] }
    """

  static let envelope = """
    { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message", "details": "errors",
      "others": { "pages": { "type": "integer", "minimum": 1 } } }
    """

  /// Returns a contract. A test fails if the contract has problems.
  static func contract(
    _ endpoints: String = endpoints, envelope: String = envelope, server: String = "http://127.0.0.1:8080"
  ) throws -> Contract {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop",
        "servers": { "testing": { "url": "\(server)" } },
        "credentials": {
          "key": { "in": "header", "name": "X-Key", "environment": "SHOP_KEY" },
          "session": { "in": "bearer", "environment": "SHOP_TOKEN" } },
        "authentication": ["key", "session"],
        "envelope": \(envelope),
        "personas": {
          "owner": { "id": 1, "type": "OWNER", "permissions": ["can_edit"],
            "login": { "user": "olga", "password": "pw" }, "credentials": { "key": "k", "session": "owner-token" } },
          "guest": { "id": 2, "type": "GUEST", "permissions": [],
            "login": { "user": "gus", "password": "pw" }, "credentials": { "key": "k", "session": "guest-token" } } },
        "failures": {
          "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED", "TOKEN_EXPIRED"] },
          "wrongPassword": { "status": 401, "codes": ["WRONG_PASSWORD"] },
          "forbidden": { "status": 403, "codes": ["FORBIDDEN"] },
          "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
          "conflict": { "status": 409, "codes": ["CONFLICT"] },
          "validation": { "status": 422, "codes": ["INVALID"] },
          "malformed": { "status": 400, "codes": ["MALFORMED"] },
          "serverError": { "status": 500, "codes": ["SERVER_ERROR"] } },
        "commonFailures": ["unauthorized", "serverError"],
        "schemas": { "Item": { "type": "object", "required": ["id", "name"],
          "properties": { "id": { "type": "integer" }, "name": { "type": "string" } } } },
        "endpoints": { \(endpoints) } }
      """
    return try ContractLoader.contract(text)
  }

  /// Returns a recording, whose `request` and `response` are JSON. `more` contains additional members.
  static func recording(
    _ endpoint: String, _ name: String, request: String, status: Int = 200,
    body: String? = #"{ "ok": true, "data": { "id": 7, "name": "Seven" } }"#, more: String = "",
    headers: String = "{}", provenance: String = #"{ "kind": "authored", "on": "2026-11-20" }"#
  ) throws -> Recording {
    let text = """
      { "provenance": \(provenance), "request": \(request),
        "response": { "status": \(status), "headers": \(headers)\(body.map { ", \"body\": \($0)" } ?? "") }\(more) }
      """
    let file = RecordingLoader.File(
      endpoint: endpoint, name: name, path: "\(endpoint)/\(name).json", bytes: Array(text.utf8))
    let result = RecordingLoader.load([file])
    return try #require(result.recordings.first, "\(result.problems)")
  }

  /// Returns the body of a failure.
  static func failure(_ code: String, _ message: String = "Recorded.") -> String {
    #"{ "ok": false, "error": "\#(code)", "message": "\#(message)" }"#
  }

  /// Returns a session of the shop.
  static func session(
    _ recordings: [Recording] = [], options: MockOptions = MockOptions(), endpoints: String = endpoints,
    envelope: String = envelope
  ) throws -> MockSession {
    let contract = try contract(endpoints, envelope: envelope)
    return MockSession(library: MockLibrary(contract: contract, recordings: recordings), options: options)
  }
}

extension ContractLoader {
  /// Returns the contract that a text is, as `contract.json` of a folder.
  ///
  /// - Parameter problems: the problems that it has; `nil` if that doesn't matter.
  static func contract(_ text: String, folder: String = "shop", problems: [Problem]? = nil) throws -> Contract {
    let file = File(name: "contract.json", path: "\(folder)/contract.json", bytes: Array(text.utf8))
    let result = load([file])
    if let problems { #expect(result.problems == problems) }
    return try #require(result.contract, "\(result.problems)")
  }
}

/// The parts of a response that tests examine.
struct Seen: CustomStringConvertible {
  let response: Response
  let refusal: String?
  let isRendered: Bool

  init(_ answer: OutgoingResponse) {
    (response, refusal) = (answer.response, answer.refusal)
    if case .rendered = answer.content { isRendered = true } else { isRendered = false }
  }

  var status: Int { response.status }
  var text: String { String(decoding: response.body.bytes ?? [], as: UTF8.self) }
  var json: JSON? { try? JSON.parse(response.body.bytes ?? []) }
  var from: String? { response.headers["plumbline-recording"] }
  var code: String? { json?["error"]?.string }
  var message: String { json?["message"]?.string ?? "" }
  var description: String { "\(status) from \(from ?? "nothing"): \(text)" }

  subscript(header: String) -> String? { response.headers[header] }
}

extension MockSession {
  /// Sends a request as a persona, or without credentials, and returns the response.
  func send(
    _ method: HTTPMethod, _ target: String, as token: String? = "owner-token", headers: HeaderFields = [:],
    body: String = ""
  ) -> Seen {
    var fields = headers
    if let token {
      fields["X-Key"] = "k"
      fields["Authorization"] = "Bearer \(token)"
    }
    return Seen(answer(to: Request(method: method, target: target, headers: fields, body: Body(body))))
  }
}
