import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that calls endpoints that require a permission or a kind of account, as personas that lack it.
///
/// Requests to read-only endpoints are repeated as the run sent them. If writes are allowed, the check also sends an
/// item of the run its current values, so that nothing changes even if the server permits it. If the calls have removed
/// their items, it creates one.
struct PermissionCheck: Sendable {
  static let name = "rejects callers without permission"
  /// The maximum number of items to try in order to find one that still exists.
  private static let mostSamples = 3

  let context: CheckContext

  private var contract: Contract { context.contract }

  func outcomes() async -> [CallOutcome] {
    var outcomes: [CallOutcome] = []
    for endpoint in contract.endpoints
    where !endpoint.requirements.isEmpty && !endpoint.authentication.isOptional && context.isAsked(endpoint, Self.name)
    {
      var exchanges: [Exchange] = []
      let verdicts =
        endpoint.isSafe ? await judgeReading(endpoint, &exchanges) : await judgeChange(endpoint, &exchanges)
      if let outcome = context.outcome(of: endpoint, Self.name, verdicts, exchanges: exchanges) {
        outcomes.append(outcome)
      }
    }
    return outcomes
  }

  // MARK: - Reading

  private func judgeReading(_ endpoint: Endpoint, _ exchanges: inout [Exchange]) async -> [Verdict] {
    guard let sample = await sample(of: endpoint), let request = context.request(sample, keepsQuery: true) else {
      return []
    }
    var verdicts: [Verdict] = []
    var seen: Set<String> = []
    for (persona, requirement, credentials) in outsiders(at: endpoint, request, sample.credentials)
    where seen.insert(requirement.words).inserted {
      let known = context.samples.requests(to: endpoint).first { exchange in
        let values = CredentialValues(exchange.request, names: endpoint.authentication.names, in: contract)
        return exchange.request.path == request.path && credentials.allSatisfy { values[$0.key] == $0.value }
      }
      var exchange = known
      if exchange == nil, let request = context.request(sample, credentials: credentials, keepsQuery: true) {
        let sent = await context.items.sendWrong(request)
        exchanges.append(sent)
        exchange = sent
      }
      guard let exchange, let status = exchange.response?.status else { continue }
      verdicts.append(
        sample.isMatched(by: exchange)
          ? ignored(requirement, persona, at: endpoint, status, context.words(exchange.request)) : .fits)
    }
    return verdicts
  }

  /// Returns a permitted caller's success whose item still exists. The run may have removed items that it read.
  private func sample(of endpoint: Endpoint) async -> Sample? {
    var paths: Set<String> = []
    for sample in context.samples.all(of: endpoint) where paths.count < Self.mostSamples {
      let request = sample.exchange.request
      guard let persona = sample.persona, endpoint.requirement(lackedBy: persona, sending: request) == nil,
        paths.insert(request.path).inserted
      else { continue }
      if endpoint.path.isEmpty { return sample }
      guard let again = context.request(sample, keepsQuery: true), let exchange = await context.ask(again) else {
        continue
      }
      if sample.isMatched(by: exchange) { return sample }
    }
    return nil
  }

  /// Returns the personas that may not call an endpoint, each with the requirement that it doesn't meet, and with
  /// credentials that no permitted persona shares.
  private func outsiders(
    at endpoint: Endpoint, _ request: Request, _ shown: [String: String]
  ) -> [(Persona, Requirement, [String: String])] {
    contract.personas.compactMap { persona in
      guard let requirement = endpoint.requirement(lackedBy: persona, sending: request),
        let credentials = try? context.credentials.values(for: persona, calling: endpoint), !credentials.isEmpty,
        !credentials.allSatisfy({ shown[$0.key] == $0.value })
      else { return nil }
      return (persona, requirement, credentials)
    }
  }

  private func ignored(
    _ requirement: Requirement, _ persona: Persona, at endpoint: Endpoint, _ status: Int, _ request: String
  ) -> Verdict {
    var drift = context.drift(
      .access.permissionIgnored, at: endpoint, status: status, expected: "a rejection", actual: "\(status)",
      detail: requirement.words,
      "\(request) requires \(requirement.words), which \(persona.name) doesn't have, but returns \(status).")
    // If the server never checks a permission, that is a single cause, regardless of how many endpoints require it.
    drift.promise = "\(persona.name) \(requirement.words)"
    return .drifts(drift)
  }

  // MARK: - Changing

  private func judgeChange(_ endpoint: Endpoint, _ exchanges: inout [Exchange]) async -> [Verdict] {
    guard context.writes.allowsWrites, let change = await change(at: endpoint),
      let request = await change.request(credentials: change.entry.credentials)
    else { return [] }
    var verdicts: [Verdict] = []
    var seen: Set<String> = []
    for (persona, requirement, credentials) in outsiders(at: endpoint, request, change.entry.credentials)
    where seen.insert(requirement.words).inserted {
      guard let request = await change.request(credentials: credentials) else { continue }
      let exchange = await context.items.sendWrong(request)
      exchanges.append(exchange)
      guard let response = exchange.response, let reading = WireReading(request, in: contract) else { continue }
      verdicts.append(
        reading.isDone(response)
          ? ignored(requirement, persona, at: endpoint, response.status, context.words(request)) : .fits)
    }
    return verdicts
  }

  /// Returns a no-op change of one of the run's items, or `nil` if the endpoint has none. If the run's items were
  /// removed, creates one, provided that a call has used the endpoint and that some persona may not call it.
  private func change(at endpoint: Endpoint) async -> OwnChange? {
    if let change = OwnChange(endpoint, context) { return change }
    guard let resource = OwnChange.rule(of: endpoint)?.collection.flatMap({ context.items.resource($0) }),
      resource.isReplaceable, context.goesOn, let sample = context.samples.all(of: endpoint).first,
      !outsiders(at: endpoint, sample.exchange.request, sample.credentials).isEmpty,
      let item = await context.make(resource, for: Self.name)
    else { return nil }
    return OwnChange(endpoint, context, item: item)
  }
}
