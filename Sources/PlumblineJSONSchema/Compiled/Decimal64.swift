import PlumblineASCII

/// A decimal number of up to 18 digits, stored as ±mantissa × 10^exponent, for exact comparison without allocation.
///
/// Numbers that don't fit are left to `JSONNumber`.
struct Decimal64: Sendable {
  var mantissa: Int64
  /// The exponent, from -18 to 0.
  var exponent: Int32
  /// A Boolean value that indicates whether the number fits. If not, the other properties are meaningless.
  var isExact: Bool

  static let unfit = Decimal64(mantissa: 0, exponent: 0, isExact: false)

  /// Creates a number from text that the JSON grammar has accepted.
  init(_ bytes: some RandomAccessCollection<UInt8>) {
    var mantissa: Int64 = 0
    var digits = 0
    var exponent: Int32 = 0
    var isNegative = false
    var sawPoint = false
    self = Self.unfit
    for byte in bytes {
      switch byte {
      case ASCII.digits:
        if mantissa != 0 || byte != 0x30 { digits += 1 }
        if digits > 18 { return }
        mantissa = mantissa &* 10 &+ Int64(byte &- 0x30)
        if sawPoint { exponent -= 1 }
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): sawPoint = true
      default: return
      }
    }
    if exponent < -18 { return }
    self = Decimal64(mantissa: isNegative ? -mantissa : mantissa, exponent: exponent, isExact: true)
  }

  init(mantissa: Int64, exponent: Int32, isExact: Bool) {
    self.mantissa = mantissa
    self.exponent = exponent
    self.isExact = isExact
  }

  private static let powers: [Int64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
  ]

  /// Returns both mantissas with a common exponent. They are below 10^36, which fits into 128 bits.
  private static func aligned(_ left: Decimal64, _ right: Decimal64) -> (Int128, Int128) {
    let difference = Int(left.exponent - right.exponent)
    let power = Int128(powers[min(abs(difference), 18)])
    if difference < 0 { return (Int128(left.mantissa), Int128(right.mantissa) * power) }
    return (Int128(left.mantissa) * power, Int128(right.mantissa))
  }

  /// Returns a Boolean value that indicates whether one number is less than the other. Both must be exact.
  static func < (left: Decimal64, right: Decimal64) -> Bool {
    if left.exponent == right.exponent { return left.mantissa < right.mantissa }
    let (one, other) = aligned(left, right)
    return one < other
  }

  /// Returns a Boolean value that indicates whether this is an integer multiple of a nonzero number. Both must be
  /// exact.
  func isMultiple(of divisor: Decimal64) -> Bool {
    if exponent == divisor.exponent { return mantissa % divisor.mantissa == 0 }
    let (one, other) = Self.aligned(self, divisor)
    return one % other == 0
  }
}
