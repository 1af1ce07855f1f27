import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The implementation of the control interface, whose requests are defined by a contract.
struct ControlAPI {
  let directory: SessionDirectory
  /// The session whose own port received the request, or `nil` for the main port.
  let own: ServedSession?

  /// A request, along with the session that it applies to.
  struct Call {
    let reading: RequestReading
    let session: ServedSession
    /// The name or address that the client used to reach this server.
    let host: String

    var body: JSON { reading.body ?? [:] }
  }

  func respond(to request: Request) -> Response {
    do throws(ControlRefusal) {
      let host = try directory.gate.admit(request)
      guard let contract = ControlContract.loaded.contract else {
        throw ControlRefusal(status: 500, code: "NO_CONTRACT", message: "The control interface's contract is broken.")
      }
      let (endpoint, id) = try find(request, in: contract)
      if !endpoint.request.method.isSafe { try directory.gate.admitChange(request) }
      try directory.configuration.inspector.admit(request, to: id)
      let reading = RequestReading(request, for: endpoint)
      try validate(reading, contract)
      return try perform(Call(reading: reading, session: try session(of: request), host: host), as: id)
    } catch {
      return error.response
    }
  }

  private func find(
    _ request: Request, in contract: Contract
  ) throws(ControlRefusal) -> (endpoint: Endpoint, id: ControlID) {
    switch ControlContract.route(request, in: contract) {
    case .found(let endpoint):
      guard let id = ControlID(rawValue: endpoint.id) else {
        throw .notFound("Not found: \(request.path.prefix(200)).")
      }
      return (endpoint, id)
    case .methodMissing(let methods):
      let list = Spelling.list(methods.map(\.rawValue), joining: "or")
      throw ControlRefusal(
        status: 405, code: "METHOD_NOT_ALLOWED",
        message: "\(request.path) accepts \(list), not \(ControlContract.method(of: request)).",
        headers: ["Allow": RequestGate.allowed(methods)])
    case .conditionMissing, .nothing:
      let path = String(request.path.prefix(200))
      let paths = contract.endpoints.map(\.request.template.text)
      throw .notFound(
        "Not found: \(path)\(Spelling.suggestion(for: path, among: paths)) "
          + "GET /__plumbline/contract describes the whole interface.")
    }
  }

  /// Unlike for an app's requests, reject unknown members, because a misspelled member would silently have no effect.
  private func validate(_ reading: RequestReading, _ contract: Contract) throws(ControlRefusal) {
    let faults = RequestValidation(reading, in: contract).faults()
    guard let first = faults.first else { return }
    if case .bodyMalformed = first.kind {
      throw ControlRefusal(status: 400, code: "MALFORMED", message: first.text)
    }
    let text = faults.map(\.text).joined(separator: "; ")
    if case .mediaTypeUnsupported = first.kind {
      // This is the media type that curl sends by default with -d. A page of a foreign origin could send it too,
      // without a preflight.
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

  private func perform(_ call: Call, as id: ControlID) throws(ControlRefusal) -> Response {
    switch id {
    case .health: health()
    case .page: page(call)
    case .bare: bare(call)
    case .contract:
      Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(ControlContract.bytes))
    case .endpoints: endpoints()
    case .journal: journal(call)
    case .exchange: try exchange(call)
    case .draft: try draft(call)
    case .events: events(call)
    case .clearJournal: clearJournal(call)
    case .stubs, .overrides: stubs(call)
    case .replaceStubs, .replaceOverrides: try replaceStubs(call)
    case .addStub, .addOverride: try addStub(call)
    case .removeStubs, .removeOverrides: removeStubs(call)
    case .faults: faults(of: call.session)
    case .replaceFaults: try replaceFaults(call)
    case .removeFaults: removeFaults(call)
    case .delays: delays(of: call.session)
    case .replaceDelays: try replaceDelays(call)
    case .removeDelays: removeDelays(call)
    case .pace: pace(of: call.session)
    case .replacePace: try replacePace(call)
    case .personas: personas(of: call.session)
    case .replacePersona: try replacePersona(call)
    case .saveRecording: try saveRecording(call)
    case .state: try state(call)
    case .reset: reset(call)
    case .sessions: sessions()
    case .openSession: try openSession(call)
    case .closeSession: try closeSession(call)
    case .coverage: coverage(call)
    case .metrics: metrics(call)
    }
  }
}

/// The contract of the control interface. It is used to route and validate requests, like any other contract.
package enum ControlContract {
  /// The contract's text.
  package static var bytes: [UInt8] { PackageResources.contract_json }

  /// The contract and its problems. A test ensures that there are none.
  package static let loaded = ContractLoader.load([
    ContractLoader.File(
      name: "contract.json", path: "Sources/PlumblineMockEngine/Service/Contract/contract.json", bytes: bytes)
  ])

  /// Returns the endpoint of a request.
  static func route(_ request: Request, in contract: Contract) -> Router.Match {
    contract.router.route(method(of: request), path: request.path)
  }

  /// Returns the method for routing a request. HEAD is routed like GET.
  static func method(of request: Request) -> HTTPMethod { request.method == .head ? .get : request.method }
}

/// The path prefix of the control interface.
enum ControlPath {
  private static let prefix = Array("/__plumbline".utf8)

  /// Returns a Boolean value that indicates whether a request is for the control interface rather than the mock.
  static func isControl(_ request: Request) -> Bool {
    let target = request.targetBytes
    // Check the second byte first, because that rules out nearly all other requests.
    guard target.count >= prefix.count, target[target.startIndex + 1] == prefix[1] else { return false }
    guard target.starts(with: prefix) else { return false }
    guard target.count > prefix.count else { return true }
    let next = target[target.startIndex + prefix.count]
    return next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
  }
}
