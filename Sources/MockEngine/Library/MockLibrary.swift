import ContractModel
import HTTPMessages
import Recordings

/// A contract and its recordings, indexed and rendered once, for any number of sessions.
package final class MockLibrary: Sendable {
  package let contract: Contract
  package let recordings: [Recording]
  let credentials: CredentialNames
  let envelope: EnvelopeWriter
  let synthesis: Synthesis
  let known: KnownPaths
  let seed: StateSeed
  private let shelves: [String: Shelf]

  /// Takes a contract and the recordings of its endpoints. Recordings of other endpoints are never played.
  package init(contract: Contract, recordings: [Recording]) {
    self.contract = contract
    self.recordings = recordings
    let credentials = CredentialNames(contract)
    self.credentials = credentials
    let envelope = EnvelopeWriter(contract.envelope)
    self.envelope = envelope
    synthesis = Synthesis(envelope: envelope)
    seed = StateSeed(contract: contract, recordings: recordings)
    let groups = Dictionary(grouping: recordings, by: \.endpoint)
    let shelves = contract.endpoints.map { endpoint in
      Shelf(endpoint, recordings: groups[endpoint.id] ?? [], contract: contract, credentials: credentials)
    }
    self.shelves = Dictionary(shelves.map { ($0.endpoint.id, $0) }, uniquingKeysWith: { first, _ in first })
    known = KnownPaths(shelves)
  }

  /// What stands for an endpoint's id.
  func shelf(_ endpoint: String) -> Shelf? { shelves[endpoint] }

  /// What is wrong with a session's options: sentences that say what would be right. None when all can be kept.
  package func problems(with options: MockOptions) -> [String] {
    var problems: [String] = []
    if let name = options.persona, contract.persona(name) == nil {
      problems.append(
        "\(contract.service) has no persona \"\(name)\""
          + Spelling.suggestion(for: name, among: contract.personas.map(\.name)))
    }
    return problems + options.overrides.compactMap(problem)
  }

  /// What is wrong with an override; `nil` when it can be kept.
  package func problem(with override: Override) -> String? {
    guard let shelf = shelf(override.endpoint) else {
      return "\(contract.service) has no endpoint \"\(override.endpoint)\""
        + Spelling.suggestion(for: override.endpoint, among: contract.endpoints.map(\.id))
    }
    switch override.plays {
    case .recording(let name):
      if shelf.all.contains(where: { $0.name == name }) { return nil }
      return "\(override.endpoint) has no recording \"\(name)\""
        + Spelling.suggestion(for: name, among: shelf.all.map(\.name))
    case .failure(let name):
      if contract.failure(name) != nil { return nil }
      return "\(contract.service) has no failure \"\(name)\""
        + Spelling.suggestion(for: name, among: contract.failures.map(\.name))
    case .status(let status):
      return (100...599).contains(status) ? nil : "\(status) is no HTTP status: use 100 to 599."
    }
  }
}
