import PlumblineASCII

/// A JSON number with its source text. Numbers are compared by mathematical value at any precision.
///
///     JSONNumber(literal: "1.0") == JSONNumber(literal: "10e-1")                        // true
///     JSONNumber(literal: "0.3")!.isMultiple(of: JSONNumber(literal: "0.1")!)           // true
///
/// The cost grows with the number of written digits, never with the exponent. Exponents beyond ±10^16 count as ±2^56.
public struct JSONNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number as written.
  public let literal: String
  let parts: DecimalParts
  /// The value if it is an integer of at most 18 digits, for fast comparisons.
  @usableFromInline package let shortInteger: Int?

  /// Parses a single number according to RFC 8259 section 6, or returns `nil` for any other string.
  public init?(literal: String) {
    let bytes = Array(literal.utf8)
    let isNumber = bytes.withUnsafeBufferPointer { buffer in
      guard let first = buffer.first, first.isDigit || first == UInt8(ascii: "-") else { return false }
      let number = try? SourceBytes(buffer).number(from: 0)
      return number?.end == buffer.count
    }
    guard isNumber else { return nil }
    self = bytes.withUnsafeBufferPointer { JSONNumber(checked: $0) }
  }

  /// Creates a number from an integer.
  public init(_ value: Int) {
    self = Array(String(value).utf8).withUnsafeBufferPointer { JSONNumber(checked: $0) }
  }

  /// Creates a number whose syntax the parser has already checked.
  init(checked bytes: UnsafeBufferPointer<UInt8>) {
    literal = String(decoding: bytes, as: UTF8.self)
    parts = DecimalParts(bytes)
    shortInteger = parts.int.flatMap { -999_999_999_999_999_999...999_999_999_999_999_999 ~= $0 ? $0 : nil }
  }

  /// A Boolean value that indicates whether the value is an integer, including `1.0` and `1e2`.
  public var isInteger: Bool { parts.isInteger }

  /// The value as an `Int`, or `nil` if it isn't an integer or doesn't fit.
  public var int: Int? { parts.int }

  /// The nearest double. It is infinite if the number is too large for one.
  public var double: Double { Double(literal) ?? .nan }

  /// Returns a Boolean value that indicates whether this number is an exact integer multiple of a divisor. Returns
  /// `false` for a divisor of zero.
  public func isMultiple(of divisor: JSONNumber) -> Bool { parts.isMultiple(of: divisor.parts) }

  /// The number as written.
  public var description: String { literal }

  /// Returns a Boolean value that indicates whether two numbers have the same value. For example, `1.0`, `1` and `1e0`
  /// are equal.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool { left.parts == right.parts }

  /// Returns a Boolean value that indicates whether the first number is less than the second.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool { left.parts < right.parts }

  /// Hashes the value, so that equal numbers have equal hashes.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}
