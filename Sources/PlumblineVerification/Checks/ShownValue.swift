import PlumblineContractModel
import PlumblineJSONTree
import PlumblineTime

/// A member of an item, as far as it can be compared with what was asked for.
enum ShownValue: Sendable, Hashable {
  case number(JSONNumber)
  case moment(Moment)
  case text(String)
  case bool(Bool)

  /// A moment to any fraction of a second.
  struct Moment: Sendable, Hashable, Comparable {
    let second: Int
    /// The digits behind the point, without zeros at the end.
    let fraction: String

    /// Reads RFC 3339: `2026-03-01T08:00:00.25+08:00`.
    init?(_ text: String) {
      let bytes = Array(text.utf8)
      guard bytes.count >= 20, let begin = CivilDate.second(String(text.prefix(19)) + "Z") else { return nil }
      var rest = bytes[19...]
      var fraction = ""
      if rest.first == UInt8(ascii: ".") {
        let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
        guard !digits.isEmpty else { return nil }
        fraction = String(decoding: digits, as: UTF8.self)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        rest = rest.dropFirst(digits.count + 1)
      }
      guard let offset = Self.offset(String(decoding: rest, as: UTF8.self)) else { return nil }
      second = begin - offset
      self.fraction = fraction
    }

    private static func offset(_ zone: String) -> Int? {
      if zone == "Z" || zone == "z" { return 0 }
      let bytes = Array(zone.utf8)
      guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
        bytes[3] == UInt8(ascii: ":"), let hours = Int(zone.dropFirst().prefix(2)), let minutes = Int(zone.suffix(2)),
        hours < 24, minutes < 60
      else { return nil }
      return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    static func < (left: Moment, right: Moment) -> Bool {
      (left.second, left.fraction) < (right.second, right.fraction)
    }
  }

  /// `nil` for null, arrays and objects.
  init?(_ value: JSON) {
    switch value.kind {
    case .number:
      guard let number = value.number else { return nil }
      self = .number(number)
    case .bool: self = .bool(value.bool ?? false)
    case .string:
      let text = value.string ?? ""
      self = Moment(text).map { .moment($0) } ?? .text(text)
    case .null, .array, .object: return nil
    }
  }

  /// How a query says it.
  static func text(_ value: JSON) -> String? {
    switch value.kind {
    case .string: value.string
    case .number: value.number?.literal
    case .bool: value.bool.map { "\($0)" }
    case .null, .array, .object: nil
    }
  }

  /// Whether it is surely another than what was asked for: case, and spaces around it, count for nothing.
  ///
  /// Servers whose collation takes é for e find both, so texts beyond ASCII differ from nothing.
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
