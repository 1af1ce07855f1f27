/// The parts that contracts of these tests have in common.
enum Part {
  /// A key in a header, the envelope of all responses, and the one persona.
  static let owner = """
    "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } },
    "authentication": ["key"],
    "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
    "personas": { "owner": { "credentials": { "key": "owner-key" } } },
    """

  /// The errors of all callers without the key, and of missing items.
  static let errors = """
    "errors": {
      "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] } },
    "commonErrors": ["unauthorized"],
    """

  /// A key in a header, the one persona and the errors of a contract without an envelope.
  static let bareOwner = """
    "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "STORE_KEY" } },
    "authentication": ["key"],
    "personas": { "owner": { "id": 1, "credentials": { "key": "owner-key" } } },
    "errors": { "unauthorized": { "status": 401 }, "notFound": { "status": 404 } }, "commonErrors": ["unauthorized"],
    """

  /// Returns the endpoint that lists a resource, `GET /boxes`.
  ///
  /// - Parameter slot: the place of the items in the response: the envelope's `payload`, or the whole `body`.
  static func list(_ resource: String, _ schema: String, in slot: String = "payload") -> String {
    """
    "\(resource).list": { "summary": "List", "request": "GET /\(resource)", "source": "Handbook",
      "success": { "200": { "\(slot)": { "type": "array", "items": { "$ref": "#/schemas/\(schema)" } } } },
      "state": { "action": "list", "resource": "\(resource)" } }
    """
  }

  /// Returns the endpoint that reads an item, `GET /boxes/{id}`.
  static func get(_ resource: String, _ schema: String, key: String = "id", in slot: String = "payload") -> String {
    """
    "\(resource).get": { "summary": "Read", "request": "GET /\(resource)/{\(key)}", "source": "Handbook",
      "path": { "\(key)": { "type": "integer" } }, "errors": ["notFound"],
      "success": { "200": { "\(slot)": { "$ref": "#/schemas/\(schema)" } } },
      "state": { "action": "read", "resource": "\(resource)", "key": "path.\(key)" } }
    """
  }

  /// Returns the endpoint that removes an item, `DELETE /boxes/{id}`.
  static func remove(_ resource: String, key: String = "id") -> String {
    """
    "\(resource).remove": { "summary": "Remove", "request": "DELETE /\(resource)/{\(key)}", "source": "Handbook",
      "path": { "\(key)": { "type": "integer" } }, "errors": ["notFound"], "success": { "204": {} },
      "state": { "action": "delete", "resource": "\(resource)", "key": "path.\(key)" } }
    """
  }
}
