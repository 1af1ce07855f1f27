import Dispatch
import PlumblineContractModel
import PlumblineJSONTree

/// Compares two contracts of one service by their meaning.
///
/// Two questions are asked of everything that both have: does every request that OLD allows stay allowed, and is every response
/// that NEW may give one that OLD promised? A request's schemas are therefore compared one way and a response's the other way:
/// a member that becomes optional is fine in a request and breaks a response.
///
///     OLD  "status": { "enum": ["NEW", "DONE"] }
///     NEW  "status": { "enum": ["NEW", "DONE", "LOST"] }
///
///     in a request's body    compatible
///     in an answer's body    change.response.field.value-added, witness { "status": "LOST" }
///
/// Endpoints are matched by method and path, whatever their parameters are called, else by their id. A change in a schema that
/// many endpoints use is a finding of each of them, all with one cause.
package struct ContractComparison {
  /// The inputs of a comparison besides the contracts.
  package struct Options: Sendable {
    /// The day as `YYYY-MM-DD`: until its last day a deprecated endpoint is promised. `nil`: no last day has passed.
    package var today: String?
    /// The number of places at which a change of one schema is reported in full, before only the endpoints that have it are
    /// named; `nil` for all.
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

  /// Returns the differences that matter to a client, sorted by endpoint; empty if NEW keeps all that OLD promised and promises
  /// no more.
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

  /// Returns the changes in the requests and in the responses of each pair, found in parallel: nearly all of the time goes into
  /// that.
  private func messageChanges(of pairs: [EndpointPair]) -> (requests: [[Change]], answers: [[Change]]) {
    // Each is written by one of the two only, and read when both have ended.
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
        answers = pairs.map { AnswerComparison(pair: $0, schemas: schemas, envelopes: envelopes).changes() }
      }
    }
    return (requests, answers)
  }
}
