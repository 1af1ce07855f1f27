import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Synchronization

/// Everything that a run may send for one endpoint, in order, made without sending anything.
///
/// It is found by rehearsal: the run itself, before servers that are made up and whose answers decide nothing, so that it
/// takes every step that it ever takes (``Rehearsal``). Before a real server it stops as soon as an answer decides, so it
/// sends part of this and never more. Identifiers that only a list of the server's can tell stand in braces.
package struct ProbePlan: Sendable {
  private let probe: Probe
  private let run: ProbeRun
  private let redactor: Redactor

  package init(_ probe: Probe) {
    self.probe = probe
    run = Self.run(of: probe, before: nil)
    redactor = Secrets(probe.credentials.all).redactor(for: probe.contract)
  }

  /// Why an endpoint's requests carry no credentials; `nil` when they do, or need none.
  package func lacking(_ endpoint: Endpoint) -> String? { run.requests(for: endpoint).lacking }

  /// What a run may send for an endpoint.
  package func requests(for endpoint: Endpoint) async -> [PlannedRequest] {
    var planned = identifiers(for: endpoint).map { self.planned($0, before: "") }
    planned += await requests(for: endpoint, at: endpoint.request).map { self.planned($0, before: "") }
    for line in endpoint.alternatives
    where line.template.parameters.count == endpoint.request.template.parameters.count {
      let before = "if it seems not to be there, the alternative: "
      planned += await requests(for: endpoint, at: line).map { self.planned($0, before: before) }
    }
    var seen: Set<String> = []
    return planned.filter { seen.insert("\($0.line)\n\($0.body)\n\($0.harmlessness)").inserted }
  }

  private func identifiers(for endpoint: Endpoint) -> [HarmlessRequest] {
    guard run.usesExisting(endpoint) else { return [] }
    return IdentifierSearch(
      contract: run.contract, recordings: run.recordings, variables: run.options.variables, read: { _, _ in nil }
    ).lists(for: endpoint).compactMap { list, known in
      run.requests(for: list).requests.read(run.place(list, list.request, known), .identifier)
    }
  }

  /// What every rehearsal at a place sends, by steps.
  private func requests(for endpoint: Endpoint, at line: Endpoint.RequestLine) async -> [HarmlessRequest] {
    let absent = ProbeIdentifiers.absent(for: endpoint)
    let names = endpoint.request.template.parameters
    // What `--var` gives; the rest stays in braces.
    let known = names.map { run.options.variables[$0] ?? "{\($0)}" }
    let hasExisting = run.usesExisting(endpoint) && !names.isEmpty
    var basis = [ProbeIdentifiers(existing: hasExisting ? known : nil, absent: absent)]
    // A read goes to what exists or, where no list shows anything, to what doesn't.
    if hasExisting, endpoint.isSafe { basis.append(ProbeIdentifiers(existing: nil, absent: absent)) }
    var sent: [HarmlessRequest] = []
    for identifiers in basis {
      for rehearsal in Rehearsal.all(of: endpoint, at: line, in: run.contract) {
        let run = Self.run(of: probe, before: rehearsal)
        let (requests, lacking) = run.requests(for: endpoint)
        _ = await run.examine(line, identifiers, ProbeRun.Examination(endpoint, requests, lacking: lacking))
        sent += rehearsal.sent
      }
    }
    // Those of one step stay together with what they are compared with.
    return sent.enumerated().sorted { ($0.element.step, $0.offset) < ($1.element.step, $1.offset) }.map(\.element)
  }

  /// The run of a probe, before a made-up server; one before none makes requests and sends nothing.
  private static func run(of probe: Probe, before rehearsal: Rehearsal?) -> ProbeRun {
    ProbeRun(
      probe,
      sender: ProbeSender(contract: probe.contract, base: probe.base, options: probe.options, clock: probe.clock) {
        rehearsal?.exchange($0)
          ?? Exchange(
            request: $0.request, outcome: .failure(TransportFailure(kind: .other, message: "Nothing is sent.")))
      })
  }

  private func planned(_ request: HarmlessRequest, before: String) -> PlannedRequest {
    let sent = request.request.body.bytes?.count ?? 0
    let body = String(decoding: redactor.body(of: request.request), as: UTF8.self)
    return PlannedRequest(
      purpose: before + (request.isControl ? "what a path that can't exist gets" : request.step.purpose),
      harmlessness: request.harmlessness,
      line: "\(request.request.method) \(redactor.text(run.base.path))\(redactor.target(of: request.request))",
      headers: redactor.fields(request.request.headers)
        + (request.promised.map { [("Content-Length", "\($0)")] } ?? []),
      body: request.promised.map { "\(body) … ends here, \(sent) of \($0) bytes" } ?? body,
      method: request.request.method, path: request.request.path)
  }
}

/// A server that is made up, before which a run takes as many steps as it can.
///
/// It has no path, so that nothing is decided. But a run goes on to more where a server tells some things, so a rehearsal is
/// one of the servers that tell them, each as far as some number of identifiers in a path: that there is no such item
/// (`told`), and that a list is empty (`listed`), which shows the same; or that OPTIONS near by is worth something. What a
/// run sends before any server, it sends before one of these.
private final class Rehearsal: Sendable {
  private let contract: Contract
  private let line: Endpoint.RequestLine
  /// Whether the contract's own paths tell nothing of items, since the endpoint has moved.
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

  /// The rehearsals for a place of an endpoint.
  static func all(of endpoint: Endpoint, at line: Endpoint.RequestLine, in contract: Contract) -> [Rehearsal] {
    func rehearsal(told: Int = 0, listed: Int = -1, isMoved: Bool = false, listsMethods: Bool = false) -> Rehearsal {
      Rehearsal(contract, line, isMoved: isMoved, told: told, listed: listed, listsMethods: listsMethods)
    }
    // Nothing that is told about items leads a read any further.
    if line.method.isReading, endpoint.isSafe { return [rehearsal()] }
    let names = line.template.parameters.count
    // The items near by may be named by more identifiers.
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

  /// What was sent, in order.
  var sent: [HarmlessRequest] { requests.withLock { $0 } }

  func exchange(_ request: HarmlessRequest) -> Exchange {
    requests.withLock { $0.append(request) }
    return Exchange(request: request.request, response: response(to: request))
  }

  private func response(to sent: HarmlessRequest) -> Response {
    let request = sent.request
    if request.method == .options {
      let isNearBy = listsMethods && !sent.isControl && sent.step == .methodsNearBy
      return Response(status: 204, headers: ["Allow": isNearBy ? "GET" : "OPTIONS"])
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

  /// A whole list without items, as the contract has it.
  private func emptyList(of endpoint: Endpoint) -> JSON {
    let place = endpoint.states.first { $0.action == .list }?.place ?? JSONPointer()
    let payload = place.tokens.reversed().reduce(JSON.array([])) { .object([($1, $0)]) }
    guard let envelope = contract.envelope, envelope.payload != nil else { return payload }
    return envelope.success(payload: payload)
  }

  /// How many identifiers name the item of a request; `nil` for what isn't there at all.
  private func identifiers(in request: Request) -> Int? {
    if let own = identifiers(onTheWayTo: line, in: request) { return own }
    guard !isMoved, case .found(let endpoint) = contract.router.route(request) else {
      return nil
    }
    return endpoint.request.template.parameters.count
  }

  /// The identifiers in a path that is the beginning of a line's, or all of it.
  private func identifiers(onTheWayTo line: Endpoint.RequestLine, in request: Request) -> Int? {
    let count = line.template.segments.count
    // A GET of a write's own path tells of the item where the path ends in it.
    let endsInItem = line.method != .get && !(line.template.segments.last?.parameters ?? []).isEmpty
    let ways = request.method == .get ? 0..<(endsInItem ? count + 1 : count) : count..<count + 1
    if request.path == "/", ways.contains(0) { return 0 }
    for end in ways {
      if let prefix = line.template.prefix(end), prefix.match(request.path) != nil { return prefix.parameters.count }
    }
    return nil
  }
}
