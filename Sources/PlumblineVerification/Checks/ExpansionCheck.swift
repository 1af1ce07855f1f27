import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that sends a read or list request with and without expansion. A member that is an id without expansion must
/// be the referenced item with it.
struct ExpansionCheck: Sendable {
  static let name = "expands what is asked for"

  let context: CheckContext
  let endpoint: Endpoint

  func verdicts() async -> [Verdict] {
    var verdicts: [Verdict] = []
    for rule in endpoint.states where rule.action == .read || rule.action == .list {
      guard let expansion = rule.expansion, case .query(let name) = expansion.address,
        let sample = context.samples.all(of: endpoint).first(where: { $0.rule === rule })
      else { continue }
      for member in expansion.members {
        verdicts.append(await context.settled { await judge(member, name, sample, rule) })
      }
    }
    return verdicts
  }

  private func judge(
    _ member: Expansion.Member, _ parameter: String, _ sample: Sample, _ rule: StateRule
  ) async -> Verdict {
    guard let key = context.contract.collection(member.resource)?.key, let plain = context.request(sample),
      let asking = context.request(sample, [(parameter, member.name)]),
      let without = await items(plain, rule), let with = await items(asking, rule)
    else { return .undecided("\(member.name) can't be requested") }
    var isJudged = false
    let pairs = pairs(without.items, with.items, rule)
    for (item, other) in pairs {
      guard let id = item.at(member.place), !id.isNull, let shown = other.at(member.place), !shown.isNull else {
        continue
      }
      if id.kind == .object, id.at(key) != nil {
        // Skip members that a documented default expands anyway.
        if rule.defaults[.query(parameter)] != nil { continue }
        return drifts(member, rule, plain, without.exchange, expected: "an id", actual: "an item")
      }
      guard id.kind == .string || id.kind == .number else { continue }
      // The id of an item that no longer exists may stay an id.
      if shown == id { continue }
      if shown.kind == .object, shown.at(key) == id {
        isJudged = true
        continue
      }
      return drifts(
        member, rule, asking, with.exchange, expected: "the item with \(key) \(id.text)", actual: shown.kind.name)
    }
    if isJudged { return .fits }
    let ids = pairs.compactMap { item, other -> String? in
      item.at(member.place) == other.at(member.place) ? item.at(member.place).flatMap(WireReading.text) : nil
    }
    guard let id = ids.first else { return .undecided("no item has \(member.place)") }
    // The id of an item that doesn't exist, or that the caller may not see, stays an id.
    let item = ServerItem(collection: member.resource, key: id, within: [:], owner: "")
    guard case .there = await context.items.look(for: item, credentials: sample.credentials, isPatient: true) else {
      return .undecided("\(item) can't be read")
    }
    return drifts(member, rule, asking, with.exchange, expected: "an item", actual: "an id")
  }

  /// Pairs up each item with itself in the other response, because lists may be in different orders.
  private func pairs(_ items: [JSON], _ others: [JSON], _ rule: StateRule) -> [(JSON, JSON)] {
    guard rule.action == .list else { return Array(zip(items, others)) }
    guard let key = rule.collection.flatMap(context.contract.collection)?.key else { return [] }
    let known = Dictionary(others.compactMap { item in item.at(key).map { ($0, item) } }) { first, _ in first }
    return items.compactMap { item in item.at(key).flatMap { known[$0] }.map { (item, $0) } }
  }

  private func items(_ request: Request, _ rule: StateRule) async -> (items: [JSON], exchange: Exchange)? {
    guard let exchange = await context.ask(request), let response = exchange.response,
      let reading = WireReading(request, in: context.contract), reading.isDone(response),
      let payload = reading.payload(of: response), let shown = rule.place.map({ payload.at($0) }) ?? payload
    else { return nil }
    return (rule.action == .list ? Array(shown.elements) : [shown], exchange)
  }

  private func drifts(
    _ member: Expansion.Member, _ rule: StateRule, _ request: Request, _ exchange: Exchange, expected: String,
    actual: String
  ) -> Verdict {
    .drifts(
      context.drift(
        .list.expandIgnored, at: endpoint, rule, status: exchange.response?.status, expected: expected, actual: actual,
        detail: member.name, by: exchange,
        "\(context.words(request)) should have \(expected) at \(member.place), but has \(actual)."))
  }
}
