import PlumblineJSONTree

/// The types that a value may have, with one bit each.
struct TypeSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let null = TypeSet(rawValue: 1 << 0)
  static let boolean = TypeSet(rawValue: 1 << 1)
  static let number = TypeSet(rawValue: 1 << 2)
  static let string = TypeSet(rawValue: 1 << 3)
  static let array = TypeSet(rawValue: 1 << 4)
  static let object = TypeSet(rawValue: 1 << 5)
  /// Integers. `number` includes them.
  static let integer = TypeSet(rawValue: 1 << 6)
  /// A modifier for `integer`: only numbers written without a fraction or an exponent are integers, as in draft 04.
  static let literalInteger = TypeSet(rawValue: 1 << 7)

  private static let named: [(String, TypeSet)] = [
    ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .number), ("string", .string),
    ("array", .array), ("object", .object),
  ]

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init?(name: String) {
    guard let found = Self.named.first(where: { $0.0 == name }) else { return nil }
    self = found.1
  }

  init(_ kind: JSONKind) {
    self.init(rawValue: 1 << kind.rawValue)
  }

  var names: [String] { Self.named.filter { contains($0.1) }.map(\.0) }

  /// A Boolean value that indicates whether numbers must be examined to recognize integers.
  var needsInteger: Bool { contains(.integer) && !contains(.number) }

  /// The kinds of values that may have one of the types, with one bit for each `JSONKind`.
  var kinds: UInt8 { rawValue & 0x3F | (contains(.integer) ? TypeSet.number.rawValue : 0) }
}
