import PlumblineASCII

/// A decimal number in normal form: ±mantissa × 10^exponent, with a mantissa that doesn't end in 0.
///
/// Up to 19 significant digits are stored in `mantissa` without an allocation, and longer numbers use `digits`. Written
/// exponents beyond ±2^56 are all read as ±2^56, so that sums of exponents and digits can't overflow.
struct DecimalParts: Sendable, Hashable {
  var isNegative = false
  var mantissa: UInt64 = 0
  var exponent = 0
  /// The significant digits, each from 0 to 9, if there are more than 19, and otherwise an empty array.
  var digits: [UInt8] = []

  private init() {}

  private static let exponentLimit = 1 << 56

  /// Creates a number from text that the JSON grammar has already accepted.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init()
    if !readShort(bytes) { self = DecimalParts(long: bytes.span) }
  }

  /// Reads a number of at most 19 digits, not counting leading zeros, in a single pass. Returns `false` for other
  /// numbers.
  private mutating func readShort(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = bytes.first == UInt8(ascii: "-") ? 1 : 0
    var value: UInt64 = 0
    var digits = 0
    var point = -1
    while index < bytes.count {
      let byte = bytes[index]
      if byte.isDigit {
        value = value &* 10 &+ UInt64(byte &- 0x30)
        if value > 0 { digits += 1 }
        if digits > 19 { return false }
      } else if byte == UInt8(ascii: ".") {
        point = index
      } else {
        break
      }
      index += 1
    }
    if value == 0 { return true }
    exponent = Self.exponent(bytes.span, from: index) - (point < 0 ? 0 : index - point - 1)
    while value % 10 == 0 {
      value /= 10
      exponent += 1
    }
    mantissa = value
    isNegative = bytes[0] == UInt8(ascii: "-")
    return true
  }

  private init(long bytes: Span<UInt8>) {
    var index = 0
    var negative = false
    if !bytes.isEmpty, bytes[0] == UInt8(ascii: "-") {
      negative = true
      index = 1
    }
    // The first pass finds the first and last significant digits, counted without the decimal point.
    let start = index
    var integerDigits = 0
    var seen = 0
    var sawPoint = false
    var first = -1
    var last = -1
    while index < bytes.count {
      let byte = bytes[index]
      if byte.isDigit {
        if byte != UInt8(ascii: "0") {
          if first < 0 { first = seen }
          last = seen
        }
        seen += 1
        if !sawPoint { integerDigits += 1 }
      } else if byte == UInt8(ascii: ".") {
        sawPoint = true
      } else {
        break
      }
      index += 1
    }
    guard first >= 0 else { return }
    isNegative = negative
    exponent = integerDigits - 1 - last + Self.exponent(bytes, from: index)
    let isLong = last - first + 1 > 19
    if isLong { digits.reserveCapacity(last - first + 1) }
    var position = 0
    index = start
    while position <= last {
      let byte = bytes[index]
      index += 1
      guard byte.isDigit else { continue }
      if position >= first {
        if isLong {
          digits.append(byte - 0x30)
        } else {
          mantissa = mantissa * 10 + UInt64(byte - 0x30)
        }
      }
      position += 1
    }
  }

  /// Returns the value of the exponent part whose `e` is at `index`, clamped to the limit.
  private static func exponent(_ bytes: Span<UInt8>, from index: Int) -> Int {
    var index = index + 1
    guard index < bytes.count else { return 0 }
    var negative = false
    if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      negative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    var value = 0
    while index < bytes.count, bytes[index].isDigit {
      value = min(value * 10 + Int(bytes[index] - 0x30), exponentLimit)
      index += 1
    }
    return negative ? -value : value
  }

  var isZero: Bool { mantissa == 0 && digits.isEmpty }

  var isInteger: Bool { exponent >= 0 }

  /// The number of significant digits, or 0 for zero.
  var digitCount: Int {
    if !digits.isEmpty { return digits.count }
    var count = 0
    var rest = mantissa
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
  }

  /// The significant digits, most significant first.
  var significantDigits: [UInt8] {
    if !digits.isEmpty { return digits }
    var reversed: [UInt8] = []
    var rest = mantissa
    while rest > 0 {
      reversed.append(UInt8(rest % 10))
      rest /= 10
    }
    return reversed.reversed()
  }

  /// The value, or `nil` if it isn't an integer that fits into an `Int`.
  var int: Int? {
    guard digits.isEmpty, exponent >= 0, exponent < 19 || mantissa == 0 else { return nil }
    var magnitude = mantissa
    for _ in 0..<exponent {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      magnitude = product
    }
    if isNegative {
      return magnitude <= UInt64(Int.max) + 1 ? Int(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int(exactly: magnitude)
  }
}

extension DecimalParts: Comparable {
  static func < (left: DecimalParts, right: DecimalParts) -> Bool {
    if left.isZero { return !right.isZero && !right.isNegative }
    if right.isZero { return left.isNegative }
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? magnitude(right, isBelow: left) : magnitude(left, isBelow: right)
  }

  private static func magnitude(_ left: DecimalParts, isBelow right: DecimalParts) -> Bool {
    if left.exponent == right.exponent, left.digits.isEmpty, right.digits.isEmpty {
      return left.mantissa < right.mantissa
    }
    let leftOrder = left.exponent + left.digitCount
    let rightOrder = right.exponent + right.digitCount
    if leftOrder != rightOrder { return leftOrder < rightOrder }
    return left.significantDigits.lexicographicallyPrecedes(right.significantDigits)
  }
}
