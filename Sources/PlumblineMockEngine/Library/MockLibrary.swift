import PlumblineContractModel
import PlumblineRecordings

/// A contract and its recordings, shared by any number of sessions. The data for an endpoint is prepared on its first
/// request, so that a mock with ten thousand endpoints starts as fast as one with ten.
package final class MockLibrary: Sendable {
  package let contract: Contract
  package let recordings: [Recording]
  let credentials: CredentialNames
  let envelope: EnvelopeWriter
  let failures: FailureWriter
  let synthesis: Synthesis
  private let shelves: [String: LazyEndpointRecordings]
  /// The endpoints' recordings, keyed by the endpoint objects, so that no lookup by name is needed after routing.
  private let shelvesOfEndpoints: [ObjectIdentifier: LazyEndpointRecordings]
  private let knownPaths = LazyReference<KnownPaths>()
  let seed: StateSeed
  let marks: EndpointMarks

  /// Creates a library from a contract and the recordings of its endpoints. Recordings of other endpoints are never
  /// replayed.
  package init(contract: Contract, recordings: [Recording]) {
    self.contract = contract
    self.recordings = recordings
    let credentials = CredentialNames(contract)
    self.credentials = credentials
    let envelope = EnvelopeWriter(contract.envelope)
    self.envelope = envelope
    let failures = FailureWriter(contract, envelope: envelope)
    self.failures = failures
    synthesis = Synthesis(envelope: envelope, failures: failures, endpoints: contract.endpoints)
    seed = StateSeed(contract: contract, recordings: recordings)
    marks = EndpointMarks(contract.endpoints)
    let groups = Dictionary(grouping: recordings, by: \.endpoint)
    let shelves = contract.endpoints.map { endpoint in
      (endpoint, LazyEndpointRecordings(endpoint, recordings: groups[endpoint.id] ?? []))
    }
    self.shelves = Dictionary(shelves.map { ($0.id, $1) }, uniquingKeysWith: { first, _ in first })
    shelvesOfEndpoints = Dictionary(
      shelves.map { (ObjectIdentifier($0), $1) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the recordings of the endpoint with an id.
  func recordings(_ endpoint: String) -> EndpointRecordings? {
    shelves[endpoint]?.recordings(in: contract, credentials: credentials, failures: failures)
  }

  /// Returns the recordings of an endpoint of the contract.
  func recordings(of endpoint: Endpoint) -> EndpointRecordings? {
    shelvesOfEndpoints[ObjectIdentifier(endpoint)]?.recordings(
      in: contract, credentials: credentials, failures: failures)
  }

  /// Returns the index of a persona in the contract, or -1 if there is no persona with this name.
  func place(of persona: String?) -> Int {
    persona.flatMap { name in contract.personas.firstIndex { $0.name == name } } ?? -1
  }

  /// The items that exist according to the recordings.
  var known: KnownPaths {
    knownPaths.value { KnownPaths(contract.endpoints, recordings) }
  }

  /// Returns the problems with a session's options, as sentences that list valid options.
  package func problems(with options: MockOptions) -> [String] {
    var problems: [String] = []
    if let name = options.persona, contract.persona(name) == nil {
      problems.append(
        "\(contract.service) has no persona \"\(name)\""
          + Spelling.suggestion(for: name, among: contract.personas.map(\.name)))
    }
    return problems + options.overrides.compactMap(problem)
  }

  /// Returns the problem with a stub, or `nil` if it is valid.
  package func problem(with override: Override) -> String? {
    guard let recordings = recordings(override.endpoint) else {
      return "\(contract.service) has no endpoint \"\(override.endpoint)\""
        + Spelling.suggestion(for: override.endpoint, among: contract.endpoints.map(\.id))
    }
    switch override.plays {
    case .recording(let name):
      if recordings.all.contains(where: { $0.name == name }) { return nil }
      return "\(override.endpoint) has no recording \"\(name)\""
        + Spelling.suggestion(for: name, among: recordings.all.map(\.name))
    case .failure(let name):
      if contract.failure(name) != nil { return nil }
      return "\(contract.service) has no error \"\(name)\""
        + Spelling.suggestion(for: name, among: contract.failures.map(\.name))
    case .status(let status):
      return (100...599).contains(status) ? nil : "\(status) isn't an HTTP status: use 100 to 599."
    case .written(let answer): return answer.problem
    case .made: return nil
    }
  }
}
