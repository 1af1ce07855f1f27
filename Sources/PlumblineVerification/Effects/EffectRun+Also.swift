import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Checks of items that a request creates in addition to its own, such as the first message of an inquiry.
extension EffectRun {
  /// Returns the drift of items that a request creates in addition to its own and that their list doesn't show.
  ///
  /// - Parameter item: The request's own item, as read afterward.
  func drift(ofAlsoMaking write: Write, _ item: JSON, _ judge: EffectJudge) async -> [Drift] {
    var drift: [Drift] = []
    for rule in write.rule.also where rule.action == .create && rule.condition.holds(for: write.reading.request) {
      let within = Self.within(rule, write.reading, item)
      let expected = ExpectedItem(after: write.reading, rule, before: nil, other: item).members
      guard !expected.isEmpty, let name = rule.collection,
        let resource = contract.resource(name)
      else { continue }
      for list in resource.lists {
        guard let path = Self.path(of: list, leadingTo: within) else { continue }
        let first = expected[0]
        let missing = judge.drift(
          Rule.effect.notApplied, at: first.source, expected: first.value.text, actual: "none of the \(name)",
          "\(line(write)) succeeded, but \(list.request) shows none of the \(name) that the request also creates.")
        let wanted = Wanted(
          members: expected, collection: resource.collection, list: list, path: path,
          credentials: write.reading.credentials, earlier: earlier(write, rule))
        switch await count(of: wanted, else: missing) {
        case 0?: drift.append(missing)
        // Only for a new item is it certain that no such items existed before.
        case let count? where count > 1 && write.rule.action == .create && !write.rule.showsExisting:
          drift.append(
            judge.drift(
              Rule.effect.appliedTwice, at: first.source, expected: "one of the \(name)", actual: "\(count) of them",
              "\(line(write)) was sent once, but \(list.request) shows \(count) of the \(name) that the request also "
                + "creates."))
          ledger.doubt(
            write.reading.endpoint, line(write),
            "left behind: \(count - 1) more of the \(name) that \(line(write)) also creates, unless they are removed with "
              + "\(judge.item); \(list.request) at \(path) shows them", isFailure: false)
        default: break
        }
        break
      }
    }
    return drift
  }

  /// Returns the values of a new item's members that link it to its parents.
  private static func within(_ rule: StateRule, _ reading: WireReading, _ item: JSON) -> [JSONPointer: String] {
    var values: [JSONPointer: String] = [:]
    for match in rule.within {
      guard let member = match.members.first,
        let value = reading.request.value(at: match.address, item: item).flatMap(WireReading.text)
      else { continue }
      values[member] = value
    }
    return values
  }

  /// Returns the path of a list that shows the items with these values, or `nil` if the values don't identify a list.
  private static func path(of list: Endpoint, leadingTo within: [JSONPointer: String]) -> String? {
    guard let rule = list.states.first(where: { $0.action == .list }) else { return nil }
    var values: [String: String] = [:]
    for match in rule.within {
      guard case .path(let name) = match.address, let member = match.members.first, let value = within[member] else {
        return nil
      }
      values[name] = value
    }
    return list.request.template.expand(values)
  }

  /// An item that a request creates in addition to its own, and the list that must show it.
  private struct Wanted {
    let members: [ExpectedItem.Member]
    let collection: ItemCollection
    let list: Endpoint
    let path: String
    let credentials: [String: String]
    /// The number of equal items that the list may already show.
    let earlier: Int
  }

  /// Returns the number of earlier equal requests that may have created the same additional item. It is 0 if the
  /// additional items belong to the request's own item.
  private func earlier(_ write: Write, _ rule: StateRule) -> Int {
    let isOfItem = rule.within.contains { if case .item = $0.address { true } else { false } }
    return isOfItem ? 0 : max(0, ledger.times(thatSent: write.exchange.request) - 1)
  }

  /// Returns the number of items with these members in a list, or `nil` if the list can't be read completely. Polls
  /// until there is one. If there are more, counts only items with the run's mark that a second read still shows.
  private func count(of wanted: Wanted, else drift: Drift) async -> Int? {
    for pause in [.zero] + patience(for: drift) {
      if pause > .zero { await items.clock.pause(pause) }
      let first = await shown(wanted)
      if let first, first.marked > wanted.earlier + 1 {
        await items.clock.pause(.seconds(1))
        let second = await shown(wanted)
        return max(1, min(first.marked, second?.marked ?? 1) - wanted.earlier)
      }
      if let first, first.all > 0 { return 1 }
      guard first != nil else { return nil }
    }
    records.waits.note([drift])
    return 0
  }

  /// Returns the number of items with these members in a list, and the largest number of marked items of one kind among
  /// them. Returns `nil` if the list can't be read completely and shows none.
  ///
  /// Items from different senders count as different kinds, because an automatic reply may quote the original text.
  private func shown(_ wanted: Wanted) async -> (all: Int, marked: Int)? {
    let marks = wanted.members.filter { records.mark.isIn($0.value) }.map(\.place)
    var pages = 0
    let listing = await items.read(
      wanted.list, path: wanted.path, credentials: wanted.credentials, isPatient: true
    ) { _, _ in
      pages += 1
      return pages < Neighbours.mostPages
    }
    let fitting = listing.items.filter { item in
      wanted.members.allSatisfy { member in
        item.at(member.place).map { Equivalence.holds(member.value, $0) } ?? true
      }
    }
    let marked = fitting.filter { item in marks.contains { item.at($0) != nil } }
    guard !fitting.isEmpty || listing.unfinished == nil && pages < Neighbours.mostPages else { return nil }
    let measure = Likeness.Measure(
      collection: wanted.collection, sent: Set(wanted.members.compactMap(\.place.tokens.first)))
    // Limit the comparisons. No run creates thousands of marked items.
    let compared = marked.prefix(Self.mostCompared)
    let most = compared.map { one in compared.count { measure.of(one, $0) == .same } }.max() ?? 0
    return (fitting.count, most)
  }

  /// The maximum number of items to compare with each other.
  private static let mostCompared = 50
}
