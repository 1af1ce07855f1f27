import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A response of the run that shows that an endpoint can be asked like this.
struct Sample: Sendable {
  let endpoint: Endpoint
  let exchange: Exchange
  let reading: WireReading
  /// The persona whose credentials it shows, as far as the environment's reveal it.
  let persona: Persona?

  /// The credentials that it shows, by name.
  var credentials: [String: String] { reading.credentials }

  /// The rule of the endpoint's state that applies to it, the caller being known.
  var rule: StateRule? {
    endpoint.rule(for: RequestReading(exchange.request, for: endpoint, persona: persona))
  }

  /// The payload inside the response's envelope.
  var payload: JSON? { exchange.response.flatMap(reading.payload) }

  /// Returns a Boolean value that indicates whether another exchange is a success of the same kind: a page that asks for a
  /// login is none, whatever its status.
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

/// The responses of a run that endpoints can be asked again by.
struct Samples: Sendable {
  private let contract: Contract
  private let credentials: Credentials
  private let byEndpoint: [String: [Sample]]
  /// Every request to an endpoint, whatever its outcome.
  private let asked: [String: [Exchange]]

  /// - Parameter exchanges: those of the run so far.
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

  /// Returns the successes of an endpoint, those of the contract's first persona first.
  func all(of endpoint: Endpoint) -> [Sample] {
    let samples = byEndpoint[endpoint.id] ?? []
    let first = contract.personas.first?.name
    return samples.filter { $0.persona?.name == first } + samples.filter { $0.persona?.name != first }
  }

  /// Returns the requests of the run to an endpoint, with their responses.
  func requests(to endpoint: Endpoint) -> [Exchange] { asked[endpoint.id] ?? [] }

  /// Returns the successes that show most items, of an endpoint that lists: one for each of the rules by which it does.
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
