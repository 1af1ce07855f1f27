import ContractModel
import HTTPMessages
import Recordings

/// Everything that a run may send for one endpoint, in order, made without sending anything.
///
/// A run stops as soon as an answer decides, so it sends part of this and never more. Identifiers that only a list of the
/// server's can tell stand in braces.
package struct ProbePlan: Sendable {
  private let run: ProbeRun
  private let mask: @Sendable (String) -> String

  package init(_ probe: Probe) {
    run = ProbeRun(
      contract: probe.contract, base: probe.base, recordings: probe.recordings, options: probe.options,
      credentials: probe.credentials,
      sender: ProbeSender(
        contract: probe.contract, base: probe.base, options: probe.options, clock: probe.clock, exchange: probe.exchange
      ),
      writesForbidden: probe.writesForbidden)
    let secrets = Secrets(Secrets.spellings(of: probe.credentials.all))
    mask = { secrets.redact($0) }
  }

  /// Why an endpoint's requests carry no credentials; `nil` when they do, or need none.
  package func lacking(_ endpoint: Endpoint) -> String? { run.requests(for: endpoint).lacking }

  /// What a run may send for an endpoint.
  package func requests(for endpoint: Endpoint) -> [PlannedRequest] {
    var planned = identifiers(for: endpoint)
    planned += requests(for: endpoint, at: endpoint.request, before: "")
    for line in endpoint.alternatives
    where line.template.parameters.count == endpoint.request.template.parameters.count {
      planned += requests(for: endpoint, at: line, before: "if it seems not to be there, the alternative: ")
    }
    return planned
  }

  private func identifiers(for endpoint: Endpoint) -> [PlannedRequest] {
    IdentifierSearch(
      contract: run.contract, recordings: run.recordings, variables: run.options.variables, read: Self.nothing
    ).lists(for: endpoint).map { list, known in
      let place = run.place(list, list.request, known)
      return planned(
        run.requests(for: list).requests.read(place), "finds an identifier that exists", list)
    }
  }

  private static let nothing: @Sendable (Endpoint, ProbePlace) async -> ProbeAnswer = { endpoint, place in
    preconditionFailure("A plan reads nothing, and \(endpoint.id) was asked for at \(place.path).")
  }

  private func requests(
    for endpoint: Endpoint, at line: Endpoint.RequestLine, before: String
  ) -> [PlannedRequest] {
    let requests = run.requests(for: endpoint).requests
    let absent = run.place(endpoint, line, ProbeIdentifiers.absent(for: endpoint))
    let existing = run.place(endpoint, line, known(endpoint))
    var planned: [PlannedRequest] = []
    func add(_ request: HarmlessRequest?, _ place: ProbePlace, _ purpose: String) {
      guard let request else { return }
      planned.append(self.planned(request, before + purpose, endpoint))
      for control in ProbePlace.Control.allCases {
        planned.append(
          self.planned(
            requests.control(request, of: place, control), before + "what a path that can't exist gets", endpoint))
      }
    }
    if line.method.isSafe, !endpoint.isSafe {
      if absent.hasIdentifiers {
        add(requests.read(absent), absent, "asks for an item that isn't there: a \(line.method) here changes something")
      }
      add(
        requests.options(absent), absent, "\(absent.hasIdentifiers ? "if that doesn't tell, " : "")asks for the methods"
      )
      return planned
    }
    if line.method.isSafe {
      add(requests.read(existing), existing, "asks for what is documented")
      add(requests.options(existing), existing, "if that doesn't tell, asks for the methods")
      if existing.hasIdentifiers {
        add(requests.read(absent), absent, "if no identifier is found, asks for one that nothing should have")
        add(requests.options(absent), absent, "if that doesn't tell, asks for the methods")
      }
      return planned
    }
    add(requests.options(absent), absent, "asks for the methods")
    let reading = absent.asRead
    if let malformed = requests.malformed(absent) {
      add(malformed, absent, "if that doesn't tell, a malformed write")
      add(requests.empty(absent), absent, "if the body is read before the path, an empty write")
      if absent.hasIdentifiers {
        add(
          requests.malformed(existing), existing,
          "if the item may be what is missing, a malformed write to one that exists")
        add(requests.empty(existing), existing, "the same without a body, where bodies are read before paths")
      }
    } else if let request = requests.absent(absent, Absence(path: absent.path)) {
      for place in line == endpoint.request
        ? [absent.item] : [ProbePlace(absent, at: endpoint.request).item, absent.item]
      {
        add(requests.read(place.asRead), place.asRead, "shows that the item isn't there")
        guard let list = run.collection(of: place) else { continue }
        let above = run.place(list, list.request, Array(place.identifiers.dropLast()))
        add(
          run.requests(for: list).requests.read(above), above,
          "if that doesn't show it, reads the list that would hold it")
      }
      add(request, absent, "if the item isn't there, a write to it")
      if let other = requests.otherMethod(absent, Absence(path: absent.path)) {
        planned.append(
          self.planned(
            other, before + "if it says that the item is missing, whether it says so to any method", endpoint))
      }
    }
    add(requests.read(reading), reading, "if it isn't decided, asks whether the path takes GET")
    if absent.hasIdentifiers, run.isHarmlessToRead(existing) {
      add(requests.read(existing.asRead), existing.asRead, "the same with an identifier that exists")
    }
    return planned
  }

  /// What `--var` gives; the rest stays in braces.
  private func known(_ endpoint: Endpoint) -> [String] {
    endpoint.request.template.parameters.map { run.options.variables[$0] ?? "{\($0)}" }
  }

  private func planned(_ request: HarmlessRequest, _ purpose: String, _ endpoint: Endpoint) -> PlannedRequest {
    let secret = Set(run.contract.credentials.compactMap(\.headerName))
    return PlannedRequest(
      purpose: purpose, harmlessness: request.harmlessness,
      line: mask("\(request.request.method) \(run.base.path)\(request.request.target)"),
      headers: request.request.headers.map { ($0.name, secret.contains($0.name.lowercased()) ? "•••" : $0.value) },
      body: String(decoding: request.request.body.bytes ?? [], as: UTF8.self), method: request.request.method,
      path: request.request.path)
  }
}
