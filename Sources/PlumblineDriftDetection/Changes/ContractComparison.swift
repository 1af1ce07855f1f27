import Dispatch
import PlumblineContractModel

/// A comparison of two contracts of one service by their meaning.
///
/// The comparison asks two questions about everything that both contracts have. Is every request that OLD allows still
/// allowed? Is every response that NEW may send one that OLD promised? Request schemas are therefore compared in one
/// direction, and response schemas in the other. For example, a member that becomes optional is fine in a request but
/// breaks a response.
///
///     OLD  "status": { "enum": ["NEW", "DONE"] }
///     NEW  "status": { "enum": ["NEW", "DONE", "LOST"] }
///
///     in a request's body    compatible
///     in an answer's body    change.response.field.value-added, witness { "status": "LOST" }
///
/// Endpoints are matched by method and path, ignoring parameter names, or else by ID. A change in a schema that many
/// endpoints use is a finding for each of them, and all of these findings have the same cause.
package struct ContractComparison {
  /// The inputs of a comparison other than the contracts.
  package struct Options: Sendable {
    /// The current date as `YYYY-MM-DD`, for endpoints that are promised until their sunset. If it is `nil`, no sunset
    /// has passed.
    package var today: String?
    /// The maximum number of places at which to report a change to one schema in full, or `nil` if there is no limit.
    /// Further places are reported only by endpoint.
    package var placesLimit: Int?

    package init(today: String? = nil, placesLimit: Int? = nil) {
      self.today = today
      self.placesLimit = placesLimit
    }
  }

  private let old: Contract
  private let new: Contract
  private let options: Options

  package init(old: Contract, new: Contract, options: Options = Options()) {
    self.old = old
    self.new = new
    self.options = options
  }

  /// Returns the differences that matter to a client, sorted by endpoint. The array is empty if NEW promises exactly
  /// what OLD promised.
  package func changes() -> [Drift] {
    let log = ChangeLog(service: new.service)
    let matches = EndpointMatches(
      old.endpoints, new.endpoints, oldPrefix: ServerComparison.prefix(of: old.servers),
      newPrefix: ServerComparison.prefix(of: new.servers))
    for endpoint in matches.removed {
      log.add(EndpointComparison.removal(of: endpoint, today: options.today), of: endpoint.id)
    }
    for endpoint in matches.added { log.add(EndpointComparison.addition(of: endpoint), of: endpoint.id) }
    let (requests, answers) = messageChanges(of: matches.pairs)
    let access = AccessComparison(old: old, new: new)
    let states = StateComparison(old: old, new: new)
    for (number, pair) in matches.pairs.enumerated() {
      let id = pair.new.id
      log.add(EndpointComparison(pair: pair).changes(), of: id)
      log.add(access.changes(of: pair), of: id)
      log.add(requests[number], of: id)
      log.add(answers[number], of: id)
      log.add(states.changes(of: pair), of: id)
    }
    let servers = ServerComparison(
      old: old.servers, new: new.servers,
      isPrefixMoved: !matches.pairs.isEmpty && matches.pairs.allSatisfy(\.keepsAddress))
    for (name, change) in servers.changes() { log.add(change, of: name) }
    for (name, change) in LinkComparison(old: old.links, new: new.links).changes() { log.add(change, of: name) }
    return log.drift
  }

  /// Returns the changes in the requests and responses of each pair. They take nearly all of the time, so requests and
  /// responses are compared in parallel.
  private func messageChanges(of pairs: [EndpointPair]) -> (requests: [[Change]], answers: [[Change]]) {
    // Only one of the two tasks writes each variable, and both are read after the tasks have finished.
    nonisolated(unsafe) var requests: [[Change]] = []
    nonisolated(unsafe) var answers: [[Change]] = []
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      let schemas = SchemaChanges(old: old, new: new, placesLimit: options.placesLimit)
      if side == 0 {
        requests = pairs.map { pair in
          ParameterComparison(pair: pair, schemas: schemas).changes()
            + RequestBodyComparison(pair: pair, schemas: schemas).changes()
        }
      } else {
        let envelopes = EnvelopeComparison(old: old, new: new)
        answers = pairs.map { ResponseComparison(pair: $0, schemas: schemas, envelopes: envelopes).changes() }
      }
    }
    return (requests, answers)
  }
}
