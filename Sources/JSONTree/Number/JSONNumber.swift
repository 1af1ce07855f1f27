/// A JSON number with its source text, compared by mathematical value at any precision.
///
///     JSONNumber(literal: "1.0") == JSONNumber(literal: "10e-1")                        // true
///     JSONNumber(literal: "0.3")!.isMultiple(of: JSONNumber(literal: "0.1")!)           // true
///
/// Cost grows with the digits written, never with the exponent. Exponents past ±10^16 count as ±2^56.
public struct JSONNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number as it was written.
  public let literal: String
  let parts: DecimalParts

  /// Reads one number in the grammar of RFC 8259, section 6; nil for any other text.
  public init?(literal: String) {
    let bytes = Array(literal.utf8)
    guard case .number(let end) = NumberScanner.scan(bytes.span, from: 0), end == bytes.count else { return nil }
    self.literal = literal
    parts = DecimalParts(bytes.span)
  }

  /// The number of an integer.
  public init(_ value: Int) {
    self.init(checked: Array(String(value).utf8))
  }

  /// A number whose grammar the parser has checked.
  init(checked bytes: [UInt8]) {
    literal = String(decoding: bytes, as: UTF8.self)
    parts = DecimalParts(bytes.span)
  }

  /// Whether the value is a whole number: true for `1.0` and `1e2`.
  public var isInteger: Bool { parts.isInteger }

  /// The value when it is a whole number that fits.
  public var int: Int? { parts.int }

  /// The nearest double; infinite where the number is too large for one.
  public var double: Double { Double(literal) ?? .nan }

  /// Whether this is a whole multiple of the divisor, exactly; false for a divisor of zero.
  public func isMultiple(of divisor: JSONNumber) -> Bool { parts.isMultiple(of: divisor.parts) }

  /// The number as it was written.
  public var description: String { literal }

  /// Equality of values: `1.0`, `1` and `1e0` are equal.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool { left.parts == right.parts }

  /// Order by value.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool { left.parts < right.parts }

  /// Feeds the value, so that equal numbers hash alike.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}
