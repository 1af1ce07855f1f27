import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification

/// The contract of a board. It has notices with several texts, labels inside a notice, and lines below it that no
/// request removes.
enum Board {
  private static let text = """
    { "plumbline": 1, "service": "store", "title": "The Board",
      \(Part.owner)
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "taken": { "status": 409, "codes": ["TAKEN"] }, "validation": { "status": 422, "codes": ["INVALID"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Notice": { "type": "object", "required": ["id", "title"], "properties": {
          "id": { "type": "integer" }, "title": { "type": "string" }, "content": { "type": "string" },
          "note": { "type": ["string", "null"] }, "floor": { "type": "integer" },
          "tags": { "type": "array", "items": { "$ref": "#/schemas/Tag" } } } },
        "Tag": { "type": "object", "required": ["word"], "properties": { "word": { "type": "string", "examples": ["urgent"] } } },
        "Line": { "type": "object", "required": ["id", "text", "author_id"], "properties": {
          "id": { "type": "integer" }, "notice": { "type": "integer" }, "text": { "type": "string" },
          "author_id": { "type": "integer" } } },
        "Draft": { "type": "object", "required": ["title"], "properties": {
          "title": { "type": "string", "examples": ["Roof works"] }, "content": { "type": "string", "examples": ["Bring tools"] },
          "note": { "type": ["string", "null"], "examples": ["On Monday"] }, "floor": { "type": "integer", "examples": [3] },
          "tags": { "type": "array", "items": { "$ref": "#/schemas/Tag" }, "examples": [[]] } } },
        "Edit": { "type": "object", "properties": {
          "title": { "type": "string", "examples": ["Loft works"] }, "content": { "type": "string", "examples": ["Bring ropes"] },
          "note": { "type": ["string", "null"], "examples": ["On Friday"] } } } },
      "endpoints": {
        \(Part.list("notices", "Notice")),
        \(Part.get("notices", "Notice")),
        "notices.add": { "summary": "Make", "request": "POST /notices", "source": "Handbook",
          "body": { "$ref": "#/schemas/Draft" }, "success": { "201": { "payload": { "$ref": "#/schemas/Notice" } } },
          "state": { "action": "create", "collection": "notices" } },
        "notices.edit": { "summary": "Edit", "request": "PUT /notices/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound", "taken"], "body": { "$ref": "#/schemas/Edit" },
          "success": { "200": { "payload": { "$ref": "#/schemas/Notice" } } },
          "state": { "action": "update", "collection": "notices", "key": "path.id" } },
        "notices.tag": { "summary": "Tag", "request": "POST /notices/{id}/tags", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"], "body": { "$ref": "#/schemas/Tag" },
          "success": { "204": {} },
          "state": { "action": "append", "collection": "notices", "key": "path.id", "at": "/tags" } },
        \(Part.remove("notices")),
        "lines.list": { "summary": "Lines", "request": "GET /notices/{id}/lines", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Line" } } } },
          "state": { "action": "list", "collection": "lines", "within": { "path.id": "/notice" } } },
        "lines.add": { "summary": "Write", "request": "POST /notices/{id}/lines", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "required": ["text"], "properties": {
            "text": { "type": "string", "examples": ["I come along"] } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Line" } } },
          "state": { "action": "create", "collection": "lines", "within": { "path.id": "/notice" },
            "set": { "/author_id": { "const": 1 } },
            "guards": [{ "some": "notices", "where": { "path.id": "/id" }, "failure": "notFound" }] } }
      },
      "collections": {
        "notices": { "item": { "$ref": "#/schemas/Notice" }, "key": "/id",
          "seed": [{ "id": 4, "title": "Old", "content": "As ever", "note": null, "floor": 1, "tags": [] }] },
        "lines": { "item": { "$ref": "#/schemas/Line" }, "key": "/id", "seed": [] }
      } }
    """

  static let contract = Store.load(text)
  /// The same board, except that no request edits notices.
  static let unedited = Store.load(
    text.replacing(
      #""state": { "action": "update", "collection": "notices", "key": "path.id" }"#,
      with: #""state": { "action": "check" }"#))

  /// The same board, except that the content of notices is HTML.
  static let rich = Store.load(
    text.replacing(
      #""content": { "type": "string", "examples": ["Bring ropes"] }"#,
      with: #""content": { "type": "string", "contentMediaType": "text/html", "examples": ["Bring ropes"] }"#))

  /// The results for a board that responds to some requests incorrectly.
  struct Findings {
    let outcomes: [CallOutcome]

    /// The drift in the effects of writes, without duplicates.
    var drift: [String] {
      var seen: Set<String> = []
      let effects = outcomes.flatMap(\.drift).filter { $0.rule.id.hasPrefix("effect.") }
      return effects.map { drift in
        "\(drift.endpoint) \(drift.rule.id)\(drift.pointer.map { " \($0)" } ?? "")"
      }.filter { seen.insert($0).inserted }
    }

    var messages: [String] { outcomes.flatMap(\.drift).map(\.message) }
  }

  static func verify(_ server: StoreServer, _ only: String..., clock: ProbeClock? = nil) async throws -> Findings {
    let options = VerifierOptions(allowsWrites: true, only: only.map { Wildcard($0) })
    let clock = clock ?? ProbeClock(now: { 0 }, pause: { _ in })
    return Findings(outcomes: try await server.verify(options, clock: clock))
  }

  /// Returns a Boolean value that indicates whether a request to a path comes from the run's calls or from the
  /// verifier, and contains a key.
  static func isSent(_ request: Request, _ method: HTTPMethod, to suffix: String) -> Bool {
    request.method == method && request.path.hasSuffix(suffix) && request.headers.contains("x-key")
  }
}
