import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// A service with every kind of credential, and exchanges with its real server.
enum Shop {
  static func contract() throws -> Contract {
    let text = #"""
      { "plumbline": 1, "service": "shop", "title": "The Shop",
        "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
        "credentials": {
          "key": { "in": "header", "name": "X-Key", "environment": "SHOP_KEY" },
          "session": { "in": "bearer", "environment": "SHOP_SESSION" },
          "seat": { "in": "cookie", "name": "seat", "environment": "SHOP_SEAT" },
          "ticket": { "in": "query", "name": "ticket", "environment": "SHOP_TICKET" },
          "pin": { "in": "body", "at": "/desk", "environment": "SHOP_PIN" } },
        "authentication": [["session", "key"], ["seat"], ["ticket"]],
        "personas": {
          "agent": { "id": 3, "credentials":
            { "key": "demo-key", "session": "agent-token", "seat": "agent-seat", "ticket": "agent-ticket", "pin": "agent-pin" },
            "login": { "email": "ada@shop.example", "password": "demo" } },
          "viewer": { "id": 4, "credentials": { "key": "demo-key", "session": "viewer-token" },
            "login": { "email": "ben@shop.example", "password": "demo" } } },
        "failures": {
          "notFound": { "status": 404, "codes": ["NOT_FOUND"] }, "denied": { "status": 401, "codes": ["DENIED"] },
          "soldOut": { "status": 409, "codes": ["SOLD_OUT"] }, "taken": { "status": 409, "codes": ["TAKEN"] } },
        "commonFailures": ["denied"],
        "schemas": { "Person": { "type": "object", "properties": {
          "id": { "type": "string" }, "name": { "type": "string", "x-personal": true },
          "born": { "type": "string", "format": "date", "x-personal": true },
          "phone": { "type": "string", "pattern": "^\\+65 [0-9]+$" }, "team": { "enum": ["red@corp.sg", "blue@corp.sg"] }, "size": { "enum": ["small", "large"] },
          "address": { "type": "string", "x-personal": false }, "hotline": { "type": "string", "format": "phone" },
          "names": { "x-personal": true, "type": "array", "items": { "type": "string" } } } } },
        "collections": { "people": { "item": { "$ref": "#/schemas/Person" }, "key": "/id" } },
        "endpoints": {
          "items.get": { "summary": "Reads", "request": "GET /items/{id}", "source": "Handbook",
            "path": { "id": { "type": "integer" } }, "query": { "full": { "type": "boolean" } },
            "success": { "200": { "payload": { "type": "object" } } }, "failures": ["notFound"] },
          "people.list": { "summary": "Lists", "request": "GET /people", "source": "Handbook",
            "query": { "who": { "type": "string" } },
            "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Person" } } } } },
          "items.buy": { "summary": "Buys", "request": "POST /items/{id}/buy", "source": "Handbook",
            "authentication": [["session", "key"], ["seat"], ["ticket"], ["pin"]],
            "path": { "id": { "type": "integer" } }, "content": {
              "application/json": { "schema": { "type": "object" } },
              "application/x-www-form-urlencoded": { "schema": { "type": "object" } } },
            "success": { "201": { "payload": { "type": "object" } } }, "failures": ["soldOut", "taken"] },
          "people.find": { "summary": "Finds", "request": "POST /find/{nick}", "source": "Handbook", "safe": true,
            "path": { "nick": { "type": "string", "x-personal": true } },
            "query": { "names": { "type": "array", "items": { "type": "string", "x-personal": true } },
              "by": { "type": "object", "properties": { "name": { "type": "string", "x-personal": true } } } },
            "styles": { "query": { "names": { "explode": false }, "by": { "style": "deepObject" } } },
            "headers": { "X-Called": { "type": "string", "x-personal": true } },
            "cookies": { "theme": { "enum": ["light", "dark"] } },
            "content": {
              "application/x-www-form-urlencoded": { "schema": { "$ref": "#/schemas/Person" } },
              "multipart/form-data": { "schema": { "$ref": "#/schemas/Person" } },
              "application/x-ndjson": { "schema": { "type": "array", "items": { "$ref": "#/schemas/Person" } } },
              "text/plain": { "schema": { "type": "string", "x-personal": true } } },
            "success": { "200": { "payload": { "type": "object" } } } },
          "session.login": { "summary": "Logs in", "request": "POST /login", "source": "Handbook",
            "authentication": [], "safe": true, "body": { "type": "object" }, "failures": ["denied"],
            "success": { "200": { "payload": { "type": "object" } } },
            "state": { "action": "login", "set": { "/pass": "credential.session" } } } } }
      """#
    return try RecordingFiles.contract(text)
  }

  static func exchange(
    _ method: HTTPMethod = .get, _ target: String, _ headers: HeaderFields = [:], _ body: String = "",
    status: Int = 200, answer: String = #"{ "ok": true, "data": {} }"#, fields: HeaderFields = [:]
  ) -> Capture {
    var response = Response(status: status, headers: ["Content-Type": "application/json"], body: Body(answer))
    for (name, value) in fields { response.headers[name] = value }
    var headers = headers
    if !body.isEmpty, headers.contentType == nil { headers["Content-Type"] = "application/json" }
    return Capture(
      Exchange(
        request: Request(method: method, target: target, headers: headers, body: Body(body)), response: response))
  }

  /// Returns the recordings planned from exchanges.
  static func plan(
    _ captures: [Capture], beside existing: [Recording] = [], assumed: String? = nil,
    environment: [String: String] = [:], keepsPersonal: Bool = false,
    change: (inout RecordingPlan.Options) -> Void = { _ in }
  ) throws -> RecordingPlan {
    let contract = try contract()
    var options = RecordingPlan.Options(
      from: "https://shop.example", on: "2026-11-21", path: { "Recordings/shop/\($0)/\($1).json" })
    options.isOnePerAnswer = true
    change(&options)
    let known = contract.personas.prefix(1).map {
      CallerRegistry.Known(
        persona: $0, credentials: environment, login: ["email": "real@corp.example", "password": "s3cret"])
    }
    var book = CallerRegistry(
      contract, known: environment.isEmpty ? [] : known, assumed: assumed.flatMap { contract.persona($0) },
      keepsPersonal: keepsPersonal)
    return RecordingPlan(captures, of: contract, beside: existing, options: options, callers: &book)
  }
}

extension RecordingPlan {
  var ids: [String] { files.map(\.recording.id) }
  /// The exchanges that contain nothing new.
  var told: [String] { likes.map { "\($0.recording) × \($0.times)\($0.isSame ? ", the same" : "")" } }
  /// The text of all files that would be written.
  var text: String { files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined() }
}
