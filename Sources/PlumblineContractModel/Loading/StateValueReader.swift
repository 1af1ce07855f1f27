import PlumblineJSONTree

/// A reader for the sources of a state's values. They may refer to the item as it was before the change.
struct StateValueReader {
  let conditions: ConditionReader
  private let context: ReadingContext
  /// A closure that returns the time format of the member at a location.
  private let time: (JSONPointer) -> TimeHint

  init(conditions: ConditionReader, context: ReadingContext, time: @escaping (JSONPointer) -> TimeHint) {
    self.conditions = conditions.seeingItem
    self.context = context
    self.time = time
  }

  func additions(_ value: JSON?) -> [StateRule.Addition] {
    value?.members.compactMap { pointer, amount in
      guard let target = JSONPointer(pointer) else { return nil }
      if let number = amount.number { return StateRule.Addition(target: target, amount: .number(number)) }
      guard let text = amount.string else { return nil }
      let isSubtracted = text.hasPrefix("-")
      return conditions.address(isSubtracted ? String(text.dropFirst()) : text, at: amount.location).map {
        StateRule.Addition(target: target, amount: .value($0, isSubtracted: isSubtracted))
      }
    } ?? []
  }

  func matches(_ value: JSON?) -> [StateRule.Match] {
    guard let value else { return [] }
    return value.members.compactMap { text, members in
      guard let address = conditions.address(text, at: value.place(of: text)) else { return nil }
      for relation in StateRule.Match.Relation.allCases {
        guard let member = pointer(members[relation.rawValue]) else { continue }
        return StateRule.Match(address: address, members: [member], relation: relation)
      }
      let texts = members.string.map { [$0] } ?? members.elements.compactMap(\.string)
      return StateRule.Match(address: address, members: texts.compactMap { JSONPointer($0) }, relation: .same)
    }
  }

  func assignments(_ value: JSON?) -> [StateRule.Assignment] {
    value?.members.compactMap { pointer, source in
      guard let target = JSONPointer(pointer), let value = self.value(source, of: target) else { return nil }
      return StateRule.Assignment(target: target, value: value)
    } ?? []
  }

  /// Reads a source.
  ///
  /// - Parameter target: The member that receives the value, or `nil` if the value is only compared.
  func value(_ source: JSON, of target: JSONPointer? = nil) -> StateRule.Value? {
    let time = target.map(time) ?? .usual
    if let text = source.string {
      return text == "now"
        ? .now(later: 0, as: time) : conditions.address(text, at: source.location).map { .address($0) }
    }
    if let constant = source["const"] { return .constant(constant) }
    if let example = source["example"] { return .chosen(example) }
    if let parts = source["union"] {
      // Report unions inside unions, and skip them to limit the depth.
      for inner in parts.elements.compactMap({ $0["union"] }) {
        context.log.error(inner.location, "A union inside a union is redundant: put these values into the outer one.")
      }
      return .union(parts.elements.filter { $0["union"] == nil }.compactMap { value($0) })
    }
    if let later = source["now"] { return now(later, as: time) }
    if let text = source["url"]?.string {
      let address = OwnAddress(text, part: pointer(source["bytes"]))
      if address == nil {
        context.log.error(
          source.location,
          "\(text) has an unclosed brace, or braces without a name; expected a form such as /files/{id}.")
      }
      return address.map { .url($0) }
    }
    if let part = pointer(source["upload"]), let fact = source["of"]?.string.flatMap(UploadFact.init(rawValue:)) {
      return .upload(part: part, fact, prefix: source["prefix"]?.string ?? "")
    }
    let matches = matches(source["where"])
    if let name = source["from"] {
      return context.collectionName(name).map {
        .lookup(collection: $0, matches: matches, member: pointer(source["member"]) ?? JSONPointer())
      }
    }
    if let name = source["count"] {
      return context.collectionName(name).map {
        .count(collection: $0, matches: matches, by: pointer(source["by"]))
      }
    }
    guard let name = source["sum"], let member = pointer(source["member"]) else { return nil }
    return context.collectionName(name).map { .sum(collection: $0, matches: matches, of: member) }
  }

  private func pointer(_ value: JSON?) -> JSONPointer? { value?.string.flatMap { JSONPointer($0) } }

  private func now(_ value: JSON, as time: TimeHint) -> StateRule.Value? {
    guard let text = value.string else { return nil }
    if let seconds = DurationText.seconds(text) { return .now(later: seconds, as: time) }
    context.log.error(
      value.location,
      "\"\(text)\" isn't a duration: write weeks, days, hours, minutes or seconds, such as P30D or PT1H."
    )
    return nil
  }
}
