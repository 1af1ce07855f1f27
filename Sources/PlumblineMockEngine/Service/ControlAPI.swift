import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Carries out the requests of the control interface. Its contract says which there are; this says what they do.
struct ControlAPI {
  let directory: SessionDirectory
  /// The session of the port that the request came to; `nil` for the main port.
  let own: ServedSession?

  /// What a request is about.
  struct Call {
    let reading: RequestReading
    let session: ServedSession
    /// By which name or address the client came.
    let host: String

    var body: JSON { reading.body ?? [:] }
  }

  func respond(to request: Request) -> Response {
    do throws(ControlRefusal) {
      let host = try directory.gate.admit(request)
      guard let contract = ControlContract.loaded.contract else {
        throw ControlRefusal(status: 500, code: "NO_CONTRACT", message: "The control interface's contract is broken.")
      }
      let endpoint = try find(request, in: contract)
      if !endpoint.request.method.isSafe { try directory.gate.admitChange(request) }
      try directory.configuration.inspector.admit(request, to: endpoint)
      let reading = RequestReading(request, for: endpoint)
      try validate(reading, contract)
      return try perform(Call(reading: reading, session: try session(of: request), host: host))
    } catch {
      return error.response
    }
  }

  private func find(_ request: Request, in contract: Contract) throws(ControlRefusal) -> Endpoint {
    let method: HTTPMethod = request.method == .head ? .get : request.method
    switch contract.router.route(method, path: request.path) {
    case .found(let endpoint): return endpoint
    case .methodMissing(let methods):
      throw ControlRefusal(
        status: 405, code: "METHOD_NOT_ALLOWED",
        message: "\(request.path) takes \(Spelling.list(methods.map(\.rawValue), joining: "or")), not \(method).",
        headers: ["Allow": RequestPipeline.allowed(methods)])
    case .conditionMissing, .nothing:
      let path = String(request.path.prefix(200))
      let paths = contract.endpoints.map(\.request.template.text)
      throw .notFound(
        "There is nothing at \(path)\(Spelling.suggestion(for: path, among: paths)) "
          + "GET /__plumbline/contract describes all of it.")
    }
  }

  /// Unlike an app's requests, these are refused for what is unknown too: a misspelt member would do nothing, silently.
  private func validate(_ reading: RequestReading, _ contract: Contract) throws(ControlRefusal) {
    let faults = RequestValidation(reading, in: contract).faults()
    guard let first = faults.first else { return }
    if case .bodyMalformed = first.kind {
      throw ControlRefusal(status: 400, code: "MALFORMED", message: first.text)
    }
    let text = faults.map(\.text).joined(separator: "; ")
    if case .mediaTypeUnsupported = first.kind {
      // What curl sends with -d. A page of another origin could send it too, without being asked first.
      throw .invalid("\(text): add -H 'Content-Type: application/json'.")
    }
    throw .invalid(text)
  }

  private func session(of request: Request) throws(ControlRefusal) -> ServedSession {
    if let own { return own }
    guard let name = request.headers[SessionDirectory.header] else { return directory.main }
    do throws(SessionError) {
      return try directory.session(named: name)
    } catch {
      throw ControlRefusal(error)
    }
  }

  private func perform(_ call: Call) throws(ControlRefusal) -> Response {
    switch call.reading.endpoint.id {
    case ControlID.health: health()
    case ControlID.page: page(call)
    case ControlID.bare: bare(call)
    case "contract.get":
      Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(ControlContract.bytes))
    case "endpoints.list": endpoints()
    case "journal.list": journal(call)
    case "journal.get": try exchange(call)
    case "journal.recording": try draft(call)
    case "journal.events": events(call)
    case "journal.clear": clearJournal(call)
    case "overrides.list": overrides(of: call.session)
    case "overrides.replace": try replaceOverrides(call)
    case "overrides.add": try addOverride(call)
    case "overrides.remove": removeOverrides(call)
    case "faults.list": faults(of: call.session)
    case "faults.replace": try replaceFaults(call)
    case "faults.remove": removeFaults(call)
    case "delays.list": delays(of: call.session)
    case "delays.replace": try replaceDelays(call)
    case "delays.remove": removeDelays(call)
    case "pace.get": pace(of: call.session)
    case "pace.replace": try replacePace(call)
    case "personas.list": personas(of: call.session)
    case "personas.replace": try replacePersona(call)
    case "recordings.save": try saveRecording(call)
    case "state.get": try state(call)
    case "reset.do": reset(call)
    case "sessions.list": sessions()
    case "sessions.open": try openSession(call)
    case "sessions.close": try closeSession(call)
    case "coverage.get": coverage(call)
    case "metrics.get": metrics(call)
    default: throw .notFound("There is nothing at \(call.reading.request.path.prefix(200)).")
    }
  }
}

/// Endpoints of the control interface that not only ``ControlAPI`` knows.
enum ControlID {
  static let health = "health.get"
  static let page = "inspector.get"
  static let bare = "inspector.bare"
}

/// The contract of the control interface: it routes and validates what comes, like any other.
package enum ControlContract {
  /// The contract's text.
  package static var bytes: [UInt8] { PackageResources.contract_json }

  /// The contract, and what is wrong with it: nothing, as a test sees.
  package static let loaded = ContractLoader.load([
    ContractLoader.File(
      name: "contract.json", path: "Sources/PlumblineMockEngine/Service/Contract/contract.json", bytes: bytes)
  ])
}

/// Where the control interface lies.
enum ControlPath {
  private static let prefix = Array("/__plumbline".utf8)

  /// Whether a request is for the control interface, and not for the mock.
  static func isControl(_ request: Request) -> Bool {
    let target = request.targetBytes
    // The second byte tells nearly all requests apart.
    guard target.count >= prefix.count, target[target.startIndex + 1] == prefix[1] else { return false }
    guard target.starts(with: prefix) else { return false }
    guard target.count > prefix.count else { return true }
    let next = target[target.startIndex + prefix.count]
    return next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
  }

  /// Whether a request for the control interface is about files, or waits for one that is.
  static func mayWait(_ request: Request) -> Bool {
    request.path.hasSuffix("/recordings") || request.path.hasSuffix("/recording")
  }

  /// Returns a Boolean value that indicates whether a request is about kept exchanges or a session's memory: its answer is
  /// as much work as there is text in them.
  static func readsExchanges(_ request: Request) -> Bool {
    guard request.method.isSafe else { return false }
    let path = request.path
    if path.contains("/journal/") { return !path.hasSuffix("/events") }
    return ["/journal", "/coverage", "/metrics", "/state"].contains { path.hasSuffix($0) }
  }
}
