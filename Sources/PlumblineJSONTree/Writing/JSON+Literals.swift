extension JSON {
  /// The value `null`.
  public static let null = build { $0.null() }
  /// The value `{}`.
  public static let emptyObject = build { $0.object { _ in } }
  /// The value `[]`.
  public static let emptyArray = build { $0.array { _ in } }

  /// Creates a string value.
  public init(_ value: String) {
    self = Self.build { $0.string(value) }
  }

  /// Creates a number value.
  public init(_ value: Int) {
    self = Self.build { $0.int(value) }
  }

  /// Creates the value `true` or `false`.
  public init(_ value: Bool) {
    self = Self.build { $0.bool(value) }
  }

  /// Creates a number value in its shortest exact form, or `null` for infinities and NaN, which JSON can't represent.
  public init(_ value: Double) {
    self = Self.build { $0.double(value) }
  }

  /// Creates a number value with exactly the given literal.
  public init(_ value: JSONNumber) {
    self = Self.build { $0.number(value) }
  }

  /// Returns an array of values.
  public static func array(_ elements: [JSON]) -> JSON {
    build { builder in
      builder.array { builder in
        for element in elements { builder.value(element) }
      }
    }
  }

  /// Returns an object with members in the given order.
  public static func object(_ members: [(String, JSON)]) -> JSON {
    build { builder in
      builder.object { builder in
        for (key, value) in members { builder.member(key, value) }
      }
    }
  }

  /// Returns an object with members in the given order, as the root of a document with a name.
  package static func object(_ members: [(String, JSON)], file: String) -> JSON {
    var builder = JSONBuilder()
    builder.object { builder in
      for (key, value) in members { builder.member(key, value) }
    }
    return trusted(builder.text(), file: file)
  }

  /// Builds a value piece by piece.
  public static func build(_ body: (inout JSONBuilder) -> Void) -> JSON {
    var builder = JSONBuilder()
    body(&builder)
    return builder.finish()
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string value.
  public init(stringLiteral value: String) { self.init(value) }
  /// Creates a number value.
  public init(integerLiteral value: Int) { self.init(value) }
  /// Creates the value `true` or `false`.
  public init(booleanLiteral value: Bool) { self.init(value) }
  /// Creates a number value.
  public init(floatLiteral value: Double) { self.init(value) }
  /// Creates the value `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Creates an object with its members in the given order.
  public init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }
}
