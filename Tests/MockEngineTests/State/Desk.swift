import PlumblineContractModel
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// A small contract whose endpoints have state, with notes and remarks, settings of each caller, and tokens.
enum Desk {
  /// 2026-11-21T02:15:00Z
  static let noon = 1_795_227_300

  private static let schemas = """
    "Note": { "type": "object", "required": ["id", "title", "kind", "text", "tags", "stock", "by", "created_at"],
      "properties": {
        "id": { "type": "integer" }, "title": { "type": "string", "minLength": 1 },
        "kind": { "enum": ["LOW", "MID", "HIGH"], "default": "MID" }, "text": { "type": ["string", "null"] },
        "tags": { "type": "array", "items": { "type": "string" } },
        "stock": { "type": "object", "required": ["total", "out", "free"], "properties": {
          "total": { "type": "integer", "minimum": 0 }, "out": { "type": "integer", "minimum": 0 },
          "free": { "type": "integer", "minimum": 0 } } },
        "by": { "type": "object", "required": ["id"], "properties": {
          "id": { "type": "integer" }, "type": { "type": "string" } } },
        "created_at": { "type": "string", "format": "date-time" },
        "updated_at": { "type": "string", "format": "date-time" } } },
    "Remark": { "type": "object", "required": ["key", "note", "text"],
      "properties": { "key": { "type": "string" }, "note": { "type": "integer" }, "text": { "type": "string" } } },
    "Settings": { "type": "object", "required": ["theme"],
      "properties": { "theme": { "type": "string" }, "sound": { "type": "object", "properties": {
        "on": { "type": "boolean" }, "level": { "type": "integer" } } } } },
    "Pages": { "type": "object", "properties": { "page": { "x-paging": "page" }, "per": { "x-paging": "size" },
      "total": { "x-paging": "total" }, "pages": { "x-paging": "pages" }, "next": { "x-paging": "more" } } },
    "Draft": { "type": "object", "required": ["id", "name", "at"], "properties": {
      "id": { "type": "integer" }, "name": { "type": "string", "maxLength": 10 }, "day": { "type": "string", "format": "date" },
      "stars": { "type": "integer", "default": 3 }, "more": { "type": ["object", "null"] },
      "at": { "type": "string", "format": "date-time" } } },
    "Token": { "type": "object", "required": ["token", "until"],
      "properties": { "token": { "type": "string" }, "until": { "type": "string", "format": "date-time" } } }
    """

  private static let collections = """
    "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id", "owner": "/by/id", "touch": ["/updated_at"],
      "counters": { "/stock/free": ["/stock/total", "-/stock/out"] },
      "seed": [
        { "id": 3, "title": "Tea", "kind": "HIGH", "text": "Green", "tags": [], "by": { "id": 1 },
          "stock": { "total": 5, "out": 1, "free": 4 }, "created_at": "2026-01-03T00:00:00Z" },
        { "id": 7, "title": "coffee", "kind": "LOW", "text": null, "tags": ["hot"], "by": { "id": 2 },
          "stock": { "total": 2, "out": 0, "free": 2 }, "created_at": "2026-01-01T00:00:00Z" },
        { "id": 5, "title": "Cocoa", "kind": "MID", "text": "With tea", "tags": [], "by": { "id": 1 },
          "stock": { "total": 9, "out": 9, "free": 0 }, "created_at": "2026-01-02T00:00:00Z" }] },
    "remarks": { "item": { "$ref": "#/schemas/Remark" }, "key": "/key",
      "seed": [{ "key": "a", "note": 3, "text": "Hot?" }] },
    "settings": { "item": { "$ref": "#/schemas/Settings" }, "per": "persona.id",
      "seed": [{ "theme": "light", "sound": { "on": true, "level": 3 } }] },
    "drafts": { "item": { "$ref": "#/schemas/Draft" }, "key": "/id", "seed": [] },
    "recorded": { "item": true, "key": "/id", "seed": "notes.recorded/none" }
    """

  private static func endpoint(
    _ id: String, _ request: String, _ state: String, answer: String = #""200": { "payload": true }"#, more: String = ""
  ) -> String {
    let path = request.contains("{id}") ? #""path": { "id": { "type": "integer" } }, "# : ""
    let key =
      request.contains("{key}") ? #""path": { "id": { "type": "integer" }, "key": { "type": "string" } }, "# : path
    return """
      "\(id)": { "summary": "x", "request": "\(request)", "source": "x", \(key) "success": { \(answer) },
        "failures": ["notFound", "forbidden", "conflict", "validation"], "state": \(state)\(more) }
      """
  }

  private static let item = #""collection": "notes", "key": "path.id""#
  private static let noBody = #""200": { "payload": false }"#
  private static let list = """
    { "action": "list", "collection": "notes", "filter": { "query.kind": "/kind", "query.q": ["/title", "/text"] },
      "sort": "query.sort", "order": "query.order", "page": "query.page", "size": "query.per" }
    """
  private static let query = """
    , "query": { "kind": { "type": ["string", "array"] }, "q": { "type": "string" }, "sort": { "type": "string" },
      "order": { "type": "string" }, "page": { "type": "integer" }, "per": { "type": "integer", "default": 20 } }
    """
  private static let any = #", "body": { "type": "object" }"#

  private static let endpoints = [
    endpoint(
      "notes.list", "GET /notes", list, answer: #""200": { "payload": true, "others": ["pages"] }"#, more: query),
    endpoint(
      "notes.page", "GET /page",
      #"{ "action": "list", "collection": "notes", "at": "/items", "size": "query.per", "page": "query.page" }"#,
      answer: ##""200": { "payload": { "$ref": "#/schemas/Pages", "properties": { "items": { "type": "array" } } } }"##,
      more: query),
    endpoint(
      "notes.loose", "GET /loose",
      #"{ "action": "list", "collection": "notes", "size": "query.per", "page": "query.page" }"#,
      answer: #""200": { "payload": true, "others": ["pages"] }"#,
      more: #", "query": { "page": true, "per": { "type": "string" } }"#),
    endpoint("notes.get", "GET /notes/{id}", "{ \"action\": \"read\", \(item) }"),
    endpoint(
      "notes.create", "POST /notes",
      """
      { "action": "create", "collection": "notes",
        "set": { "/by": { "const": {} }, "/by/type": "persona.type", "/stock": { "const": { "total": 1, "out": 0 } } } }
      """, answer: #""201": { "payload": true }"#, more: any),
    endpoint("notes.put", "PUT /notes/{id}", "{ \"action\": \"update\", \(item) }", more: any),
    endpoint("notes.patch", "PATCH /notes/{id}", "{ \"action\": \"update\", \"merge\": \"deep\", \(item) }", more: any),
    endpoint(
      "notes.delete", "DELETE /notes/{id}",
      """
      { "action": "delete", \(item), "own": "forbidden", "guards": [
        { "none": "remarks", "where": { "path.id": "/note" }, "failure": "conflict" },
        { "unless": { "item#/stock/out": { "maximum": 1 } }, "failure": "validation" }] }
      """, answer: noBody),
    endpoint(
      "notes.take", "POST /notes/{id}/take",
      """
      { "action": "update", "merge": false, \(item), "add": { "/stock/out": "body#/count" }, "otherwise": "conflict" }
      """,
      more:
        #", "required": { "body": false }, "body": { "properties": { "count": { "type": "integer", "default": 1 } } }"#
    ),
    endpoint(
      "notes.tag", "POST /notes/{id}/tags", "{ \"action\": \"append\", \"at\": \"/tags\", \(item) }",
      more: #", "body": { "type": ["string", "integer"] }"#),
    endpoint(
      "remarks.list", "GET /notes/{id}/remarks",
      """
      { "action": "list", "collection": "remarks", "within": { "path.id": "/note" },
        "guards": [{ "some": "notes", "where": { "path.id": "/id" }, "failure": "notFound" }] }
      """),
    endpoint(
      "remarks.create", "POST /notes/{id}/remarks",
      "{ \"action\": \"create\", \"collection\": \"remarks\", \"within\": { \"path.id\": \"/note\" } }",
      answer: #""201": { "payload": true }"#, more: any),
    endpoint(
      "remarks.get", "GET /notes/{id}/remarks/{key}",
      """
      { "action": "read", "collection": "remarks", "key": "path.key", "within": { "path.id": "/note" },
        "set": { "/title": { "from": "notes", "where": { "path.id": "/id" }, "member": "/title" },
                 "/notes": { "count": "notes" }, "/kinds": { "count": "notes", "by": "/kind" },
                 "/out": { "sum": "notes", "member": "/stock/out" }, "/at": "now", "/later": { "now": "P1DT1H" },
                 "/none": { "from": "notes", "where": { "body#/x": "/id" } } } }
      """, more: #", "required": { "body": false }, "body": { "type": "object" }"#),
    endpoint("settings.get", "GET /settings", #"{ "action": "read", "collection": "settings" }"#),
    endpoint(
      "settings.put", "PUT /settings", #"{ "action": "update", "collection": "settings", "merge": "deep" }"#, more: any),
    endpoint("drafts.list", "GET /drafts", #"{ "action": "list", "collection": "drafts" }"#),
    endpoint(
      "drafts.create", "POST /drafts", #"{ "action": "create", "collection": "drafts" }"#,
      answer: #""201": { "payload": true }"#, more: any),
    endpoint(
      "recorded.get", "GET /recorded/{id}", #"{ "action": "read", "collection": "recorded", "key": "path.id" }"#),
    endpoint(
      "notes.check", "POST /check",
      """
      [{ "when": { "body#/skip": { "const": true } }, "action": "check" },
       { "action": "check", "guards": [{ "some": "notes", "where": { "body#/note": "/id" }, "failure": "notFound" }] }]
      """, answer: #""200": { "payload": { "const": "checked" } }"#, more: any),
    endpoint(
      "notes.count", "POST /count",
      """
      { "action": "check", "guards": [
        { "value": { "sum": "notes", "member": "/stock/out" }, "is": { "maximum": 10 }, "failure": "conflict" },
        { "value": { "from": "notes", "where": { "body#/note": "/id" }, "member": "/kind" },
          "is": { "enum": ["MID", "HIGH"] }, "failure": "validation" }] }
      """, answer: #""200": { "payload": { "const": "counted" } }"#, more: any),
    endpoint(
      "login", "POST /login",
      #"{ "action": "login", "set": { "/token": "credential.session", "/until": { "now": "PT1H" } } }"#,
      answer: ##""200": { "payload": { "$ref": "#/schemas/Token" } }"##,
      more: #", "authentication": ["key"], "body": { "type": "object" }"#
    ).replacing(#""failures": ["#, with: #""failures": ["wrongPassword", "#),
    endpoint(
      "refresh", "POST /refresh",
      #"{ "action": "refresh", "set": { "/token": "credential.session", "/until": { "now": "PT1H" } } }"#,
      answer: ##""200": { "payload": { "$ref": "#/schemas/Token" } }"##),
  ]

  /// Returns the contract. A test fails if the contract has problems.
  static func contract() throws -> Contract {
    let text = """
      { "plumbline": 1, "service": "desk", "title": "The Desk",
        "credentials": {
          "key": { "in": "header", "name": "X-Key", "environment": "DESK_KEY" },
          "session": { "in": "bearer", "lifetime": "PT1H", "environment": "DESK_TOKEN" } },
        "authentication": ["key", "session"],
        "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message",
          "others": { "pages": { "$ref": "#/schemas/Pages" } } },
        "personas": {
          "owner": { "id": 1, "type": "OWNER", "login": { "user": "olga" },
            "credentials": { "key": "k", "session": "owner-token" } },
          "guest": { "id": 2, "type": "GUEST", "login": { "user": "gus" },
            "credentials": { "key": "k", "session": "guest-token" } } },
        "failures": {
          "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] },
          "wrongPassword": { "status": 401, "codes": ["WRONG"], "description": "Nobody has this login." },
          "forbidden": { "status": 403, "codes": ["FORBIDDEN"] }, "notFound": { "status": 404, "codes": ["GONE"] },
          "conflict": { "status": 409, "codes": ["CONFLICT"], "description": "Not while it is in use." },
          "validation": { "status": 422, "codes": ["INVALID"] } },
        "commonFailures": ["unauthorized"],
        "schemas": { \(schemas) }, "collections": { \(collections) },
        "endpoints": { \(endpoints.joined(separator: ",\n")) } }
      """
    return try ContractLoader.contract(text, folder: "desk")
  }

  static func library(_ recordings: [Recording] = []) throws -> MockLibrary {
    MockLibrary(contract: try contract(), recordings: recordings)
  }

  /// Returns a session of the contract in a text, at noon.
  static func session(of text: String, folder: String, problems: [Problem]? = []) throws -> MockSession {
    let contract = try ContractLoader.contract(text, folder: folder, problems: problems)
    return MockSession(library: MockLibrary(contract: contract, recordings: []), clock: .fixed(noon))
  }

  static func session(
    _ recordings: [Recording] = [], options: MockOptions = MockOptions(), clock: MockClock = .fixed(noon)
  ) throws -> MockSession {
    MockSession(library: try library(recordings), options: options, clock: clock)
  }
}

extension Seen {
  /// The payload of the response.
  var data: JSON? { json?["data"] }
  /// The identifiers of a list's items.
  var ids: [Int]? { data?.elements.compactMap { $0["id"]?.int } }
}
