import PlumblineContractModel
import PlumblineJSONTree

/// That an item's member is at least, or at most, a value: a price, a number of rooms, a day.
///
/// Numbers are compared as numbers, those in text too, and text as text, which is right for days and times as well. A day holds for all the
/// times in it, so `2026-11-12` is at most `2026-11-12`, whatever the hour. What can't be compared doesn't fit.
struct Bound {
  let value: JSON
  let member: JSONPointer
  let relation: StateRule.Match.Relation

  /// Whether an item keeps within it.
  func fits(_ item: JSON) -> Bool {
    guard let member = item.at(member) else { return false }
    if let left = member.number, let right = value.number ?? value.string.flatMap(Self.number) {
      return isRight(left, right)
    }
    guard let left = member.string, let right = value.string else { return false }
    if let one = Self.number(left), let other = Self.number(right) { return isRight(one, other) }
    return isRight(String(left.prefix(Self.isDay(right) ? right.count : left.count)), right)
  }

  /// The number that a text is, in quotes or not, as an entity tag has them.
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
    }
  }

  /// Whether a text looks like a day (RFC 3339, full-date).
  private static func isDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 10
      && bytes.indices.allSatisfy { [4, 7].contains($0) ? bytes[$0] == 0x2D : 0x30...0x39 ~= bytes[$0] }
  }
}
