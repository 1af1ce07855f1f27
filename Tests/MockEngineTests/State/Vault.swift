import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Testing

/// A small contract whose records are in a wrapper, are created with PUT, leave tombstones, have entity tags and times
/// in milliseconds, and are listed by a cursor.
enum Vault {
  static let records = """
    "records": { "item": { "$ref": "#/schemas/Record" }, "key": "/id", "at": "/data", "per": "path.box",
      "touch": ["/last_modified"], "etag": "/last_modified", "tombstone": { "$ref": "#/schemas/Tombstone" },
      "seeds": { "one": [
          { "id": "a", "last_modified": 1714989123456, "title": "Tea", "tags": { "hot": true, "old": 1 } },
          { "id": "b", "last_modified": 1714989123457, "title": "Milk" }],
        "two": [{ "id": "c", "last_modified": 1714989123458, "title": "Rum" }] } },
    "docs": { "item": { "$ref": "#/schemas/Doc" }, "key": "/data/id",
      "seed": [{ "data": { "id": 7, "name": "Seven" }, "by": "ada" }] },
    "clocks": { "item": { "$ref": "#/schemas/Clock" }, "key": "/id",
      "touch": ["/seconds", "/thousandths", "/text", "/day", "/moment", "/guessed"],
      "seed": [{ "id": 1, "guessed": "1714989123456" }] },
    "plain": { "item": { "type": "object", "required": ["id", "name", "size", "made"], "properties": {
        "id": { "type": "integer" }, "name": { "type": "string" }, "size": { "type": "integer", "default": 1 },
        "note": { "type": "string" }, "made": { "type": "string", "format": "date-time" } } }, "key": "/id",
      "seed": [{ "id": 1, "name": "One", "size": 5, "note": "old", "made": "2026-01-01T00:00:00Z" },
        { "id": 2, "name": "Two", "size": 2, "made": "2026-01-02T00:00:00Z" },
        { "id": 3, "name": "Three", "size": 5, "made": "2026-01-03T00:00:00Z" }] }
    """

  static let schemas = """
    "Record": { "type": "object", "required": ["id", "last_modified"], "additionalProperties": true,
      "properties": { "id": { "type": "string" },
        "last_modified": { "type": "integer", "x-time": "milliseconds" } } },
    "Tombstone": { "type": "object", "required": ["id", "last_modified", "deleted"], "properties": {
      "id": { "type": "string" }, "last_modified": { "type": "integer" }, "deleted": { "const": true } } },
    "One": { "type": "object", "required": ["data", "permissions"], "properties": {
      "data": { "$ref": "#/schemas/Record" }, "permissions": { "type": "object", "examples": [{ "write": ["me"] }] } } },
    "Buried": { "type": "object", "required": ["data"], "properties": { "data": { "$ref": "#/schemas/Tombstone" } } },
    "Many": { "type": "object", "required": ["data"], "properties": { "data": { "type": "array", "items": {
      "anyOf": [{ "$ref": "#/schemas/Record" }, { "$ref": "#/schemas/Tombstone" }] } } } },
    "Doc": { "type": "object", "required": ["data"], "properties": { "by": { "type": "string" },
      "data": { "type": "object", "required": ["id"], "properties": {
        "id": { "type": "integer" }, "name": { "type": "string" } } } } },
    "Clock": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" },
      "seconds": { "type": "integer" }, "thousandths": { "type": "integer", "minimum": 1000000000000 },
      "text": { "type": "string", "x-time": "seconds" }, "day": { "type": "string", "format": "date" },
      "moment": { "type": "string", "format": "date-time" }, "guessed": { "type": "string" } } }
    """

  private static let tag = #""headers": { "ETag": { "schema": { "type": "string" } } }"#
  private static let conditional =
    #""headers": { "If-Match": { "type": "string" }, "If-None-Match": { "type": "string" } }"#
  private static let body = """
    "body": { "type": "object", "properties": { "data": { "type": "object", "additionalProperties": true } } },
    "required": { "body": false }
    """

  private static func record(_ id: String, _ request: String, _ state: String, _ success: String, _ more: String = "")
    -> String
  {
    let key = request.contains("{id}") ? #", "id": { "type": "string" }"# : ""
    return """
      "\(id)": { "summary": "x", "request": "\(request)", "source": "x",
        "path": { "box": { "type": "string" }\(key) }, "success": { \(success) },
        "failures": ["invalid", "missing", "precondition", "media"], \(conditional)\(more),
        "state": { \(state), "collection": "records" } }
      """
  }

  private static let one = ##"{ "body": { "$ref": "#/schemas/One" }, \##(tag) }"##
  private static let unchanged = #""304": {}"#

  private static let endpoints = [
    record(
      "records.list", "GET /boxes/{box}/records",
      #""action": "list", "filter": { "query._since": { "above": "/last_modified" } }, "tombstones": "query._since", "sort": "query._sort", "size": "query._limit", "cursor": "query._token""#,
      """
      "200": { "body": { "$ref": "#/schemas/Many" }, "headers": { "ETag": { "schema": { "type": "string" } },
        "Total-Records": { "schema": { "type": "integer", "x-paging": "total" } },
        "Next-Page": { "schema": { "type": "string", "format": "uri", "x-paging": "next" } } } }, \(unchanged)
      """,
      #", "query": { "_since": { "type": "string" }, "_limit": { "type": "integer" }, "_token": { "type": "string" }, "_sort": { "type": "string" } }"#
    ),
    record(
      "records.create", "POST /boxes/{box}/records", #""action": "create", "existing": "read""#,
      "\"200\": \(one), \"201\": \(one)", ", \(body)"),
    record(
      "records.get", "GET /boxes/{box}/records/{id}", #""action": "read", "key": "path.id""#,
      "\"200\": \(one), \(unchanged)"),
    record(
      "records.put", "PUT /boxes/{box}/records/{id}",
      #""action": "update", "key": "path.id", "merge": "replace", "missing": "create", "standing": "assumed""#,
      "\"200\": \(one), \"201\": \(one)", ", \(body)"),
    record(
      "records.patch", "PATCH /boxes/{box}/records/{id}", #""action": "update", "key": "path.id", "merge": "patch""#,
      "\"200\": \(one)", ", \(body)"),
    record(
      "records.delete", "DELETE /boxes/{box}/records/{id}", #""action": "delete", "key": "path.id""#,
      ##""200": { "body": { "$ref": "#/schemas/Buried" }, \##(tag) }"##),
  ]

  private static func other(
    _ id: String, _ request: String, _ state: String, _ answer: String, _ more: String = ""
  ) -> String {
    let path = request.contains("{id}") ? #""path": { "id": { "type": "integer" } }, "# : ""
    return """
      "\(id)": { "summary": "x", "request": "\(request)", "source": "x", \(path) "success": { \(answer) },
        "failures": ["invalid", "missing"], "state": { \(state) }\(more) }
      """
  }

  private static let paged = """
    "200": { "body": { "type": "object", "required": ["items", "meta", "version"], "properties": {
      "items": { "type": "array" }, "version": { "const": 2 }, "meta": { "type": "object",
        "required": ["total", "kind"], "properties": { "total": { "type": "integer", "x-paging": "total" },
          "kind": { "type": "string", "default": "things" },
          "next": { "type": ["string", "null"], "format": "uri-reference", "x-paging": "next" },
          "previous": { "type": "integer", "x-paging": "previous" } } } } },
      "headers": { "Link": { "schema": { "type": "string", "x-paging": "next" } } } }
    """

  private static let any = #", "body": { "type": "object" }"#
  private static let others = [
    other(
      "docs.create", "POST /docs", #""action": "create", "collection": "docs""#,
      ##""201": { "body": { "$ref": "#/schemas/Doc" } }"##, any),
    other(
      "docs.get", "GET /docs/{id}", #""action": "read", "collection": "docs", "key": "path.id""#,
      ##""200": { "body": { "$ref": "#/schemas/Doc" } }"##),
    other(
      "docs.put", "PUT /docs/{id}", #""action": "update", "collection": "docs", "key": "path.id""#,
      ##""200": { "body": { "$ref": "#/schemas/Doc" } }"##, any),
    other(
      "clocks.put", "PUT /clocks/{id}", #""action": "update", "collection": "clocks", "key": "path.id""#,
      ##""200": { "body": { "$ref": "#/schemas/Clock" } }"##, any),
    other(
      "plain.list", "GET /plain",
      #""action": "list", "collection": "plain", "at": "/items", "page": "query.page", "size": "query.per", "sort": "query.sort""#,
      paged,
      #", "query": { "page": { "type": "integer" }, "per": { "type": "integer", "default": 2 }, "sort": { "type": "string" } }"#
    ),
    other(
      "plain.put", "PUT /plain/{id}",
      #""action": "update", "collection": "plain", "key": "path.id", "merge": "replace", "missing": "create""#,
      #""200": { "body": true }, "201": { "body": true }"#,
      #", "body": { "type": "object", "properties": { "name": { "type": "string" }, "size": {}, "note": {} } }"#),
  ]

  static var text: String {
    """
    { "plumbline": 1, "service": "vault", "title": "The Vault", "envelope": null,
      "failures": { "invalid": { "status": 400 }, "missing": { "status": 404 }, "precondition": { "status": 412 },
        "media": { "status": 415 } },
      "schemas": { \(schemas) }, "collections": { \(records) },
      "endpoints": { \((endpoints + others).joined(separator: ",\n")) } }
    """
  }

  /// Returns the contract. A test fails if the contract has problems.
  static func contract() throws -> Contract {
    return try ContractLoader.contract(text, folder: "vault", problems: [])
  }

  static func session(_ recordings: [Recording] = [], clock: MockClock = .fixed(Desk.noon)) throws -> MockSession {
    MockSession(library: MockLibrary(contract: try contract(), recordings: recordings), clock: clock)
  }

  /// Returns the time of a change within the second that starts at noon, in milliseconds. ``Desk`` has the same noon in
  /// seconds.
  static func noon(_ change: Int) -> Int { Desk.noon * 1000 + change }
}

extension MockSession {
  /// Sends a request to the vault, which requires no credentials.
  func ask(_ method: HTTPMethod, _ target: String, _ headers: HeaderFields = [:], body: String = "") -> Seen {
    var headers = headers
    if !body.isEmpty, !headers.contains("content-type") { headers["Content-Type"] = "application/json" }
    headers["Host"] = "vault.test"
    return send(method, target, as: nil, headers: headers, body: body)
  }
}
