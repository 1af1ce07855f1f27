import PlumblineContractModel
import PlumblineMockEngine
import Testing

/// A small contract whose members register, log in and out, and write letters. A single request changes several
/// collections.
enum Club {
  private static let endpoints = """
    "join": { "summary": "x", "request": "POST /join", "source": "x", "authentication": [], "body": { "type": "object" },
      "success": { "201": { "body": { "$ref": "#/schemas/Member" } } }, "failures": ["taken", "invalid"],
      "state": { "action": "create", "collection": "members",
        "guards": [{ "none": "members", "where": { "body#/name": "/name" }, "failure": "taken" }],
        "also": [{ "action": "create", "collection": "words", "within": { "item#/id": "/id" } }] } },
    "login": { "summary": "x", "request": "POST /login", "source": "x", "authentication": [],
      "body": { "type": "object" }, "success": { "200": { "body": { "$ref": "#/schemas/Tokens" } } },
      "failures": ["wrongWord"],
      "state": { "action": "login", "collection": "words", "persona": "newcomer",
        "within": { "body#/name": "/name", "body#/word": "/word" },
        "set": { "/session": "credential.session", "/renewal": "credential.renewal",
          "/member": { "from": "members", "where": { "persona.id": "/id" } } } } },
    "renew": { "summary": "x", "request": "POST /renew", "source": "x", "authentication": ["renewal"],
      "success": { "200": { "body": { "$ref": "#/schemas/Tokens" } } },
      "state": { "action": "refresh", "set": { "/session": "credential.session", "/renewal": "credential.renewal" },
        "also": [{ "action": "logout" }] } },
    "logout": { "summary": "x", "request": "POST /logout", "source": "x", "success": { "204": {} },
      "state": { "action": "logout" } },
    "leave": { "summary": "x", "request": "POST /leave", "source": "x", "body": { "type": "object" },
      "success": { "204": {} }, "failures": ["missing"],
      "state": { "action": "logout", "also": [{ "action": "delete", "collection": "covers", "key": "body#/cover" }] } },
    "me": { "summary": "x", "request": "GET /me", "source": "x",
      "success": { "200": { "body": { "$ref": "#/schemas/Member" } } }, "failures": ["missing"],
      "state": { "action": "read", "collection": "members", "key": "persona.id" } },
    "word": { "summary": "x", "request": "PUT /word", "source": "x", "body": { "type": "object" },
      "success": { "204": {} },
      "state": { "action": "update", "collection": "words", "key": "persona.id", "merge": false,
        "set": { "/word": "body#/word" } } },
    "open": { "summary": "x", "request": "GET /open", "source": "x", "authentication": [["session"], []],
      "success": { "200": { "body": true } } },
    "letters.list": { "summary": "x", "request": "GET /letters", "source": "x",
      "query": { "from": { "type": "number" }, "to": { "type": "number" }, "since": { "type": "string" },
        "until": { "type": "string" }, "q": { "type": "string" }, "page": { "type": "integer" },
        "per": { "type": "integer" } },
      "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Letter" } } } },
      "state": { "action": "list", "collection": "letters", "page": "query.page", "size": "query.per",
        "filter": { "query.from": { "atLeast": "/weight" }, "query.to": { "atMost": "/weight" },
          "query.since": { "atLeast": "/sent" }, "query.until": { "atMost": "/sent" },
          "query.q": ["/text", "/id"] } } },
    "letters.read": { "summary": "x", "request": "GET /letters/{id}/lines", "source": "x",
      "path": { "id": { "type": "string" } },
      "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Line" } } } },
      "failures": ["missing"],
      "state": { "action": "list", "collection": "lines", "within": { "path.id": "/letter" },
        "also": [{ "action": "update", "collection": "letters", "key": "path.id", "merge": false,
          "set": { "/unread": { "const": 0 } } }] } },
    "letters.write": { "summary": "x", "request": "POST /letters", "source": "x", "body": { "type": "object" },
      "success": { "201": { "body": { "$ref": "#/schemas/Letter" } } }, "failures": ["invalid", "missing"],
      "state": { "action": "create", "collection": "letters",
        "also": [
          { "action": "create", "collection": "lines", "merge": false, "within": { "item#/id": "/letter" },
            "set": { "/text": "body#/text" } },
          { "action": "update", "collection": "members", "key": "persona.id", "merge": false,
            "add": { "/letters": 1 }, "otherwise": "invalid" }] } },
    "letters.delete": { "summary": "x", "request": "DELETE /letters/{id}", "source": "x",
      "path": { "id": { "type": "string" } }, "success": { "204": {} }, "failures": ["missing"],
      "state": { "action": "delete", "collection": "letters", "key": "path.id",
        "also": [{ "action": "delete", "collection": "covers", "key": "item#/cover" }] } }
    """

  private static let schemas = """
    "Member": { "type": "object", "required": ["id", "name", "letters"], "properties": {
      "id": { "type": "string" }, "name": { "type": "string" }, "letters": { "type": "integer", "maximum": 2 } } },
    "Word": { "type": "object", "required": ["id", "name", "word"], "properties": {
      "id": { "type": "string" }, "name": { "type": "string" }, "word": { "type": "string", "minLength": 2 } } },
    "Tokens": { "type": "object", "required": ["session", "renewal"], "properties": {
      "session": { "type": "string" }, "renewal": { "type": "string" } } },
    "Letter": { "type": "object", "required": ["id", "text", "unread"], "properties": {
      "id": { "type": "string" }, "text": { "type": "string" }, "unread": { "type": "integer" },
      "weight": { "type": ["number", "string", "null"] }, "sent": { "type": "string" }, "cover": { "type": "integer" } } },
    "Line": { "type": "object", "required": ["id", "letter", "text"], "properties": {
      "id": { "type": "integer" }, "letter": { "type": "string" }, "text": { "type": "string" } } }
    """

  private static let collections = """
    "members": { "item": { "$ref": "#/schemas/Member" }, "key": "/id",
      "seed": [{ "id": "m-1", "name": "olga", "letters": 0 }] },
    "words": { "item": { "$ref": "#/schemas/Word" }, "key": "/id",
      "seed": [{ "id": "m-1", "name": "olga", "word": "sesame" }] },
    "letters": { "item": { "$ref": "#/schemas/Letter" }, "key": "/id", "per": "persona.id",
      "seed": [{ "id": "welcome", "text": "Hello", "unread": 1 }],
      "seeds": { "m-1": [
        { "id": "a", "text": "Tea", "unread": 2, "weight": 20, "sent": "2026-11-10T08:00:00Z", "cover": 1 },
        { "id": "b", "text": "Jam", "unread": 0, "weight": 99.5, "sent": "2026-11-12T23:59:59Z", "cover": 7 },
        { "id": "c", "text": "Tea and jam", "unread": 0, "weight": null, "sent": "2026-11-13T00:00:00Z" },
        { "id": "d", "text": "Salt", "unread": 0, "weight": "100" }] } },
    "lines": { "item": { "$ref": "#/schemas/Line" }, "key": "/id", "seed": [{ "id": 1, "letter": "a", "text": "Tea" }] },
    "covers": { "item": { "type": "object" }, "key": "/id", "seed": [{ "id": 1 }] }
    """

  static func contract() throws -> Contract {
    let text = """
      { "plumbline": 1, "service": "club", "title": "The Club",
        "credentials": {
          "session": { "in": "bearer", "lifetime": "PT1H", "environment": "CLUB_TOKEN" },
          "renewal": { "in": "bearer", "environment": "CLUB_RENEWAL" } },
        "authentication": ["session"], "envelope": null,
        "personas": {
          "owner": { "id": "m-1", "credentials": { "session": "owner-token", "renewal": "owner-renewal" } },
          "newcomer": { "id": "m-2", "credentials": { "session": "new-token", "renewal": "new-renewal" } } },
        "failures": {
          "unauthorized": { "status": 401 }, "wrongWord": { "status": 401, "codes": ["WRONG_WORD"] },
          "missing": { "status": 404 }, "taken": { "status": 409 }, "invalid": { "status": 422 } },
        "commonFailures": ["unauthorized"],
        "schemas": { \(schemas) }, "collections": { \(collections) }, "endpoints": { \(endpoints) } }
      """
    return try ContractLoader.contract(text, folder: "club")
  }

  static func library() throws -> MockLibrary { MockLibrary(contract: try contract(), recordings: []) }

  static func session() throws -> MockSession { MockSession(library: try library(), clock: .fixed(Desk.noon)) }
}
