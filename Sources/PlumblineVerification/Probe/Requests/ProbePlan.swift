import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// Everything that a run may send for one endpoint, in order, made without sending anything.
///
/// A run stops as soon as an answer decides, so it sends part of this and never more. Identifiers that only a list of the
/// server's can tell stand in braces.
package struct ProbePlan: Sendable {
  private let run: ProbeRun
  private let redactor: Redactor

  package init(_ probe: Probe) {
    run = ProbeRun(
      probe,
      sender: ProbeSender(
        contract: probe.contract, base: probe.base, options: probe.options, clock: probe.clock, exchange: probe.exchange
      ))
    redactor = Secrets(probe.credentials.all).redactor(for: probe.contract)
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
    guard run.usesExisting(endpoint) else { return [] }
    return IdentifierSearch(
      contract: run.contract, recordings: run.recordings, variables: run.options.variables, read: { _, _ in nil }
    ).lists(for: endpoint).compactMap { list, known in
      let place = run.place(list, list.request, known)
      return run.requests(for: list).requests.read(place).map {
        planned($0, "finds an identifier that exists", list)
      }
    }
  }

  private func requests(
    for endpoint: Endpoint, at line: Endpoint.RequestLine, before: String
  ) -> [PlannedRequest] {
    let list = List(plan: self, endpoint: endpoint, before: before)
    let absent = run.place(endpoint, line, ProbeIdentifiers.absent(for: endpoint))
    switch (line.method.isSafe, endpoint.isSafe) {
    case (true, true): planRead(absent, run.place(endpoint, line, known(endpoint)), list)
    case (true, false):
      list.options(absent, "asks for the methods")
      planAbsence(of: absent, list)
      if let absence = Absence(supposing: absent) {
        list.add(
          list.requests.absent(absent, absence), absent,
          "if that doesn't tell, asks for an item that isn't there: a \(line.method) here changes something")
      }
    case (false, _): planWrite(absent, list)
    }
    return list.planned
  }

  private func planRead(_ absent: ProbePlace, _ existing: ProbePlace, _ list: List) {
    list.read(existing, "asks for what is documented")
    list.options(existing, "if that doesn't tell, asks for the methods")
    guard existing.hasIdentifiers else { return }
    list.read(absent, "if no identifier is found, asks for one that nothing should have")
    list.options(absent, "if that doesn't tell, asks for the methods")
  }

  private func planWrite(_ place: ProbePlace, _ list: List) {
    list.options(place, "asks for the methods")
    list.read(place.asRead, "if that doesn't tell, asks whether the path takes GET, and with what it refuses one")
    let existing = ProbePlace(endpoint: place.endpoint, line: place.line, identifiers: known(place.endpoint)).asRead
    if place.hasIdentifiers, run.contract.documentsReading(place.path) {
      list.read(existing, "the same with an identifier that exists")
    }
    for witness in run.readWitnesses(of: place) {
      list.options(witness, "if it seems not to be there, what OPTIONS is worth near by")
    }
    for witness in place.hasIdentifiers ? run.itemWitnesses(of: place) : [] {
      list.read(witness, "if it seems not to be there, whether a missing item is told from a missing path")
    }
    for witness in run.writeWitnesses(of: place) {
      list.read(witness, "if it seems not to be there, what the refusal of a GET is worth near by")
    }
    planPermitted(place, list)
  }

  /// What only the user's permission allows.
  private func planPermitted(_ place: ProbePlace, _ list: List) {
    guard run.permission != nil else { return }
    guard let absence = Absence(supposing: place) else {
      guard run.leavesBodiesUnfinished else { return }
      return list.add(
        list.requests.unfinished(place), place, "if nothing of these tells, a POST whose body never completes")
    }
    let other = list.requests.otherMethod(place, absence)
    guard let request = list.requests.absent(place, absence) else {
      guard let other else { return }
      planAbsence(of: place, list)
      return list.add(
        other.request, other.place,
        "if the item isn't there, what the refusal of another method than \(place.method) lists")
    }
    planAbsence(of: place, list)
    list.add(request, place, "if the item isn't there, a write to it")
    if let other {
      list.add(other.request, "if it says that the item is missing, whether it says so to any method")
    }
  }

  private func planAbsence(of place: ProbePlace, _ list: List) {
    for place in run.absencePlaces(of: place) {
      for item in place.items {
        for shown in [item.asRead] + run.readings(below: item) {
          list.read(shown, "if nothing of these tells, shows that the item isn't there")
        }
        if let above = run.collection(of: item) {
          list.read(above, "if that doesn't show it, reads the list that would hold it")
        }
      }
    }
  }

  /// What `--var` gives; the rest stays in braces.
  private func known(_ endpoint: Endpoint) -> [String] {
    endpoint.request.template.parameters.map { run.options.variables[$0] ?? "{\($0)}" }
  }

  fileprivate func planned(_ request: HarmlessRequest, _ purpose: String, _ endpoint: Endpoint) -> PlannedRequest {
    let sent = request.request.body.bytes?.count ?? 0
    let body = String(decoding: redactor.body(of: request.request), as: UTF8.self)
    return PlannedRequest(
      purpose: purpose, harmlessness: request.harmlessness,
      line: "\(request.request.method) \(redactor.text(run.base.path))\(redactor.target(of: request.request))",
      headers: redactor.fields(request.request.headers)
        + (request.promised.map { [("Content-Length", "\($0)")] } ?? []),
      body: request.promised.map { "\(body) … ends here, \(sent) of \($0) bytes" } ?? body,
      method: request.request.method, path: request.request.path)
  }
}

extension ProbePlan {
  /// The requests for one place of an endpoint, each once.
  private final class List {
    private let plan: ProbePlan
    private let endpoint: Endpoint
    private let before: String
    let requests: ProbeRequests
    private(set) var planned: [PlannedRequest] = []

    init(plan: ProbePlan, endpoint: Endpoint, before: String) {
      self.plan = plan
      self.endpoint = endpoint
      self.before = before
      requests = plan.run.requests(for: endpoint).requests
    }

    func options(_ place: ProbePlace, _ purpose: String) { add(requests.options(place), place, purpose) }

    func read(_ place: ProbePlace, _ purpose: String) { add(requests.read(place), place, purpose) }

    /// A request and its controls.
    func add(_ request: HarmlessRequest?, _ place: ProbePlace, _ purpose: String) {
      guard let request else { return }
      add(request, purpose)
      for control in ProbePlace.Control.allCases {
        guard let request = requests.control(request, of: place, control) else { continue }
        add(request, "what a path that can't exist gets")
      }
    }

    func add(_ request: HarmlessRequest, _ purpose: String) {
      let new = plan.planned(request, before + purpose, endpoint)
      let isKnown = planned.contains {
        $0.line == new.line && $0.body == new.body && $0.harmlessness == new.harmlessness
      }
      if !isKnown { planned.append(new) }
    }
  }
}
