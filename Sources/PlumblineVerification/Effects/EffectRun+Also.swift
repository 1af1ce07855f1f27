import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// What a request makes besides its own item: the first message of an inquiry.
extension EffectRun {
  /// Drift of items that a request also makes, and that no list shows where they belong.
  ///
  /// - Parameter item: the request's own item, as it was read afterwards.
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
          "\(line(write)) was answered with success, and \(list.request) shows none of the \(name) that it also makes.")
        if await shows(expected, list, path, write.reading.credentials, else: missing) == false {
          drift.append(missing)
        }
        break
      }
    }
    return drift
  }

  /// The values of a new item's members that say where it belongs.
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

  /// The path of a list that shows items with these values; `nil` where they don't lead there.
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

  /// Whether a list shows an item with these members, asked until it does; `nil` where it can't be read to its end.
  private func shows(
    _ expected: [ExpectedItem.Member], _ list: Endpoint, _ path: String, _ credentials: [String: String],
    else drift: Drift
  ) async -> Bool? {
    for pause in [.zero] + patience(for: drift) {
      if pause > .zero { await items.clock.pause(pause) }
      var isShown = false
      let listing = await items.read(list, path: path, credentials: credentials, isPatient: true) { _, page in
        isShown =
          isShown
          || page.contains { item in
            expected.allSatisfy { member in item.at(member.place).map { Equivalence.holds(member.value, $0) } ?? true }
          }
        return !isShown
      }
      if isShown { return true }
      guard listing.unfinished == nil else { return nil }
    }
    records.waits.note([drift])
    return false
  }
}
