import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// An exchange of the run with a valid request to an endpoint.
struct Sample: Sendable {
  let endpoint: Endpoint
  let exchange: Exchange
  let reading: WireReading
  /// The persona whose credentials the request sends, if the environment identifies it.
  let persona: Persona?

  /// The credentials that the request sends, by name.
  var credentials: [String: String] { reading.credentials }

  /// The endpoint's state rule that applies to the request.
  var rule: StateRule? {
    endpoint.rule(for: RequestReading(exchange.request, for: endpoint, persona: persona))
  }

  /// The payload inside the response's envelope.
  var payload: JSON? { exchange.response.flatMap(reading.payload) }

  /// Returns a Boolean value that indicates whether another exchange is a success of the same kind. A login page isn't,
  /// regardless of its status.
  func isMatched(by other: Exchange) -> Bool {
    guard let response = other.response, let reading = WireReading(other.request, in: reading.contract),
      reading.endpoint.id == endpoint.id, reading.isDone(response)
    else { return false }
    guard let payload else { return exchange.response?.mediaType == response.mediaType }
    guard let shown = reading.payload(of: response), shown.kind == payload.kind else { return false }
    guard payload.kind == .object, payload.count > 0 else { return true }
    return payload.members.contains { shown[$0.key] != nil }
  }
}

/// The exchanges of a run whose requests can be repeated.
struct Samples: Sendable {
  private let contract: Contract
  private let credentials: Credentials
  private let byEndpoint: [String: [Sample]]
  /// All requests to an endpoint, regardless of their outcomes.
  private let asked: [String: [Exchange]]

  /// - Parameter exchanges: The exchanges of the run so far.
  init(_ exchanges: [Exchange], of contract: Contract, _ credentials: Credentials) {
    var byEndpoint: [String: [Sample]] = [:]
    var asked: [String: [Exchange]] = [:]
    for exchange in exchanges {
      guard let reading = WireReading(exchange.request, in: contract) else { continue }
      let endpoint = reading.endpoint
      asked[endpoint.id, default: []].append(exchange)
      guard let response = exchange.response, reading.isDone(response) else { continue }
      let persona = Self.persona(reading.credentials, endpoint, contract, credentials)
      byEndpoint[endpoint.id, default: []].append(
        Sample(endpoint: endpoint, exchange: exchange, reading: reading, persona: persona))
    }
    self.contract = contract
    self.credentials = credentials
    self.byEndpoint = byEndpoint
    self.asked = asked
  }

  /// Returns an endpoint's successes, those of the contract's first persona first.
  func all(of endpoint: Endpoint) -> [Sample] {
    let samples = byEndpoint[endpoint.id] ?? []
    let first = contract.personas.first?.name
    return samples.filter { $0.persona?.name == first } + samples.filter { $0.persona?.name != first }
  }

  /// Returns the run's requests to an endpoint, with their responses.
  func requests(to endpoint: Endpoint) -> [Exchange] { asked[endpoint.id] ?? [] }

  /// Returns a list endpoint's successes with the most items, one for each of its rules.
  func lists(of endpoint: Endpoint) -> [Sample] {
    var best: [(sample: Sample, rule: StateRule?, count: Int)] = []
    for sample in all(of: endpoint) {
      let count = sample.exchange.response.map { sample.reading.itemsShown(by: $0).count } ?? 0
      let rule = sample.rule
      guard let index = best.firstIndex(where: { $0.rule === rule }) else {
        best.append((sample, rule, count))
        continue
      }
      if count > best[index].count { best[index] = (sample, rule, count) }
    }
    return best.map(\.sample)
  }

  /// Returns the persona that these credentials belong to.
  private static func persona(
    _ shown: [String: String], _ endpoint: Endpoint, _ contract: Contract, _ credentials: Credentials
  ) -> Persona? {
    contract.personas.first { persona in
      guard let own = try? credentials.values(for: persona, calling: endpoint), !own.isEmpty else { return false }
      return own.allSatisfy { shown[$0.key] == $0.value }
    }
  }
}
