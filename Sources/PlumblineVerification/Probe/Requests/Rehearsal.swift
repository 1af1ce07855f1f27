import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// A simulated server that leads a run through as many steps as possible.
///
/// The server has no paths, so its responses are never decisive. However, a run takes additional steps if a server
/// reveals certain facts, so each rehearsal reveals one of them, up to some number of identifiers in a path: that an
/// item doesn't exist (`told`), that a list is empty (`listed`), which proves the same, or that OPTIONS of a nearby
/// path is reliable. Together, the rehearsals receive every request that a run may send to a real server.
final class Rehearsal: Sendable {
  private let contract: Contract
  private let line: Endpoint.RequestLine
  /// A Boolean value that indicates whether the contract's own paths reveal nothing about items because the endpoint
  /// has moved.
  private let isMoved: Bool
  private let told: Int
  private let listed: Int
  private let listsMethods: Bool
  private let requests = Mutex<[HarmlessRequest]>([])

  private init(
    _ contract: Contract, _ line: Endpoint.RequestLine, isMoved: Bool, told: Int, listed: Int, listsMethods: Bool
  ) {
    self.contract = contract
    self.line = line
    self.isMoved = isMoved
    self.told = told
    self.listed = listed
    self.listsMethods = listsMethods
  }

  /// Returns the rehearsals for one of an endpoint's request lines.
  static func all(of endpoint: Endpoint, at line: Endpoint.RequestLine, in contract: Contract) -> [Rehearsal] {
    func rehearsal(told: Int = 0, listed: Int = -1, isMoved: Bool = false, listsMethods: Bool = false) -> Rehearsal {
      Rehearsal(contract, line, isMoved: isMoved, told: told, listed: listed, listsMethods: listsMethods)
    }
    // Responses about items never add steps to a read.
    if line.method.isReading, endpoint.isSafe { return [rehearsal()] }
    let names = line.template.parameters.count
    // Nearby items may have more identifiers.
    let most = max(names, contract.endpoints.map(\.request.template.parameters.count).max() ?? 0)
    let counts = Set(0...names).union([most]).sorted()
    var all: [Rehearsal] = []
    for isMoved in line == endpoint.request ? [false] : [false, true] {
      for listed in -1..<max(0, names) {
        for told in counts { all.append(rehearsal(told: told, listed: listed, isMoved: isMoved)) }
      }
    }
    return all + [rehearsal(listsMethods: true), rehearsal(told: most, listsMethods: true)]
  }

  /// The requests that were sent, in order.
  var sent: [HarmlessRequest] { requests.withLock { $0 } }

  func exchange(_ request: HarmlessRequest) -> Exchange {
    requests.withLock { $0.append(request) }
    return Exchange(request: request.request, response: response(to: request))
  }

  private func response(to sent: HarmlessRequest) -> Response {
    let request = sent.request
    if request.method == .options {
      let isNearBy = listsMethods && !sent.isControl && sent.step == .methodsNearBy
      // Reject OPTIONS without an Origin, so that preflights are rehearsed as well.
      let isPreflight = request.headers.contains("origin")
      return isNearBy || isPreflight
        ? Response(status: 204, headers: ["Allow": isNearBy ? "GET" : "OPTIONS"])
        : Response(status: 400, headers: ["Allow": "OPTIONS"])
    }
    if !sent.isControl {
      if let named = identifiers(in: request), named > 0, named <= told {
        let code = ErrorCode.word("NO_SUCH_ITEM")
        return json(404, contract.envelope?.failure(code: code, message: nil) ?? ["error": code.json])
      }
      if request.method == .get, case .found(let endpoint) = contract.router.route(request),
        case .literal? = endpoint.request.template.segments.last, endpoint.request.template.parameters.count <= listed
      {
        return json(200, emptyList(of: endpoint))
      }
    }
    return Response(status: 404, headers: ["Content-Type": "text/plain"], body: Body("Nothing is here."))
  }

  private func json(_ status: Int, _ body: JSON) -> Response {
    Response(status: status, headers: ["Content-Type": "application/json"], body: Body(body.serialized()))
  }

  /// Returns a complete response with an empty list, as the contract defines it.
  private func emptyList(of endpoint: Endpoint) -> JSON {
    let place = endpoint.states.first { $0.action == .list }?.place ?? JSONPointer()
    let payload = place.tokens.reversed().reduce(JSON.array([])) { .object([($1, $0)]) }
    guard let envelope = contract.envelope, envelope.payload != nil else { return payload }
    return envelope.success(payload: payload)
  }

  /// Returns the number of identifiers that lead to the requested item, or `nil` for a path that doesn't exist at all.
  private func identifiers(in request: Request) -> Int? {
    if let own = identifiers(onTheWayTo: line, in: request) { return own }
    guard !isMoved, case .found(let endpoint) = contract.router.route(request) else {
      return nil
    }
    return endpoint.request.template.parameters.count
  }

  /// Returns the number of identifiers in a path that is a line's path or a prefix of it.
  private func identifiers(onTheWayTo line: Endpoint.RequestLine, in request: Request) -> Int? {
    let count = line.template.segments.count
    // A GET of a write's own path concerns the item if the path ends with its identifier.
    let endsInItem = line.method != .get && !(line.template.segments.last?.parameters ?? []).isEmpty
    let ways = request.method == .get ? 0..<(endsInItem ? count + 1 : count) : count..<count + 1
    if request.path == "/", ways.contains(0) { return 0 }
    for end in ways {
      if let prefix = line.template.prefix(end), prefix.match(request.path) != nil { return prefix.parameters.count }
    }
    return nil
  }
}
