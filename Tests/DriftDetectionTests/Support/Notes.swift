import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// A small service with an example of everything that the drift rules cover.
enum Notes {
  static let contract = make(files: ["contract.json": shared, "notes.json": endpoints])

  static let inspector = Inspector(contract, options: Inspector.Options(visibility: .withoutCredentials))

  /// Returns the contract that consists of these files. The process stops if the contract is invalid.
  static func make(files: [String: String]) -> Contract {
    let result = ContractLoader.load(
      files.sorted { $0.key < $1.key }.map {
        ContractLoader.File(name: $0.key, path: "Contracts/notes/\($0.key)", bytes: Array($0.value.utf8))
      })
    guard let contract = result.contract else {
      preconditionFailure("The test's contract is wrong: \(result.problems.map(\.description))")
    }
    return contract
  }

  static let shared = """
    {
      "plumbline": 1,
      "service": "notes",
      "title": "Notes",
      "credentials": {
        "apiKey": { "in": "header", "name": "X-API-Key", "environment": "NOTES_KEY" },
        "session": { "in": "bearer", "environment": "NOTES_TOKEN" },
        "ticket": { "in": "query", "name": "ticket", "environment": "NOTES_TICKET" }
      },
      "authentication": ["apiKey", "session"],
      "envelope": {
        "flag": "success", "payload": "data", "errorCode": "error", "message": "message",
        "others": { "pagination": { "$ref": "#/schemas/Pagination" } }
      },
      "personas": {
        "guest": { "id": 1, "type": "GUEST", "credentials": { "apiKey": "demo", "session": "guest" } },
        "owner": { "id": 2, "type": "OWNER", "credentials": { "apiKey": "demo", "session": "owner" } }
      },
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] },
        "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "validation": { "status": 422, "codes": ["INVALID", "TOO_LONG"] },
        "serverError": { "status": 500, "codes": ["SERVER_ERROR"] },
        "maintenance": { "status": 503, "codes": ["MAINTENANCE"] }
      },
      "commonFailures": ["unauthorized", "serverError"],
      "schemas": {
        "Pagination": {
          "type": "object", "required": ["page", "total"],
          "properties": { "page": { "type": "integer" }, "total": { "type": "integer" } }
        },
        "User": {
          "type": "object", "required": ["user_id", "name"],
          "properties": { "user_id": { "type": "integer" }, "name": { "type": "string" } }
        },
        "Note": {
          "type": "object",
          "required": ["id", "title", "kind", "author"],
          "properties": {
            "id": { "type": "integer" },
            "title": { "type": "string", "minLength": 1, "maxLength": 20 },
            "kind": { "enum": ["MEMO", "TASK"] },
            "author": { "anyOf": [{ "$ref": "#/schemas/User" }, { "type": "null" }] },
            "score": { "type": "number", "minimum": 0 },
            "tags": { "type": "array", "items": { "type": "string" }, "uniqueItems": true, "maxItems": 3 },
            "created_at": { "type": "string", "format": "date-time" },
            "code": { "type": "string", "pattern": "^[A-Z]{3}$" },
            "shape": { "anyOf": [
              { "type": "object", "required": ["radius"], "properties": { "radius": { "type": "number" } } },
              { "type": "object", "required": ["width", "height"],
                "properties": { "width": { "type": "number" }, "height": { "type": "number" } } }
            ] },
            "media": { "oneOf": [
              { "type": "object", "required": ["type", "url"],
                "properties": { "type": { "const": "image" }, "url": { "type": "string" } } },
              { "type": "object", "required": ["type", "seconds"],
                "properties": { "type": { "const": "audio" }, "seconds": { "type": "integer" } } }
            ] },
            "badge": { "oneOf": [
              { "type": "object", "required": ["kind", "text"],
                "properties": { "kind": { "enum": ["word"] }, "text": { "type": "string" } } },
              { "type": "object", "required": ["kind", "value"],
                "properties": { "kind": { "enum": ["count", "share"] }, "value": { "type": "number" },
                  "color": { "enum": ["RED"] } } }
            ] },
            "counts": { "type": "object", "additionalProperties": { "type": "integer" } },
            "meta": { "type": "object" },
            "due_date": { "type": ["string", "null"], "format": "date" },
            "token": { "type": "string" },
            "closed": { "type": "object", "properties": { "a": { "type": "integer" } }, "additionalProperties": false },
            "size": { "oneOf": [{ "const": "S" }, { "const": "M" }] },
            "label": { "type": ["string", "integer"] }
          }
        }
      }
    }
    """

  static let endpoints = """
    {
      "endpoints": {
        "notes.list": {
          "summary": "List notes", "request": "GET /notes", "source": "1", "standing": "documented",
          "query": { "page": { "type": "integer", "minimum": 1 }, "order": { "enum": ["asc", "desc"] } },
          "success": { "200": {
            "payload": { "type": "array", "items": { "$ref": "contract.json#/schemas/Note" } }, "others": ["pagination"]
          } }
        },
        "notes.get": {
          "summary": "Read a note", "request": "GET /notes/{id}", "source": "1", "standing": "documented",
          "path": { "id": { "type": "integer" } },
          "success": { "200": { "payload": { "$ref": "contract.json#/schemas/Note" } } },
          "failures": ["notFound"]
        },
        "notes.create": {
          "summary": "Write a note", "request": "POST /notes", "source": "1", "standing": "documented",
          "body": {
            "type": "object", "required": ["title"],
            "properties": {
              "title": { "type": "string", "minLength": 1 }, "due_date": { "type": "string", "format": "date" },
              "rank": { "type": "integer" }, "kind": { "enum": ["MEMO", "TASK"] }
            }
          },
          "success": { "201": {
            "payload": { "$ref": "contract.json#/schemas/Note" },
            "headers": {
              "Location": { "schema": { "type": "string" }, "required": true },
              "X-Remaining": { "schema": { "type": "integer" } }
            }
          } },
          "failures": ["validation"]
        },
        "notes.delete": {
          "summary": "Delete a note", "request": "DELETE /notes/{id}", "source": "1", "standing": "documented",
          "path": { "id": { "type": "integer" } },
          "success": { "200": { "payload": false } },
          "failures": ["notFound"]
        },
        "notes.touch": {
          "summary": "Touch a note", "request": "POST /notes/{id}/touch", "source": "1", "standing": "documented",
          "path": { "id": { "type": "integer" } },
          "success": { "202": {} }
        },
        "notes.export": {
          "summary": "Export notes", "request": "GET /export", "source": "1", "standing": "documented",
          "success": { "200": { "content": { "text/csv": {}, "application/json": { "schema": { "type": "array" } } } } }
        },
        "notes.search": {
          "summary": "Search notes", "request": "GET /search", "source": "1", "standing": "documented",
          "query": { "q": { "type": "string" }, "limit": { "type": "integer", "maximum": 50 } },
          "headers": { "X-Version": { "type": "integer" } },
          "required": { "query": ["q"], "headers": ["X-Version"] },
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "contract.json#/schemas/Note" } } } }
        },
        "profile.get": {
          "summary": "Who am I", "request": "GET /profile", "source": "1", "standing": "documented",
          "authentication": [["session"], []],
          "success": { "200": [
            { "when": { "persona.type": { "const": "OWNER" } },
              "payload": { "type": "object", "required": ["quota"], "properties": { "quota": { "type": "integer" } } } },
            { "payload": { "type": "object", "required": ["hint"], "properties": { "hint": { "type": "string" } } } }
          ] }
        },
        "status.get": {
          "summary": "Is it up", "request": "GET /status", "source": "1", "standing": "documented", "authentication": [],
          "success": { "200": {
            "body": { "type": "object", "required": ["up"],
              "properties": { "up": { "type": "boolean" }, "success": { "type": "boolean" } } }
          } },
          "failures": ["maintenance"]
        },
        "old.get": {
          "summary": "The older way", "request": "GET /old", "source": "1", "standing": "documented",
          "authentication": [], "deprecated": { "sunset": "2026-06-30", "successor": "notes.get" },
          "success": { "200": { "payload": false } }
        },
        "legacy.get": {
          "summary": "The old way", "request": "GET /legacy", "source": "1", "standing": "documented",
          "authentication": ["ticket"], "deprecated": { "since": "2026-01-01" },
          "success": { "200": { "payload": false } }
        }
      }
    }
    """

  /// A note that conforms to the contract.
  static let note: JSON = [
    "id": 7, "title": "Milk", "kind": "MEMO", "author": ["user_id": 3, "name": "Ada"], "score": 1.5,
    "tags": ["home", "shop"], "created_at": "2026-11-21T08:00:00Z", "code": "ABC", "shape": ["radius": 2],
    "media": ["type": "image", "url": "/a.png"], "counts": ["a": 1], "meta": ["anything": true], "due_date": nil,
    "token": "hush", "closed": ["a": 1], "label": "x",
  ]
}
