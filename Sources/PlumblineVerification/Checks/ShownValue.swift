import PlumblineJSONTree
import PlumblineTime

/// A member's value in a form that can be compared with a query.
enum ShownValue: Sendable, Hashable {
  case number(JSONNumber)
  case moment(Timestamp)
  case text(String)
  case bool(Bool)

  /// Returns `nil` for null, arrays and objects.
  init?(_ value: JSON) {
    switch value.kind {
    case .number:
      guard let number = value.number else { return nil }
      self = .number(number)
    case .bool: self = .bool(value.bool ?? false)
    case .string:
      let text = value.string ?? ""
      self = Timestamp(text).map { .moment($0) } ?? .text(text)
    case .null, .array, .object: return nil
    }
  }

  /// Returns the value as written in a query.
  static func text(_ value: JSON) -> String? {
    switch value.kind {
    case .string: value.string
    case .number: value.number?.literal
    case .bool: value.bool.map { "\($0)" }
    case .null, .array, .object: nil
    }
  }

  /// Returns a Boolean value that indicates whether the value certainly differs from the requested one, ignoring case
  /// and surrounding spaces.
  ///
  /// Servers whose collation equates é and e find both, so text that isn't ASCII never counts as different.
  func differs(from asked: JSON) -> Bool {
    guard let other = ShownValue(asked) else { return false }
    if self == other { return false }
    switch (self, other) {
    case (.number, .number), (.moment, .moment), (.bool, .bool): return true
    case (.text(let own), .text(let wanted)):
      guard own.utf8.allSatisfy({ $0 < 0x80 }), wanted.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      return Self.plain(own) != Self.plain(wanted)
    default: return false
    }
  }

  private static func plain(_ text: String) -> String {
    let bytes = text.lowercased().utf8.drop { $0 <= 0x20 }
    return String(decoding: bytes.reversed().drop { $0 <= 0x20 }.reversed(), as: UTF8.self)
  }
}
