import PlumblineContractModel

/// The contract of a club. Members have data of their own, which paths don't identify, and some requests have responses
/// that show nothing.
enum Club {
  private static let text = """
    { "plumbline": 1, "service": "club", "title": "The Club",
      "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } },
      "authentication": ["key"],
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
      "personas": { "owner": { "id": 1, "credentials": { "key": "owner-key" } } },
      \(Part.errors)
      "schemas": {
        "Song": { "type": "object", "required": ["id", "title"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" } } },
        "Favorite": { "type": "object", "required": ["id", "title", "isLoved"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" }, "isLoved": { "type": "boolean" } } },
        "Member": { "type": "object", "required": ["id", "name"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" } } },
        "Letter": { "type": "object", "required": ["id", "text", "isRead"], "properties": {
          "id": { "type": "integer" }, "text": { "type": "string" }, "isRead": { "type": "boolean" } } },
        "Badge": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string", "examples": ["gold"] } } } },
      "endpoints": {
        "songs.get": { "summary": "Hear", "request": "GET /songs/{song_id}", "source": "Handbook",
          "authentication": [["key"], []], "path": { "song_id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Song" } } },
          "state": [
            { "when": { "persona.id": true }, "action": "read", "collection": "favorites", "key": "path.song_id" },
            { "action": "read", "collection": "songs", "key": "path.song_id" } ] },
        "songs.love": { "summary": "Love", "request": "PUT /songs/{song_id}/love", "source": "Handbook",
          "path": { "song_id": { "type": "integer" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "update", "collection": "favorites", "key": "path.song_id", "merge": false,
            "set": { "/isLoved": { "const": true } } } },
        "songs.forget": { "summary": "Forget", "request": "DELETE /songs/{song_id}/love", "source": "Handbook",
          "path": { "song_id": { "type": "integer" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "update", "collection": "favorites", "key": "path.song_id", "merge": false,
            "set": { "/isLoved": { "const": false } } } },
        "me.get": { "summary": "Read", "request": "GET /me", "source": "Handbook",
          "success": { "200": { "payload": { "$ref": "#/schemas/Member" } } },
          "state": { "action": "read", "collection": "members", "key": "persona.id" } },
        "me.rename": { "summary": "Rename", "request": "PATCH /me", "source": "Handbook",
          "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string", "examples": ["Zoe"] } } },
          "success": { "204": {} },
          "state": { "action": "update", "collection": "members", "key": "persona.id" } },
        \(Part.list("badges", "Badge")),
        "badges.wear": { "summary": "Wear", "request": "POST /badges", "source": "Handbook",
          "body": { "$ref": "#/schemas/Badge" }, "success": { "204": {} },
          "state": { "action": "create", "collection": "badges" } },
        "badges.drop": { "summary": "Take off", "request": "DELETE /badges/{name}", "source": "Handbook",
          "path": { "name": { "type": "string" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "delete", "collection": "badges", "key": "path.name" } },
        "door.leave": { "summary": "Leave", "request": "POST /leave", "source": "Handbook", "success": { "204": {} },
          "state": { "action": "logout" } },
        "letters.open": { "summary": "Read", "request": "GET /letters/{letter_id}/text", "source": "Handbook",
          "path": { "letter_id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Letter" } } },
          "state": { "action": "read", "collection": "letters", "key": "path.letter_id", "also": [
            { "action": "update", "collection": "opened", "key": "path.letter_id", "merge": false,
              "set": { "/isRead": { "const": true } } } ] } }
      },
      "collections": {
        "songs": { "item": { "$ref": "#/schemas/Song" }, "key": "/id", "seed": [{ "id": 7, "title": "Low" }] },
        "favorites": { "item": { "$ref": "#/schemas/Favorite" }, "key": "/id", "per": "persona.id",
          "seed": [{ "id": 7, "title": "Low", "isLoved": false }, { "id": 8, "title": "High", "isLoved": true }] },
        "members": { "item": { "$ref": "#/schemas/Member" }, "key": "/id", "seed": [{ "id": 1, "name": "Ann" }] },
        "badges": { "item": { "$ref": "#/schemas/Badge" }, "key": "/name", "seed": [{ "name": "tin" }] },
        "letters": { "item": { "$ref": "#/schemas/Letter" }, "key": "/id",
          "seed": [{ "id": 3, "text": "Come!", "isRead": false }] },
        "opened": { "item": { "$ref": "#/schemas/Letter" }, "key": "/id",
          "seed": [{ "id": 3, "text": "Come!", "isRead": false }] }
      } }
    """

  static let contract: Contract = {
    return Store.load(text, folder: "club")
  }()
}
