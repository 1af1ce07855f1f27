import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineProxying
import PlumblineVerification
import Synchronization
import Testing

/// The contract of a depot with lists of every kind, reports with restricted access, notes that belong to their
/// callers, and sessions.
enum DepotContract {
  static let contract = Store.load(text)

  static func changed(_ old: String, to new: String) -> Contract { changed([(old, new)]) }

  static func changed(_ changes: [(old: String, new: String)]) -> Contract {
    Store.load(
      changes.reduce(text) { text, change in
        precondition(text.contains(change.old), change.old)
        return text.replacing(change.old, with: change.new)
      })
  }

  private static let text = """
    { "plumbline": 1, "service": "depot", "title": "The Depot",
      "credentials": {
        "key": { "in": "header", "name": "X-Key", "environment": "DEPOT_KEY" },
        "session": { "in": "bearer", "environment": "DEPOT_TOKEN", "lifetime": "PT1H" },
        "refresh": { "in": "bearer", "environment": "DEPOT_REFRESH", "lifetime": "P30D" } },
      "authentication": ["key", "session"],
      "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message",
        "others": { "pages": { "$ref": "#/schemas/Pages" } } },
      "personas": {
        "ada": { "id": 1, "credentials": { "key": "k", "session": "ada-token", "refresh": "ada-refresh" },
          "login": { "email": "ada@depot.example", "password": "pw-of-ada" }, "permissions": ["can_edit"] },
        "bo": { "id": 2, "credentials": { "key": "k", "session": "bo-token", "refresh": "bo-refresh" },
          "login": { "email": "bo@depot.example", "password": "pw-of-bo" }, "permissions": [] } },
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "forbidden": { "status": 403, "codes": ["FORBIDDEN"] },
        "notFound": { "status": 404, "codes": ["NOT_FOUND"] }, "validation": { "status": 422, "codes": ["INVALID"] } },
      "commonFailures": ["unauthorized", "validation"],
      "schemas": {
        "Pages": { "type": "object", "properties": {
          "page": { "type": "integer", "x-paging": "page" }, "size": { "type": "integer", "x-paging": "size" },
          "total": { "type": "integer", "x-paging": "total" } } },
        "Part": { "type": "object", "required": ["id", "label", "status", "weight", "due"], "properties": {
          "id": { "type": "integer" }, "label": { "type": "string" }, "status": { "enum": ["OPEN", "BUSY", "DONE"] },
          "weight": { "type": "number" }, "due": { "type": ["string", "null"], "format": "date-time" } } },
        "Note": { "type": "object", "required": ["id", "text"], "properties": {
          "id": { "type": "integer" }, "text": { "type": "string" } } },
        "Remark": { "type": "object", "required": ["id", "part", "text"], "properties": {
          "id": { "type": "integer" }, "part": { "type": "integer" }, "text": { "type": "string" } } },
        "Prefs": { "type": "object", "required": ["mail"], "properties": { "mail": { "type": "boolean" } } },
        "User": { "type": "object", "required": ["id", "email"], "properties": {
          "id": { "type": "integer" }, "email": { "type": "string" } } },
        "Counts": { "type": "object", "required": ["id", "total", "by_status"], "properties": {
          "id": { "type": "string" }, "total": { "type": "integer" },
          "by_status": { "type": "object", "additionalProperties": { "type": "integer" } } } } },
      "endpoints": {
        "parts.list": { "summary": "List", "request": "GET /parts", "source": "Handbook",
          "query": {
            "status": { "enum": ["OPEN", "BUSY", "DONE"] }, "label": { "type": "string" }, "heavier": { "type": "number" },
            "search": { "type": "string" }, "sort": { "enum": ["label", "status", "weight", "due"] },
            "order": { "enum": ["asc", "desc"] }, "page": { "type": "integer", "minimum": 1 },
            "size": { "type": "integer", "minimum": 2, "maximum": 50 } },
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Part" } }, "others": ["pages"] } },
          "state": { "action": "list", "collection": "parts",
            "filter": { "query.status": "/status", "query.label": "/label", "query.heavier": { "atLeast": "/weight" },
              "query.search": ["/label", "/status"] },
            "sort": "query.sort", "order": "query.order", "page": "query.page", "size": "query.size" } },
        "parts.add": { "summary": "Make", "request": "POST /parts", "source": "Handbook", "requires": ["can_edit"],
          "body": { "type": "object", "required": ["label"], "properties": { "label": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Part" } } }, "failures": ["forbidden"],
          "state": { "action": "create", "collection": "parts", "set": { "/status": { "const": "OPEN" }, "/weight": { "const": 1 } } } },
        \(Part.get("parts", "Part")),
        "parts.edit": { "summary": "Edit", "request": "PUT /parts/{id}", "source": "Handbook", "requires": ["can_edit"],
          "path": { "id": { "type": "integer" } }, "failures": ["notFound", "forbidden"],
          "body": { "type": "object", "properties": { "label": { "type": "string" } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Part" } } },
          "state": { "action": "update", "collection": "parts", "key": "path.id" } },
        "parts.remove": { "summary": "Remove", "request": "DELETE /parts/{id}", "source": "Handbook", "requires": ["can_edit"],
          "path": { "id": { "type": "integer" } }, "failures": ["notFound", "forbidden"],
          "success": { "200": { "payload": false } },
          "state": { "action": "delete", "collection": "parts", "key": "path.id" } },
        "remarks.list": { "summary": "Remarks", "request": "GET /parts/{id}/remarks", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Remark" } } } },
          "state": { "action": "list", "collection": "remarks", "within": { "path.id": "/part" },
            "guards": [{ "some": "parts", "where": { "path.id": "/id" }, "failure": "notFound" }] } },
        \(Part.get("remarks", "Remark")),
        "remarks.add": { "summary": "Remark", "request": "POST /remarks", "source": "Handbook",
          "body": { "type": "object", "required": ["part", "text"], "properties": {
            "part": { "type": "integer", "examples": [11] }, "text": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Remark" } } },
          "state": { "action": "create", "collection": "remarks",
            "guards": [{ "some": "parts", "where": { "body#/part": "/id" }, "failure": "validation" }] } },
        "remarks.remove": { "summary": "Remove", "request": "DELETE /remarks/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "payload": false } },
          "state": { "action": "delete", "collection": "remarks", "key": "path.id" } },
        "prefs.get": { "summary": "Choices", "request": "GET /prefs", "source": "Handbook",
          "success": { "200": { "payload": { "$ref": "#/schemas/Prefs" } } },
          "state": { "action": "read", "collection": "prefs" } },
        "prefs.set": { "summary": "Choose", "request": "PUT /prefs", "source": "Handbook",
          "body": { "type": "object", "required": ["mail"], "properties": { "mail": { "type": "boolean", "examples": [true] } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Prefs" } } },
          "state": { "action": "update", "collection": "prefs" } },
        "reports.list": { "summary": "Reports", "request": "GET /reports", "source": "Handbook", "requires": ["can_edit"],
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Note" } } } },
          "failures": ["forbidden"], "state": { "action": "list", "collection": "reports" } },
        "counts.get": { "summary": "Counts", "request": "GET /counts/{id}", "source": "Handbook",
          "path": { "id": { "const": "parts" } }, "failures": ["notFound"],
          "success": { "200": { "payload": { "$ref": "#/schemas/Counts" } } },
          "state": { "action": "read", "collection": "counts", "key": "path.id",
            "set": { "/total": { "count": "parts" }, "/by_status": { "count": "parts", "by": "/status" } } } },
        "notes.list": { "summary": "Notes", "request": "GET /notes", "source": "Handbook",
          "success": { "200": { "payload": { "type": "array", "items": { "$ref": "#/schemas/Note" } } } },
          "state": { "action": "list", "collection": "notes" } },
        "notes.add": { "summary": "Note", "request": "POST /notes", "source": "Handbook",
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Note" } } },
          "state": { "action": "create", "collection": "notes" } },
        \(Part.get("notes", "Note")),
        "notes.edit": { "summary": "Edit", "request": "PUT /notes/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Note" } } },
          "state": { "action": "update", "collection": "notes", "key": "path.id" } },
        "notes.remove": { "summary": "Remove", "request": "DELETE /notes/{id}", "source": "Handbook",
          "path": { "id": { "type": "integer" } }, "failures": ["notFound"],
          "success": { "200": { "payload": false } },
          "state": { "action": "delete", "collection": "notes", "key": "path.id" } },
        "me.get": { "summary": "Me", "request": "GET /me", "source": "Handbook",
          "success": { "200": { "payload": { "$ref": "#/schemas/User" } } },
          "state": { "action": "read", "collection": "users", "key": "persona.id" } },
        "auth.login": { "summary": "Log in", "request": "POST /login", "source": "Handbook", "authentication": ["key"],
          "safe": true,
          "body": { "type": "object", "required": ["email", "password"], "properties": {
            "email": { "type": "string" }, "password": { "type": "string" } } },
          "success": { "200": { "payload": { "type": "object", "required": ["token", "refresh", "user"], "properties": {
            "token": { "type": "string" }, "refresh": { "type": "string" }, "user": { "$ref": "#/schemas/User" } } } } },
          "state": { "action": "login", "set": { "/token": "credential.session", "/refresh": "credential.refresh",
            "/user": { "from": "users", "where": { "persona.id": "/id" } } } } },
        "auth.refresh": { "summary": "Refresh", "request": "POST /refresh", "source": "Handbook",
          "authentication": ["key", "refresh"], "safe": true,
          "success": { "200": { "payload": { "type": "object", "required": ["token", "refresh"], "properties": {
            "token": { "type": "string" }, "refresh": { "type": "string" } } } } },
          "state": { "action": "refresh", "set": { "/token": "credential.session", "/refresh": "credential.refresh" },
            "also": [{ "action": "logout" }] } },
        "auth.logout": { "summary": "Log out", "request": "POST /logout", "source": "Handbook", "safe": true,
          "success": { "200": { "payload": false } }, "state": { "action": "logout" } }
      },
      "collections": {
        "parts": { "item": { "$ref": "#/schemas/Part" }, "key": "/id", "seed": [
          { "id": 11, "label": "nut", "status": "DONE", "weight": 2.5, "due": "2026-03-01T08:00:00Z" },
          { "id": 12, "label": "Bolt 8", "status": "OPEN", "weight": 30, "due": null },
          { "id": 13, "label": "axle", "status": "OPEN", "weight": 4, "due": "2026-03-01T08:00:00.25+08:00" },
          { "id": 14, "label": "saw-blade", "status": "BUSY", "weight": 4, "due": "2026-01-09T08:00:00Z" },
          { "id": 15, "label": "wheel", "status": "DONE", "weight": 11, "due": "2026-05-01T08:00:00Z" } ] },
        "remarks": { "item": { "$ref": "#/schemas/Remark" }, "key": "/id", "seed": [{ "id": 1, "part": 11, "text": "Loose" }] },
        "prefs": { "item": { "$ref": "#/schemas/Prefs" }, "per": "persona.id", "seed": [{ "mail": false }] },
        "reports": { "item": { "$ref": "#/schemas/Note" }, "key": "/id", "seed": [{ "id": 1, "text": "Spring" }] },
        "counts": { "item": { "$ref": "#/schemas/Counts" }, "key": "/id",
          "seed": [{ "id": "parts", "total": 0, "by_status": {} }] },
        "users": { "item": { "$ref": "#/schemas/User" }, "key": "/id", "seed": [
          { "id": 1, "email": "ada@depot.example" }, { "id": 2, "email": "bo@depot.example" } ] },
        "notes": { "item": { "$ref": "#/schemas/Note" }, "key": "/id", "per": "persona.id", "seed": [],
          "seeds": { "1": [{ "id": 1, "text": "Ada's" }], "2": [{ "id": 1, "text": "Bo's" }] } }
      } }
    """
}

/// A depot that lets a test change requests and responses in transit.
final class Depot: Responder {
  /// A change of a request before the depot sees it.
  typealias Rewriting = @Sendable (Request) -> Request
  /// A change of a response. The closure sends a further request to the depot.
  typealias Change = @Sendable (Request, OutgoingResponse, (Request) -> OutgoingResponse) -> OutgoingResponse

  /// The contract that the depot is checked against.
  let contract: Contract
  private let session: MockSession
  private let rewriting: Rewriting
  private let change: Change
  private let seen = Mutex<[Request]>([])

  /// - Parameters:
  ///   - contract: The contract that the depot implements.
  ///   - judge: The contract against which the depot is checked, if it's a different one.
  init(
    _ contract: Contract = DepotContract.contract, judgedBy judge: Contract? = nil,
    asked rewriting: @escaping Rewriting = { $0 },
    says change: @escaping Change = { _, answer, _ in answer }
  ) {
    self.contract = judge ?? contract
    session = MockSession(library: MockLibrary(contract: contract, recordings: []))
    self.rewriting = rewriting
    self.change = change
  }

  var requests: [Request] { seen.withLock { $0 } }

  func respond(to request: Request, completion: Completion) -> Reply {
    seen.withLock { $0.append(request) }
    let answer = session.answer(to: rewriting(request))
    return .now(change(request, answer) { self.session.answer(to: $0) })
  }

  static let login = [
    "DEPOT_LOGIN_EMAIL": "ada@depot.example", "DEPOT_LOGIN_PASSWORD": "pw-of-ada",
    "DEPOT_LOGIN_EMAIL_BO": "bo@depot.example", "DEPOT_LOGIN_PASSWORD_BO": "pw-of-bo",
  ]

  /// Verifies some of the depot's endpoints without a client, and returns the lines of the checks and the drift.
  func check(
    _ only: String..., writing: Bool = false, environment: [String: String] = [:],
    variables: [String: String] = [:], interruption: Interruption? = nil
  ) async throws -> Checked {
    var options = VerifierOptions(
      allowsWrites: writing, only: only.map { Wildcard($0) }, interruption: interruption)
    options.environment = ["DEPOT_KEY": "k", "DEPOT_TOKEN": "ada-token", "DEPOT_TOKEN_BO": "bo-token"]
      .merging(environment) { $1 }
    options.variables = variables
    options.clock = ProbeClock(now: { 0 }, pause: { _ in })
    let client = try UpstreamClient()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = Verifier(
      suite: DirectSuite(contract: contract, recordings: [], client: client), contract: contract,
      target: .server(try BaseURL(parsing: "http://127.0.0.1:1"), self), options: options.patient, server: server)
    let result: Result<[CallOutcome], any Error>
    do { result = .success(try await verifier.run()) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    await client.shutdown()
    return Checked(outcomes: try result.get())
  }
}

/// The results of a run's checks.
struct Checked {
  static let names = [
    "lists what was requested", "reports counts that add up", "requires each of its credentials",
    "rejects callers without permission", "hides a caller's items from others", "logs in the right account",
    "ends the session", "replaces the token it was sent", "rejects references to missing items",
    "shows the same items as other lists", "speaks HTTP", "accepts each token only for its purpose",
  ]

  let outcomes: [CallOutcome]

  /// The lines of the checks, such as `passed parts.list: lists what was requested`.
  var lines: [String] {
    outcomes.filter { Self.names.contains($0.line.name) }
      .map { "\($0.line.outcome) \($0.line.endpoint): \($0.line.name)" }
  }

  var drift: [Drift] { outcomes.flatMap(\.drift).filter { $0.rule.isOfBehaviour } }

  /// The drift, such as `list.filter-ignored status`.
  var found: [String] {
    DriftMerge.merged(drift).map { "\($0.rule)" + ($0.detail.map { " \($0)" } ?? "") }
  }
}

extension Rule {
  /// A Boolean value that indicates whether the rule is one that checks of behavior apply.
  var isOfBehaviour: Bool { ["list.", "access.", "session.", "transport."].contains { id.hasPrefix($0) } }
}

extension Request {
  /// Returns the request without some of its query parameters.
  func without(_ names: String...) -> Request { asking(queryItems.filter { !names.contains($0.name) }) }

  /// Returns the request with the value of a query parameter changed.
  func changing(_ name: String, _ change: (String) -> String) -> Request {
    asking(queryItems.map { ($0.name, $0.name == name ? change($0.value) : $0.value) })
  }

  func asked(_ name: String) -> String? { queryItems.first { $0.name == name }?.value }

  func asking(_ items: [(name: String, value: String)]) -> Request {
    let query = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    var request = Request(
      method: method, target: path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")), headers: headers)
    request.body = body
    return request
  }
}

extension OutgoingResponse {
  var json: JSON? { try? JSON.parse(response.body.bytes ?? []) }

  /// The items of a list.
  var items: [JSON] { json?["data"].map { Array($0.elements) } ?? [] }

  /// Returns the response with a different body.
  func saying(_ body: JSON) -> OutgoingResponse {
    var response = response
    response.body = Body(body.text)
    response.headers["Content-Length"] = nil
    return OutgoingResponse(response)
  }

  func showing(_ items: [JSON]) -> OutgoingResponse {
    json.map { saying($0.setting("data", to: .array(items))) } ?? self
  }

  func telling(_ total: Int) -> OutgoingResponse { paging("total", total) }

  /// Returns the response with a different page number or total.
  func paging(_ name: String, _ number: Int) -> OutgoingResponse {
    guard let json, let pages = json["pages"] else { return self }
    return saying(json.setting("pages", to: pages.setting(name, to: JSON(number))))
  }
}
