import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification

/// The contract of a shop with articles that have members of all kinds, pins whose keys callers choose, and notes that
/// get automatic replies.
enum Shop {
  static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "The Shop",
      \(Part.owner)
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "gone": { "status": 410, "codes": ["GONE"] }, "taken": { "status": 409, "codes": ["TAKEN"] },
        "validation": { "status": 422, "codes": ["INVALID"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Article": { "type": "object", "required": ["id", "name", "price", "status"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" }, "mail": { "type": "string" },
          "price": { "type": "number" }, "tags": { "type": "array", "items": { "type": "string" } },
          "due": { "type": "string", "format": "date-time" }, "status": { "enum": ["open", "closed", "seen"] },
          "weight": { "type": ["number", "null"] }, "views": { "type": "integer" }, "memo": { "type": "string" },
          "changed": { "type": "string", "format": "date-time" } } },
        "Draft": { "type": "object", "required": ["name", "price"], "properties": {
          "name": { "type": "string", "examples": [" Lamp "] }, "mail": { "type": "string", "examples": ["Ito@Shop.Example"] },
          "price": { "type": "number", "examples": [12.345] },
          "tags": { "type": "array", "items": { "type": "string" }, "examples": [["b", "a"]] },
          "due": { "type": "string", "format": "date-time", "examples": ["2027-01-02T03:04:05.678+08:00"] },
          "weight": { "type": ["number", "null"], "examples": [2.5] },
          "memo": { "type": "string", "writeOnly": true, "examples": ["hidden"] } } },
        "Edit": { "type": "object", "properties": {
          "mail": { "type": "string", "examples": ["Wu@Shop.Example"] }, "price": { "type": "number", "examples": [7.125] },
          "weight": { "type": ["number", "null"], "examples": [null] } } },
        "Pin": { "type": "object", "required": ["name", "text"], "properties": {
          "name": { "type": "string" }, "text": { "type": "string" } } } },
      "endpoints": {
        \(Part.list("articles", "Article")),
        "articles.get": { "summary": "Read", "request": "GET /articles/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound", "gone"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Article" } } },
          "state": { "action": "read", "collection": "articles", "key": "path.id" } },
        "articles.add": { "summary": "Make", "request": "POST /articles", "source": "Handbook",
          "body": { "$ref": "#/schemas/Draft" }, "failures": ["taken"],
          "success": { "201": { "payload": { "$ref": "#/schemas/Article" } } },
          "state": { "action": "create", "collection": "articles", "set": { "/status": { "const": "open" } },
            "guards": [{ "none": "articles", "where": { "body#/name": "/name" }, "failure": "taken" }] } },
        "articles.edit": { "summary": "Edit", "request": "PUT /articles/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"], "body": { "$ref": "#/schemas/Edit" },
          "success": { "200": { "payload": { "$ref": "#/schemas/Article" } } },
          "state": { "action": "update", "collection": "articles", "key": "path.id" } },
        "articles.close": { "summary": "Close", "request": "POST /articles/{id}/close", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "update", "collection": "articles", "key": "path.id", "merge": false,
            "set": { "/status": { "const": "closed" } } } },
        \(Part.remove("articles")),
        \(Part.list("pins", "Pin")),
        "pins.get": { "summary": "Read", "request": "GET /pins/{name}", "source": "Handbook",
          "path": { "name": { "type": "string" } }, "failures": ["notFound"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Pin" } } },
          "state": { "action": "read", "collection": "pins", "key": "path.name" } },
        "pins.put": { "summary": "Pin", "request": "PUT /pins/{name}", "source": "Handbook",
          "path": { "name": { "type": "string", "examples": ["door"] } },
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Pin" } }, "201": { "payload": { "$ref": "#/schemas/Pin" } } },
          "state": { "action": "update", "collection": "pins", "key": "path.name", "missing": "create" } },
        "pins.remove": { "summary": "Unpin", "request": "DELETE /pins/{name}", "source": "Handbook",
          "path": { "name": { "type": "string" } }, "failures": ["notFound"], "success": { "204": {} },
          "state": { "action": "delete", "collection": "pins", "key": "path.name" } }
      },
      "collections": {
        "articles": { "item": { "$ref": "#/schemas/Article" }, "key": "/id", "touch": ["/changed"],
          "seed": [{ "id": 4, "name": "Old", "price": 1, "status": "open" }] },
        "pins": { "item": { "$ref": "#/schemas/Pin" }, "key": "/name", "seed": [] }
      } }
    """)

  /// Verifies a shop that responds to some requests incorrectly. Returns the drift in order, without duplicates.
  static func drift(
    _ only: String..., clock: ProbeClock = ProbeClock(now: { 0 }, pause: { _ in }),
    variables: [String: String] = [:], mischief: @escaping StoreServer.Mischief
  ) async throws -> [String] {
    let options = VerifierOptions(allowsWrites: true, only: only.map { Wildcard($0) }, variables: variables)
    let outcomes = try await StoreServer(contract, mischief).verify(options, clock: clock)
    var seen: Set<String> = []
    let effects = outcomes.flatMap(\.drift).filter { $0.rule.id.hasPrefix("effect.") }
    return effects.map { drift in
      "\(drift.endpoint) \(drift.rule.id)\(drift.pointer.map { " \($0)" } ?? "")"
    }.filter { seen.insert($0).inserted }
  }

  /// Returns a response whose articles are changed. This imitates a way of storing, which is visible wherever articles
  /// are shown.
  static func storing(
    at path: String = "/articles", _ change: @escaping @Sendable (String, JSON) -> JSON?
  ) -> StoreServer.Mischief {
    { request, answer in
      guard request.path.hasPrefix(path) else { return nil }
      let answer = answer()
      guard let body = try? JSON.parse(answer.response.body.bytes ?? []), let data = body["data"] else { return answer }
      func stored(_ article: JSON) -> JSON {
        .object(article.members.map { ($0.key, change($0.key, $0.value) ?? $0.value) })
      }
      let changed: JSON = data.kind == .array ? .array(data.elements.map(stored)) : stored(data)
      var response = answer.response
      response.body = Body(body.setting("data", to: changed).text)
      return OutgoingResponse(response)
    }
  }
}
