import PlumblineContractModel
import PlumblineHTTPMessages

/// The requests that a run may send for one endpoint, in order, determined without sending anything.
///
/// The plan comes from rehearsals: the same run against made-up servers whose responses are never decisive, so that it
/// takes every possible step (``Rehearsal``). A real run stops at the first decisive response, so it sends some of
/// these requests, and never any others. Identifiers that only the server's lists can provide are in braces.
package struct ProbePlan: Sendable {
  private let probe: Probe
  private let run: ProbeRun
  private let redactor: Redactor

  package init(_ probe: Probe) {
    self.probe = probe
    run = Self.run(of: probe, before: nil)
    redactor = Secrets(probe.credentials.all).redactor(for: probe.contract)
  }

  /// Returns the reason why an endpoint's requests lack credentials that they need, or `nil` if they don't.
  package func lacking(_ endpoint: Endpoint) -> String? { run.requests(for: endpoint).lacking }

  /// Returns the requests that a run may send for an endpoint.
  package func requests(for endpoint: Endpoint) async -> [PlannedRequest] {
    var planned = identifiers(for: endpoint).map { self.planned($0, before: "") }
    planned += await requests(for: endpoint, at: endpoint.request).map { self.planned($0, before: "") }
    for line in endpoint.alternatives
    where line.template.parameters.count == endpoint.request.template.parameters.count {
      let before = "if it seems to be missing, the alternative: "
      planned += await requests(for: endpoint, at: line).map { self.planned($0, before: before) }
    }
    var seen: Set<String> = []
    return planned.filter { request in
      let isPreflight = request.headers.contains { $0.name == "Origin" }
      return seen.insert("\(request.line)\n\(request.body)\n\(request.harmlessness)\n\(isPreflight)").inserted
    }
  }

  private func identifiers(for endpoint: Endpoint) -> [HarmlessRequest] {
    guard run.usesExisting(endpoint) else { return [] }
    return search.lists(for: endpoint).compactMap { list, known in
      run.requests(for: list).requests.read(run.place(list, list.request, known), .identifier)
    }
  }

  private var search: IdentifierSearch {
    run.search { _, _ in nil }
  }

  /// Returns the requests that the rehearsals at a place send, ordered by step.
  private func requests(for endpoint: Endpoint, at line: Endpoint.RequestLine) async -> [HarmlessRequest] {
    let absent = ProbeIdentifiers.absent(for: endpoint)
    let names = endpoint.request.template.parameters
    // Leave identifiers that only the server's lists can supply in braces.
    let known = names.map { search.known($0, of: endpoint) ?? "{\($0)}" }
    let hasExisting = run.usesExisting(endpoint) && !names.isEmpty
    var basis = [ProbeIdentifiers(existing: hasExisting ? known : nil, absent: absent)]
    // A read requests an existing item or, if no list shows any, a missing one below known items.
    if hasExisting, endpoint.isSafe {
      basis += names.indices.reversed().map { end in
        var identifiers = ProbeIdentifiers(existing: nil, absent: absent)
        if end > 0 { identifiers.belowExisting = Array(known[..<end] + absent[end...]) }
        return identifiers
      }
    }
    var sent: [HarmlessRequest] = []
    for identifiers in basis {
      for rehearsal in Rehearsal.all(of: endpoint, at: line, in: run.contract) {
        let run = Self.run(of: probe, before: rehearsal)
        let (requests, lacking) = run.requests(for: endpoint)
        _ = await run.examine(line, identifiers, ProbeRun.Examination(endpoint, requests, lacking: lacking))
        sent += rehearsal.sent
      }
    }
    // Keep the requests of one step together with their controls.
    return sent.enumerated().sorted { ($0.element.step, $0.offset) < ($1.element.step, $1.offset) }.map(\.element)
  }

  /// Returns a probe's run against a made-up server. Without a server, the run creates requests but sends nothing.
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
      purpose: before + (request.isControl ? "the response to a path that can't exist" : request.step.purpose),
      harmlessness: request.harmlessness,
      line: "\(request.request.method) \(redactor.text(run.base.path))\(redactor.target(of: request.request))",
      headers: redactor.fields(request.request.headers)
        + (request.promised.map { [("Content-Length", "\($0)")] } ?? []),
      body: request.promised.map { "\(body) … ends here, \(sent) of \($0) bytes" } ?? body,
      method: request.request.method, path: request.request.path)
  }
}
