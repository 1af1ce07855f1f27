import PlumblineASCII
import PlumblineContractModel
import PlumblineJSONTree

/// A test of whether items are in the requested order, as far as that can be decided.
///
/// Numbers and times have one order. Values of an `enum` have two: the contract's and the alphabetical one. The order
/// of strings depends on a collation, and collations treat case, spaces, punctuation and digits differently, so only
/// words of lowercase ASCII letters are compared. Null may be anywhere, and equal values may be in any order.
struct ShownOrder: Sendable {
  enum Direction: Sendable {
    case ascending, descending
    /// The direction is unknown.
    case either
  }

  /// Two items in the wrong order.
  struct Fault: Sendable, Hashable {
    let first: JSON
    let second: JSON
  }

  enum Result: Sendable, Hashable {
    case fits
    case wrong(Fault)
    case undecided
  }

  let direction: Direction
  /// The values of the contract's `enum`, in order. The array is empty if there is no `enum`.
  let ranks: [JSON]

  /// Checks the values of a member, in the order of the items.
  func result(of values: [JSON]) -> Result {
    let values = values.filter { !$0.isNull }
    if !ranks.isEmpty { return listed(values) }
    let shown = values.compactMap(ShownValue.init)
    guard shown.count == values.count else { return .undecided }
    let numbers = shown.compactMap { if case .number(let number) = $0 { number } else { nil } }
    if numbers.count == shown.count { return compared(numbers, values) }
    let moments = shown.compactMap { if case .moment(let moment) = $0 { moment } else { nil } }
    if moments.count == shown.count { return compared(moments, values) }
    let words = values.filter { value in
      value.string.map { !$0.isEmpty && $0.utf8.allSatisfy { $0.isSmallLetter } } ?? false
    }
    return compared(words.map { $0.string ?? "" }, words)
  }

  /// Checks values of an `enum`. Any plausible order passes.
  private func listed(_ values: [JSON]) -> Result {
    let places = values.compactMap { ranks.firstIndex(of: $0) }
    guard places.count == values.count else { return .undecided }
    let byRank = compared(places, values)
    guard case .wrong = byRank else { return byRank }
    let texts = values.map { ShownValue.text($0) ?? "" }
    let letters = texts.map { $0.lowercased() }
    let bare = letters.map { $0.filter { $0.isLetter || $0.isNumber } }
    for words in [texts.map { Array($0.utf8) }, letters.map { Array($0.utf8) }, bare.map { Array($0.utf8) }] {
      if case .fits = compared(words.map(Bytes.init), values) { return .fits }
    }
    return byRank
  }

  /// A string that compares by its bytes, as in databases without a collation.
  private struct Bytes: Comparable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func < (left: Bytes, right: Bytes) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
  }

  private func compared<Value: Comparable>(_ keys: [Value], _ values: [JSON]) -> Result {
    var rising: Int?
    var falling: Int?
    for index in keys.indices.dropFirst() {
      if keys[index - 1] < keys[index] { rising = rising ?? index }
      if keys[index] < keys[index - 1] { falling = falling ?? index }
    }
    // If all values are equal, any order is correct.
    guard rising != nil || falling != nil else { return .undecided }
    let wrong: Int? =
      switch direction {
      case .ascending: falling
      case .descending: rising
      case .either: rising == nil || falling == nil ? nil : max(rising ?? 0, falling ?? 0)
      }
    return wrong.map { .wrong(Fault(first: values[$0 - 1], second: values[$0])) } ?? .fits
  }
}
