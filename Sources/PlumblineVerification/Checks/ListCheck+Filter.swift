import PlumblineASCII
import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

extension ListCheck {
  /// Requests the items with a value that some of them have, and checks that no other items are shown. Returns `nil` if
  /// the filter doesn't simply compare a member's value.
  func judgeFilter(_ match: StateRule.Match, _ name: String, from first: ListPage) async -> Verdict? {
    guard let member = match.members.first, let test = FilterTest(match.relation) else { return nil }
    guard let wanted = wanted(of: match, name, among: first.items), let text = ShownValue.text(wanted) else {
      return .undecided("no value of \(name) distinguishes the shown items")
    }
    let described = described(member)
    return await context.settled {
      await filtered(by: name, text, wanted, member, test) { described?.schema.isValid($0) ?? true }
    }
  }

  /// Returns a value for a filter that some of the shown items don't match, or `nil` if there is none.
  func wanted(of match: StateRule.Match, _ name: String, among items: [JSON]) -> JSON? {
    guard let member = match.members.first, let test = FilterTest(match.relation) else { return nil }
    let shown = items.compactMap { $0.at(member) }.filter { ShownValue($0) != nil }
    return (shown.sorted(by: Self.isPlainer) + (described(member)?.ranks ?? [])).first { value in
      guard let text = ShownValue.text(value), !text.isEmpty, text.utf8.count <= 100, !text.contains(",") else {
        return false
      }
      // If all items match, a server that ignores the filter returns the same list.
      return shown.contains { test.isBroken(by: $0, asked: value) } && isAskable([(name, text)])
    }
  }

  /// Returns the collection's description of a member.
  private func described(_ member: JSONPointer) -> ItemCollection.Member? {
    collection?.members.first { [$0.name] == member.tokens }
  }

  /// - Parameter isKnown: A closure that returns whether the contract declares a value. Undeclared values in the
  ///   response are reported by a different rule.
  private func filtered(
    by name: String, _ text: String, _ wanted: JSON, _ member: JSONPointer, _ test: FilterTest,
    _ isKnown: (JSON) -> Bool
  ) async -> Verdict {
    guard let page = await page([(name, text)]) else { return .undecided("\(name)=\(text) returns no list") }
    let wrong = page.items.first { item in
      item.at(member).map { isKnown($0) && test.isBroken(by: $0, asked: wanted) } ?? false
    }
    guard let wrong, let value = wrong.at(member) else {
      return page.items.isEmpty ? .undecided("\(name)=\(text) returns no items") : .fits
    }
    let words = test.words(wanted)
    return drift(
      .list.filterIgnored, name, in: page, at: Self.place(of: wrong, member), expected: words,
      actual: Self.short(value),
      "\(context.words(page.exchange.request)) requests items whose \(member) \(words), but shows one where it is "
        + "\(Self.short(value)).")
  }

  /// Orders values that every server interprets the same way before others.
  private static func isPlainer(_ one: JSON, than other: JSON) -> Bool {
    func isPlain(_ value: JSON) -> Bool {
      ShownValue.text(value)?.utf8.allSatisfy { byte in
        byte.isAlphanumeric || byte == 0x5F || byte == 0x2D
      } ?? false
    }
    return isPlain(one) && !isPlain(other)
  }
}

/// The relation that a filter requires between an item's member and the requested value.
enum FilterTest {
  case same, other, atLeast, atMost

  init?(_ relation: StateRule.Match.Relation) {
    switch relation {
    case .same, .oneOf: self = .same
    case .not, .noneOf: self = .other
    case .atLeast, .above: self = .atLeast
    case .atMost, .below: self = .atMost
    case .like, .has: return nil
    }
  }

  /// Returns a Boolean value that indicates whether a value certainly violates the relation.
  func isBroken(by value: JSON, asked: JSON) -> Bool {
    guard let shown = ShownValue(value), let wanted = ShownValue(asked) else { return false }
    switch self {
    case .same: return shown.differs(from: asked)
    case .other: return shown == wanted
    case .atLeast: return Self.isBelow(shown, wanted)
    case .atMost: return Self.isBelow(wanted, shown)
    }
  }

  func words(_ asked: JSON) -> String {
    let value = ListCheck.short(asked)
    return switch self {
    case .same: "is \(value)"
    case .other: "is not \(value)"
    case .atLeast: "is \(value) or more"
    case .atMost: "is \(value) or less"
    }
  }

  private static func isBelow(_ one: ShownValue, _ other: ShownValue) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): one < other
    case (.moment(let one), .moment(let other)): one < other
    default: false
    }
  }
}
