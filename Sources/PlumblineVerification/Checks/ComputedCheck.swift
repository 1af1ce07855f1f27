import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check that recomputes the members that the contract derives from other values, and compares the results with the
/// values that a read shows.
///
/// If the operands are in the item itself, the check uses the values that the run has seen. If they are items of
/// another resource, it reads them for a few items of each endpoint.
struct ComputedCheck: Sendable {
  static let name = "computes what adds up"
  /// The maximum number of items per endpoint whose operands are read.
  private static let mostItems = 3

  let context: CheckContext
  let endpoint: Endpoint

  /// Returns the verdicts on each computed member, up to the first wrong item.
  func verdicts() async -> [Verdict] {
    var verdicts: [Verdict] = []
    for rule in endpoint.states where rule.action == .read || rule.action == .list {
      guard let collection = rule.collection.flatMap(context.contract.collection), !collection.computed.isEmpty,
        let sample = context.samples.all(of: endpoint).first(where: { $0.rule === rule })
      else { continue }
      let items = shown(by: sample, rule).filter { !isTombstone($0, collection) }
      for member in collection.computed {
        if member.resource == nil {
          verdicts += [own(member, items, sample, rule)].compactMap { $0 }
        } else if rule.action == .read || context.items.resource(collection.name)?.reads.isEmpty ?? true {
          // Check lists only if items can't be read individually.
          verdicts += await listed(member, items, sample, rule)
        }
      }
    }
    return verdicts
  }

  private func shown(by sample: Sample, _ rule: StateRule) -> [JSON] {
    guard let payload = sample.payload, let shown = rule.place.map({ payload.at($0) }) ?? payload else { return [] }
    return rule.action == .list ? Array(shown.elements) : [shown]
  }

  private func isTombstone(_ item: JSON, _ collection: ItemCollection) -> Bool {
    context.items.resource(collection.name)?.isTombstone(item) ?? false
  }

  private func own(_ member: ComputedMember, _ items: [JSON], _ sample: Sample, _ rule: StateRule) -> Verdict? {
    var isJudged = false
    for item in items {
      guard let value = ComputedReading.own(member, of: item), let fits = value.isShown(by: item.at(member.target))
      else { continue }
      if !fits { return drifts(member, value, item, rule, sample.exchange) }
      isJudged = true
    }
    return isJudged ? .fits : Optional<Verdict>.none
  }

  private func listed(
    _ member: ComputedMember, _ items: [JSON], _ sample: Sample, _ rule: StateRule
  ) async -> [Verdict] {
    var verdicts: [Verdict] = []
    for item in items.prefix(Self.mostItems) {
      let verdict = await context.settled { await judge(member, item, sample, rule) }
      verdicts.append(verdict)
      if verdict.isDrift { break }
    }
    return verdicts
  }

  /// Reads an item again, because its operands may have changed in the meantime, and checks it.
  private func judge(_ member: ComputedMember, _ item: JSON, _ sample: Sample, _ rule: StateRule) async -> Verdict {
    guard let collection = rule.collection.flatMap(context.contract.collection),
      let key = collection.key.flatMap({ item.at($0) }).flatMap(WireReading.text)
    else { return .undecided("its items have no key") }
    let whole = ServerItem(collection: collection.name, key: key, within: [:], owner: "")
    guard context.goesOn,
      case .there(let snapshot) = await context.items.look(for: whole, credentials: sample.credentials, isPatient: true),
      let value = await ComputedReading(items: context.items).listed(
        member, of: snapshot.item, credentials: { credentials(of: sample, calling: $0) }),
      let fits = value.isShown(by: snapshot.item.at(member.target))
    else { return .undecided("no list shows all the values that \(member.target) is computed from") }
    return fits ? .fits : drifts(member, value, snapshot.item, rule, snapshot.exchange)
  }

  private func credentials(of sample: Sample, calling endpoint: Endpoint) -> [String: String]? {
    guard let persona = sample.persona else { return sample.credentials }
    return try? context.credentials.values(for: persona, calling: endpoint)
  }

  private func drifts(
    _ member: ComputedMember, _ value: ComputedReading.Value, _ item: JSON, _ rule: StateRule, _ exchange: Exchange
  ) -> Verdict {
    let (wanted, shown) = (value.number.json?.text ?? "", item.at(member.target)?.text ?? "absent")
    return .drifts(
      context.drift(
        .effect.totalWrong, at: endpoint, rule, status: exchange.response?.status,
        pointer: JSONPointer(tokens: ["response", "body"]) + item.pointer + member.target, expected: wanted,
        actual: shown, detail: nil, location: member.location, by: exchange,
        "\(context.words(exchange.request)) shows \(shown) at \(member.target), but "
          + "\(value.count == 1 ? "its part" : "its \(value.count) parts") (\(value.source)) "
          + "\(value.count == 1 ? "gives" : "give") \(wanted)."))
  }
}
