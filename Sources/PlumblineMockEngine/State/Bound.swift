import PlumblineASCII
import PlumblineContractModel
import PlumblineJSONTree

/// A filter's condition on an item's member, such as a minimum price, a latest day, a value to exclude, or a list of
/// values.
///
/// Numbers are compared as numbers, even in strings, and strings as strings, which is also correct for days and times.
/// A day covers all of its times, so any time on `2026-11-12` is at most `2026-11-12`. Values that can't be compared
/// don't match.
struct Bound {
  let value: JSON
  let member: JSONPointer
  let relation: StateRule.Match.Relation

  /// Returns a Boolean value that indicates whether an item meets the condition.
  func fits(_ item: JSON) -> Bool {
    let member = item.at(member)
    switch relation {
    case .not: return member.map { !$0.isOrHas(value) } ?? true
    case .has: return (member != nil) == (value == true || value == JSON("true"))
    case .oneOf: return member.map(isListed) ?? false
    case .noneOf: return !(member.map(isListed) ?? false)
    case .like: return member.map(isLike) ?? false
    case .same, .atLeast, .atMost, .above, .below: return member.map(isWithin) ?? false
    }
  }

  /// Returns a Boolean value that indicates whether a member is one of the condition's values. They are given as a list
  /// or as a comma-separated string.
  private func isListed(_ member: JSON) -> Bool {
    value.listed.contains { member.isOrHas($0) }
  }

  private func isLike(_ member: JSON) -> Bool {
    ItemTable.text(of: member).lowercased().contains(ItemTable.text(of: value).lowercased())
  }

  private func isWithin(_ member: JSON) -> Bool {
    if let left = member.number, let right = value.number ?? value.string.flatMap(Self.number) {
      return isRight(left, right)
    }
    guard let left = member.string, let right = value.string else { return false }
    if let one = Self.number(left), let other = Self.number(right) { return isRight(one, other) }
    return isRight(String(left.prefix(Self.isDay(right) ? right.count : left.count)), right)
  }

  /// Returns the number in a string, which may be quoted, as in an entity tag.
  private static func number(_ text: String) -> JSONNumber? {
    let bare =
      text.utf8.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? text.dropFirst().dropLast() : text[...]
    return JSONNumber(literal: String(bare))
  }

  private func isRight<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch relation {
    case .same: left == right
    case .atLeast: left >= right
    case .atMost: left <= right
    case .above: left > right
    case .below: left < right
    case .not, .oneOf, .noneOf, .like, .has: false
    }
  }

  /// Returns a Boolean value that indicates whether a string looks like a date (RFC 3339, full-date).
  private static func isDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 10
      && bytes.indices.allSatisfy { [4, 7].contains($0) ? bytes[$0] == 0x2D : bytes[$0].isDigit }
  }
}

extension JSON {
  /// The comma-separated parts of a string, or the elements of a list.
  var listed: [JSON] {
    if kind == .array { return Array(elements) }
    return ItemTable.text(of: self).split(separator: ",").map { JSON(String($0.drop { $0 == " " })) }
  }
}
