import PlumblineContractModel

/// A service of notes with endpoints of every kind that the probe distinguishes.
enum ProbeContract {
  static let text = """
    { "plumbline": 1, "service": "shelf", "title": "Shelf",
      "servers": { "production": { "url": "https://shelf.example", "writes": "never" } },
      "credentials": {
        "key": { "in": "header", "name": "X-Key", "environment": "SHELF_KEY" },
        "session": { "in": "bearer", "environment": "SHELF_TOKEN" } },
      "authentication": ["key", "session"],
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": { "owner": { "permissions": [], "credentials": { "key": "demo", "session": "demo-token" } } },
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] },
        "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "validation": { "status": 422, "codes": ["INVALID"] } },
      "commonFailures": ["unauthorized"],
      "endpoints": {
        "notes.list": { "summary": "List", "request": "GET /api/notes", "source": "Handbook",
          "success": { "200": { "payload": { "type": "array" } } } },
        "notes.get": { "summary": "Read", "request": "GET /api/notes/{note}", "source": "Handbook",
          "path": { "note": { "type": "integer" } },
          "success": { "200": { "payload": { "type": "object" } } }, "failures": ["notFound"] },
        "stats.get": { "summary": "Count", "request": "GET /api/stats", "source": "Handbook",
          "alternatives": ["GET /api/v1/stats"], "success": { "200": { "payload": { "type": "object" } } } },
        "notes.publish": { "summary": "Publish", "request": "POST /api/notes/{note}/publish", "source": "Handbook",
          "alternatives": ["POST /api/v1/notes/{id}/publish"], "path": { "note": { "type": "integer" } },
          "body": { "type": "object", "required": ["at"], "properties": { "at": { "type": "string" } } },
          "success": { "200": { "payload": { "type": "object" } } }, "failures": ["notFound", "validation"] },
        "notes.delete": { "summary": "Delete", "request": "DELETE /api/notes/{note}", "source": "Handbook",
          "standing": "unconfirmed", "alternatives": ["DELETE /api/v1/notes/{id}"],
          "path": { "note": { "type": "integer" } }, "success": { "200": { "payload": false } },
          "failures": ["notFound"] },
        "session.end": { "summary": "Log out", "request": "POST /api/session/end", "source": "Handbook",
          "success": { "200": { "payload": false } } },
        "settings.replace": { "summary": "Replace the settings", "request": "PUT /api/settings", "source": "Handbook",
          "body": { "type": "object", "properties": { "theme": { "type": "string" } } },
          "success": { "200": { "payload": { "type": "object" } } } }
      } }
    """

  static func load(_ text: String = text) -> Contract {
    return Store.load(text, folder: "shelf")
  }

  static let contract = load()

  static let environment = ["SHELF_KEY": "key-of-the-shelf", "SHELF_TOKEN": "token-of-the-shelf"]

  /// Everything that the contract promises, except for the three endpoints that tests move.
  static let routes = [
    "GET /api/notes", "GET /api/notes/{note}", "POST /api/session/end", "PUT /api/settings", "GET /api/settings",
  ]
}
