import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// Checks of reads that the contract forbids in an item's current state, such as a read of an unfinished export's
/// result.
extension EffectRun {
  /// A read that must be rejected until an item has certain values.
  private struct EarlyRead: Sendable {
    let endpoint: Endpoint
    let path: String
    let failure: Failure
    /// A closure that returns whether an item has the values.
    let isDue: @Sendable (JSON) -> Bool
  }

  /// Returns the drift of reads that succeed although the item's state forbids them. Each endpoint is called once. An
  /// item whose state has changed in the meantime proves nothing.
  func drift(ofReadingEarly item: ServerItem, _ shown: JSON, _ write: Write) async -> [Drift] {
    var drift: [Drift] = []
    for early in earlyReads(of: item) where !early.isDue(shown) {
      guard goesOn, !(refusals[early.endpoint.id]?.contains(early.failure.name) ?? false),
        records.tried.begin(.early, at: early.endpoint)
      else { continue }
      let request = items.request(early.endpoint, path: early.path, credentials: looker(write, item))
      let exchange = await items.unlogged.sendPatiently(request)
      guard let response = exchange.response, let reading = WireReading(exchange.request, in: contract),
        reading.isDone(response), let after = await snapshot(of: item, looker(write, item)), !early.isDue(after.item)
      else { continue }
      let refusal = IgnoredRefusal(
        contract: contract, endpoint: early.endpoint, caller: .first, exchange: exchange, response: response,
        promised: early.failure)
      drift += [refusal.drift].compactMap { $0 }
    }
    return drift
  }

  /// Returns the reads with a guard that depends only on the item.
  private func earlyReads(of item: ServerItem) -> [EarlyRead] {
    contract.endpoints.flatMap { endpoint -> [EarlyRead] in
      guard endpoint.isSafe, endpoint.request.method == .get, endpoint.states.count == 1,
        !(endpoint.query + endpoint.headers).contains(where: \.isRequired), let rule = endpoint.states.first
      else { return [] }
      return rule.guards.compactMap { early($0, of: item, at: endpoint, rule) }
    }
  }

  private func early(
    _ one: StateRule.Guard, of item: ServerItem, at endpoint: Endpoint, _ rule: StateRule
  ) -> EarlyRead? {
    switch one.test {
    case .value(.lookup(let name, let matches, let member), let schema):
      // The guard must look up the item whose key is in the path.
      guard name == item.collection, matches.count == 1, matches[0].relation == .same,
        let key = contract.collection(name)?.key, matches[0].members == [key],
        case .path(let parameter) = matches[0].address,
        let path = endpoint.request.template.expand(item.within.merging([parameter: item.key]) { $1 })
      else { return nil }
      return EarlyRead(endpoint: endpoint, path: path, failure: one.failure) { shown in
        shown.at(member).map { schema.isValid($0) } ?? true
      }
    case .unless(let condition):
      guard rule.action == .read, rule.collection == item.collection, let path = item.path(at: endpoint),
        condition.clauses.allSatisfy({ if case .item = $0.address { true } else { false } })
      else { return nil }
      let asked = RequestReading(Request(method: .get, target: path), for: endpoint)
      return EarlyRead(endpoint: endpoint, path: path, failure: one.failure) { shown in
        condition.holds(for: asked, item: shown)
      }
    case .any, .none, .some, .value: return nil
    }
  }
}
