import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineProxying
import PlumblineVerification
import Synchronization
import Testing

/// The contract of a store with boxes that can be created and removed, rooms that can only be changed, and requests
/// that can't be undone.
enum Store {
  /// The lines of calls that send a POST whose effects the contract doesn't describe.
  static let unsent =
    [String](
      repeating:
        "skipped marks.add: POST /marks was not sent: the contract has no endpoint that would remove it again from "
        + "marks; --allow-unknown-writes sends it anyway", count: 2)
    + [("ring", "/bell"), ("ring", "/bell"), ("hush", "/hush"), ("hush", "/hush")].map { name, path in
      "skipped bell.\(name): POST \(path) was not sent: the contract doesn't describe its effect, so it couldn't be undone; "
        + "--allow-unknown-writes sends it anyway"
    }

  private static let text = """
    { "plumbline": 1, "service": "store", "title": "The Store",
      "servers": { "production": { "url": "https://store.example/", "writes": "never" } },
      \(Part.owner)
      "failures": {
        "unauthorized": { "status": 401, "codes": ["UNAUTHORIZED"] }, "notFound": { "status": 404, "codes": ["NOT_FOUND"] },
        "notEmpty": { "status": 409, "codes": ["NOT_EMPTY"] }, "validation": { "status": 422, "codes": ["INVALID"] } },
      "commonFailures": ["unauthorized"],
      "schemas": {
        "Box": { "type": "object", "required": ["id", "label", "count"], "properties": {
          "id": { "type": "integer" }, "label": { "type": "string" }, "count": { "type": "integer", "minimum": 0, "default": 0 } } },
        "Room": { "type": "object", "required": ["id", "name", "light"], "properties": {
          "id": { "type": "integer" }, "name": { "type": "string" }, "light": { "enum": ["on", "off"] },
          "warden": { "type": ["string", "null"] } } },
        "Mark": { "type": "object", "required": ["id", "text"],
          "properties": { "id": { "type": "integer" }, "text": { "type": "string" } } },
        "Change": { "type": "object", "required": ["amount"],
          "properties": { "amount": { "type": "integer", "minimum": 1, "examples": [3] } } } },
      "endpoints": {
        \(Part.list("boxes", "Box")),
        \(Part.get("boxes", "Box", key: "box_id")),
        "boxes.remove": { "summary": "Remove", "request": "DELETE /boxes/{box_id}", "source": "Handbook",
          "path": { "box_id": { "type": "integer" } }, "failures": ["notFound", "notEmpty"],
          "success": { "200": { "payload": false } },
          "state": { "action": "delete", "collection": "boxes", "key": "path.box_id",
            "guards": [{ "unless": { "item#/count": { "const": 0 } }, "failure": "notEmpty" }] } },
        "boxes.take": { "summary": "Take out", "request": "POST /boxes/{box_id}/take", "source": "Handbook",
          "path": { "box_id": { "type": "integer" } }, "failures": ["notFound", "validation"],
          "body": { "$ref": "#/schemas/Change" }, "success": { "200": { "payload": { "$ref": "#/schemas/Box" } } },
          "state": { "action": "update", "collection": "boxes", "key": "path.box_id", "merge": false,
            "add": { "/count": "-body#/amount" }, "otherwise": "validation" } },
        "boxes.fill": { "summary": "Put in", "request": "POST /boxes/{box_id}/fill", "source": "Handbook",
          "path": { "box_id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "$ref": "#/schemas/Change" }, "success": { "200": { "payload": { "$ref": "#/schemas/Box" } } },
          "state": { "action": "update", "collection": "boxes", "key": "path.box_id", "merge": false,
            "add": { "/count": "body#/amount" } } },
        "boxes.add": { "summary": "Make", "request": "POST /boxes", "source": "Handbook",
          "body": { "type": "object", "required": ["label"], "properties": { "label": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Box" } } },
          "state": { "action": "create", "collection": "boxes" } },
        \(Part.list("rooms", "Room")),
        \(Part.get("rooms", "Room", key: "room_id")),
        "rooms.rename": { "summary": "Edit", "request": "PUT /rooms/{room_id}", "source": "Handbook",
          "path": { "room_id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "properties": {
            "name": { "type": "string", "examples": ["Hall"] }, "warden": { "type": "string", "examples": ["Wu"] } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Room" } } },
          "state": { "action": "update", "collection": "rooms", "key": "path.room_id" } },
        "rooms.light": { "summary": "Switch", "request": "POST /rooms/{room_id}/light", "source": "Handbook",
          "path": { "room_id": { "type": "integer" } }, "failures": ["notFound"],
          "body": { "type": "object", "required": ["to"], "properties": { "to": { "enum": ["on", "off"] } } },
          "success": { "200": { "payload": { "$ref": "#/schemas/Room" } } },
          "state": { "action": "update", "collection": "rooms", "key": "path.room_id", "merge": false,
            "set": { "/light": "body#/to" } } },
        "marks.add": { "summary": "Mark", "request": "POST /marks", "source": "Handbook",
          "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } },
          "success": { "201": { "payload": { "$ref": "#/schemas/Mark" } } },
          "state": { "action": "create", "collection": "marks" } },
        "bell.ring": { "summary": "Ring", "request": "POST /bell", "source": "Handbook",
          "success": { "201": {} } },
        "bell.hush": { "summary": "Forget all that has rung", "request": "POST /hush", "source": "Handbook",
          "success": { "204": {} } }
      },
      "collections": {
        "boxes": { "item": { "$ref": "#/schemas/Box" }, "key": "/id",
          "seed": [{ "id": 4, "label": "Old", "count": 2 }, { "id": 5, "label": "Older", "count": 0 }] },
        "rooms": { "item": { "$ref": "#/schemas/Room" }, "key": "/id",
          "seed": [{ "id": 70, "name": "Attic", "light": "off", "warden": "Ito" },
            { "id": 71, "name": "Cellar", "light": "off", "warden": null }] },
        "marks": { "item": { "$ref": "#/schemas/Mark" }, "key": "/id", "seed": [] }
      } }
    """

  static let contract = load(text)

  static func load(_ text: String, folder: String = "store") -> Contract {
    let file = ContractLoader.File(name: "contract.json", path: "\(folder)/contract.json", bytes: Array(text.utf8))
    let result = ContractLoader.load([file])
    guard let contract = result.contract else { preconditionFailure("\(result.problems)") }
    return contract
  }
}

/// A suite in which each call always sends the same single request.
struct BoxSuite: CallSuite {
  let service = "store"
  let endpoint: String
  let method: HTTPMethod
  let path: @Sendable (CallContext) throws -> String
  let headers: @Sendable (CallContext) -> HeaderFields
  private var names = ["sends its request"]
  private(set) var variables: [SuiteVariable] = []

  /// Creates a call that removes the box with this key.
  init(_ key: @escaping @Sendable (CallContext) throws -> Int) {
    endpoint = "boxes.remove"
    method = .delete
    path = { "/boxes/\(try key($0))" }
    headers = { ["X-Key": $0.credentials["key"] ?? ""] }
  }

  /// Creates calls that remove the box that a variable identifies, one after another.
  init(variable: String, _ names: [String]) {
    self.init { try $0.integer(variable, default: 5) }
    self.names = names
    variables = [SuiteVariable(variable, "a box", from: .removable(of: "boxes"))]
  }

  init(
    endpoint: String, _ method: HTTPMethod, _ path: String, headers: @escaping @Sendable (CallContext) -> HeaderFields
  ) {
    self.endpoint = endpoint
    self.method = method
    self.path = { _ in path }
    self.headers = headers
  }

  var calls: [Call] {
    names.map { name in
      Call(endpoint, name) { context in
        let client = try UpstreamClient()
        let request = Request(method: method, target: try path(context), headers: headers(context))
        let exchange = await client.exchange(
          request, with: try BaseURL(parsing: context.baseURL), deadline: context.deadline)
        await client.shutdown()
        guard let status = exchange.response?.status, status < 400 else { throw CancellationError() }
        return status
      }
    }
  }

  func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "\(error)") }
}

/// A counter of named events.
final class Counted: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// Returns the current count of an event.
  func seen(_ name: String) -> Int { counts.withLock { $0[name, default: 0] } }

  /// Increments the count of an event, and returns it.
  func count(_ name: String) -> Int {
    counts.withLock { counts in
      counts[name, default: 0] += 1
      return counts[name] ?? 0
    }
  }
}

/// A store with state that responds to some requests incorrectly.
final class StoreServer: Responder {
  /// A reaction to a request. `nil` represents the store's own response, which the closure can also request.
  typealias Mischief = @Sendable (Request, () -> OutgoingResponse) -> OutgoingResponse?

  private let contract: Contract
  /// A Boolean value that indicates whether responses are delayed slightly, so that requests can overlap.
  private let isLate: Bool
  private let session: MockSession
  private let mischief: Mischief
  private let seen = Mutex<[Request]>([])

  init(
    _ contract: Contract = Store.contract, isLate: Bool = false, _ mischief: @escaping Mischief = { _, _ in nil }
  ) {
    self.contract = contract
    self.isLate = isLate
    session = MockSession(library: MockLibrary(contract: contract, recordings: []))
    self.mischief = mischief
  }

  /// Creates a store that shares everything with a second store except its misbehavior.
  init(beside other: StoreServer, _ mischief: @escaping Mischief) {
    contract = other.contract
    isLate = other.isLate
    session = other.session
    self.mischief = mischief
  }

  var requests: [Request] { seen.withLock { $0 } }

  /// The requests that may change something, such as `POST /boxes`.
  var writes: [String] {
    requests.filter { !$0.method.isSafe }.map { "\($0.method) \($0.path)" }
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    seen.withLock { $0.append(request) }
    let answer = mischief(request) { session.answer(to: request) } ?? session.answer(to: request)
    guard isLate else { return .now(answer) }
    Task {
      for _ in 0..<20 { await Task.yield() }
      completion(answer)
    }
    return .later
  }

  /// Returns a request as a different client sends it.
  func request(_ method: HTTPMethod, _ path: String, _ body: String = "") -> Request {
    let headers: HeaderFields = ["X-Key": "owner-key", "Content-Type": "application/json"]
    return Request(method: method, target: path, headers: headers, body: Body(body))
  }

  /// Returns the store's own response to a request, without recording the request.
  func said(to request: Request) -> OutgoingResponse { session.answer(to: request) }

  /// Returns the store's data, as its lists show it.
  func contents(_ paths: String...) -> [JSON?] {
    (paths.isEmpty ? ["/boxes", "/rooms"] : paths).map { path in
      let request = Request(method: .get, target: path, headers: ["X-Key": "owner-key"])
      return try? JSON.parse(session.answer(to: request).response.body.bytes ?? [])["data"]
    }
  }

  /// Verifies the store without a client.
  func verify(
    at url: String = "http://127.0.0.1:1", _ options: VerifierOptions = VerifierOptions(allowsWrites: true),
    clock: ProbeClock = ProbeClock(now: { 0 }, pause: { _ in }), suite: (any CallSuite)? = nil,
    variables: [String: String] = [:],
    progress: @Sendable (CallOutcome) -> Void = { _ in }
  ) async throws -> [CallOutcome] {
    var options = options
    options.environment["STORE_KEY"] = "owner-key"
    options.clock = clock
    options.variables.merge(variables) { $1 }
    let client = try UpstreamClient()
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = Verifier(
      suite: suite ?? DirectSuite(contract: contract, recordings: [], client: client), contract: contract,
      target: .server(try BaseURL(parsing: url), self), options: options.patient, server: server)
    let result: Result<[CallOutcome], any Error>
    do { result = .success(try await verifier.run(progress: progress)) } catch { result = .failure(error) }
    await server.shutdown(grace: .zero)
    await client.shutdown()
    return try result.get()
  }
}

extension [CallOutcome] {
  /// The outcomes of undoing changes, such as `failed boxes.remove: left behind …`.
  var undone: [String] {
    compactMap { outcome in
      let line = outcome.line
      guard ["removes ", "puts ", "cleans up "].contains(where: line.name.hasPrefix) else { return nil }
      let text = "\(line.outcome) \(line.endpoint): \(line.reason ?? line.name)"
      // Each run has a different mark.
      return text.replacing(/plumbline-[a-z0-9]{8}/, with: "MARK")
    }
  }

  /// The complaints about the calls themselves.
  var complaints: [String] {
    filter { $0.line.outcome != .passed && $0.line.reason?.contains("left behind") == false }
      .map { "\($0.line.outcome) \($0.line.endpoint): \($0.line.reason ?? "")" }
      .map { $0.replacing(/plumbline-[a-z0-9]{8}/, with: "MARK") }
  }
}
