import PlumblineContractModel
import PlumblineJSONTree

/// Access to the values that rules use.
extension StateRun {
  /// Returns a value of the request or of an item. If the request lacks the value, returns its default.
  func value(at address: Address, item: JSON? = nil) -> JSON? {
    reading.value(at: address, item: item ?? main) ?? rule.defaults[address]
  }

  /// Returns the matching items of a collection, or `nil` if the request lacks a value or the collection has no state.
  func items(of name: String, _ matches: [StateRule.Match], _ store: ItemStore, _ item: JSON?) -> [JSON]? {
    guard let (number, collection) = store.collection(name) else { return nil }
    let place = place(of: collection, number)
    guard store.remembers(place) else { return nil }
    var wanted: [(JSON, [JSONPointer])] = []
    for match in matches {
      guard let value = value(at: match.address, item: item) else { return nil }
      // A key is looked up directly, without examining other items.
      if matches.count == 1, let key = collection.key, match.members == [key], value.kind != .array {
        return store.item(place, value).map { [$0] } ?? []
      }
      wanted.append((value, match.members))
    }
    return store.map(place, store.numbers(place, Matching(wanted))[...]) { $0 }.compactMap { $0 }
  }

  /// Returns the current value of a source, or `nil` if the request lacks the value or the key to look it up.
  func value(
    _ source: StateRule.Value, _ store: ItemStore, item: JSON?, of target: JSONPointer? = nil,
    handedOut: [String: String] = [:]
  ) -> JSON? {
    switch source {
    case .address(.credential(let name)):
      return handedOut[name].map { JSON($0) } ?? value(at: .credential(name))
    case .address(let address): return value(at: address, item: item)
    case .constant(let value), .chosen(let value): return value
    case .union(let parts):
      var elements: [JSON] = []
      for value in parts.compactMap({ self.value($0, store, item: item, handedOut: handedOut) }) where !value.isNull {
        for element in value.kind == .array ? Array(value.elements) : [value] where !elements.contains(element) {
          elements.append(element)
        }
      }
      return .array(elements)
    case .now(let later, let hint):
      let (delay, isTooLarge) = later.multipliedReportingOverflow(by: 1000)
      let form = hint.form(like: target.flatMap { sample?.at($0) })
      return form.value(of: isTooLarge ? thousandths : thousandths &+ delay)
    case .upload(let part, let fact, let prefix):
      let value = fact.value(of: reading.request, part: part)
      return value.map { value in value.string.map { JSON(prefix + $0) } ?? value }
    case .url(let address): return url(address, of: item)
    case .lookup(let name, let matches, let member):
      return items(of: name, matches, store, item).map { $0.first?.at(member) ?? .null }
    case .count(let name, let matches, let member):
      guard let items = items(of: name, matches, store, item) else { return nil }
      return member.map { count(items, by: $0) } ?? JSON(items.count)
    case .sum(let name, let matches, let member):
      guard let items = items(of: name, matches, store, item) else { return nil }
      return JSON.sum(items.compactMap { $0.at(member) }.filter { !$0.isNull }.map { ($0, false) })
    }
  }

  private func count(_ items: [JSON], by member: JSONPointer) -> JSON {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for item in items {
      guard let value = item.at(member), !value.isNull else { continue }
      let text = ItemTable.text(of: value)
      if counts[text] == nil { order.append(text) }
      counts[text, default: 0] += 1
    }
    return .object(order.map { ($0, JSON(counts[$0] ?? 0)) })
  }

  /// Returns the item with the rule's members set, or `nil` if one of them can't be set.
  func assigning(_ item: JSON, _ store: ItemStore, handedOut: [String: String] = [:]) -> JSON? {
    var changed = item
    for assignment in rule.assignments {
      guard
        let value = value(assignment.value, store, item: item, of: assignment.target, handedOut: handedOut)
      else { continue }
      guard isKept(value, at: assignment.target, store) else { continue }
      guard let next = changed.assigning(assignment.target, value) else { return nil }
      changed = next
    }
    return changed
  }

  /// Returns a Boolean value that indicates whether to store a field's value in the item. If it is only an assumption
  /// that the field is a member of the item, the request is valid even if the member can't have that value.
  private func isKept(_ value: JSON, at target: JSONPointer, _ store: ItemStore) -> Bool {
    guard rule.standing == .assumed, rule.merge == .none, target.tokens.count == 1, value != "",
      let (_, collection) = rule.collection.flatMap({ store.collection($0) }),
      let member = collection.members.first(where: { $0.name == target.tokens[0] })
    else { return true }
    return member.schema.isValid(value)
  }

  /// Returns the item with the rule's additions, or `nil` if they can't be added.
  func adding(to item: JSON) -> JSON? {
    var changed = item
    for addition in rule.additions {
      let term: (value: JSON, isSubtracted: Bool)
      switch addition.amount {
      case .number(let number): term = (JSON(number), false)
      case .value(let address, let isSubtracted):
        guard let value = value(at: address, item: item), !value.isNull else { continue }
        term = (value, isSubtracted)
      }
      let before = changed.at(addition.target) ?? 0
      guard let sum = JSON.sum([(before.isNull ? 0 : before, false), term]),
        let next = changed.assigning(addition.target, sum)
      else { return nil }
      changed = next
    }
    return changed
  }
}
