import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Asks a read or a list for items in place of ids, and without: a member that is an id without has to be that item with.
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
    else { return .undecided("\(member.name) can't be asked for") }
    var isJudged = false
    for (item, other) in zip(without.items, with.items) {
      guard let id = item.at(member.place), !id.isNull, let shown = other.at(member.place), !shown.isNull else {
        continue
      }
      if id.kind == .object, id.at(key) != nil {
        return drifts(member, rule, plain, without.exchange, expected: "an id", actual: "an item")
      }
      guard id.kind == .string || id.kind == .number else { continue }
      // An id whose item isn't there any more may stay an id.
      if shown == id { continue }
      if shown.kind == .object, shown.at(key) == id {
        isJudged = true
        continue
      }
      return drifts(
        member, rule, asking, with.exchange, expected: "the item with \(key) \(id.text)", actual: shown.kind.name)
    }
    if isJudged { return .fits }
    let ids = zip(without.items, with.items).filter { item, other in
      item.at(member.place).map { $0.kind == .string || $0.kind == .number } ?? false
        && item.at(member.place) == other.at(member.place)
    }
    guard !ids.isEmpty else { return .undecided("no item has \(member.place)") }
    return drifts(member, rule, asking, with.exchange, expected: "an item", actual: "an id")
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
        "\(context.words(request)) should have \(expected) at \(member.place), and it has \(actual)."))
  }
}
