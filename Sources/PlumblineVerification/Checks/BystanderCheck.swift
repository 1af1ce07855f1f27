import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A check for changes that the run made as one caller but that also appear in a different caller's list.
///
/// The calls have already read the list, and the check reads it again while the changes are in effect. It considers
/// only items that the run changed as a different caller, and only lists that are never paged. The check itself writes
/// nothing.
struct BystanderCheck: Sendable {
  let context: CheckContext

  private var contract: Contract { context.contract }

  func outcomes() async -> [CallOutcome] {
    guard context.writes.allowsWrites else { return [] }
    var outcomes: [CallOutcome] = []
    for list in contract.endpoints where list.isSafe && context.isAsked(list, IsolationCheck.name) {
      var verdicts: [Verdict] = []
      var seen: Set<String> = []
      for sample in context.samples.all(of: list) {
        guard let persona = sample.persona, seen.insert(persona.name).inserted else { continue }
        verdicts += await judge(sample, of: persona)
      }
      if let outcome = context.outcome(of: list, IsolationCheck.name, verdicts) { outcomes.append(outcome) }
    }
    return outcomes
  }

  private func judge(_ sample: Sample, of persona: Persona) async -> [Verdict] {
    guard let rule = sample.rule, rule.action == .list, !rule.isPaged,
      let collection = rule.collection.flatMap(contract.collection), collection.isPerCaller, collection.key != nil,
      let before = keys(in: sample.exchange, sample, collection)
    else { return [] }
    let touched = touched(collection, asOtherThan: persona, at: sample)
    guard !touched.isEmpty, let request = context.request(sample, keepsQuery: true) else { return [] }
    let verdict = await context.settled {
      guard let exchange = await context.ask(request), let after = keys(in: exchange, sample, collection) else {
        return .undecided("the list couldn't be read again")
      }
      guard let key = before.symmetricDifference(after).intersection(touched).sorted().first else { return .fits }
      let how =
        after.contains(key)
        ? "shows \(collection.name) \(key) to" : "no longer shows \(collection.name) \(key) to"
      return .drifts(
        context.drift(
          .access.notIsolated, at: sample.endpoint, rule, status: exchange.response?.status,
          expected: "the caller's own items", actual: "\(collection.name) \(key), which a different caller changed",
          detail: "follows", by: exchange,
          "Since the run changed it as a different caller, \(context.words(request)) \(how) \(persona.name)."))
    }
    return [verdict]
  }

  private func keys(in exchange: Exchange, _ sample: Sample, _ collection: ItemCollection) -> Set<String>? {
    guard let shown = context.items.items(in: exchange, of: sample.endpoint) else { return nil }
    return Set(shown.compactMap { context.items.key(of: $0, in: collection) })
  }

  /// Returns the keys of the items that the run has changed as a caller with a separate set of items.
  private func touched(_ collection: ItemCollection, asOtherThan persona: Persona, at sample: Sample) -> Set<String> {
    func part(_ persona: Persona) -> String {
      collection.part(of: RequestReading(Request(method: .get, target: "/"), for: sample.endpoint, persona: persona))
    }
    let others = contract.personas.filter { $0.name != persona.name && part($0) != part(persona) }
      .compactMap { try? context.credentials.values(for: $0, calling: sample.endpoint) }.filter { !$0.isEmpty }
    func isOf(_ values: [String: String], _ entry: ItemLedger.Entry) -> Bool {
      values.allSatisfy { entry.credentials[$0.key] == $0.value }
    }
    let entries = context.records.ledger.open.filter { $0.item.collection == collection.name }
    let foreign = entries.filter { entry in
      !entry.isMade && !entry.isRemoved && !entry.changed.isEmpty && others.contains { isOf($0, entry) }
    }
    let own = entries.filter { isOf(sample.credentials, $0) }
    return Set(foreign.map(\.item.key)).subtracting(own.map(\.item.key))
  }
}
