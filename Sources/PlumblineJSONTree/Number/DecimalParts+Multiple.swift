extension DecimalParts {
  /// Returns a Boolean value that indicates whether this number is an exact integer multiple of a divisor.
  ///
  /// With a·10^p and b·10^q in normal form and e = p − q, b must divide a·10^e. If e is negative, a would have to end
  /// in a zero, which the normal form excludes. Otherwise, the remainder follows from modular arithmetic.
  func isMultiple(of divisor: DecimalParts) -> Bool {
    if divisor.isZero { return false }
    if isZero { return true }
    let shift = exponent - divisor.exponent
    if shift < 0 { return false }
    return divisor.digits.isEmpty
      ? remainder(shiftedBy: shift, modulo: divisor.mantissa) == 0
      : isMultiple(ofLong: divisor.digits, shift: shift)
  }

  private func remainder(shiftedBy shift: Int, modulo modulus: UInt64) -> UInt64 {
    var value: UInt64 = 0
    if digits.isEmpty {
      value = mantissa % modulus
    } else {
      // Process eighteen digits at a time, so that a million digits take a millisecond.
      var start = 0
      while start < digits.count {
        let end = min(start + 18, digits.count)
        var (piece, scale): (UInt64, UInt64) = (0, 1)
        for digit in digits[start..<end] {
          piece = piece * 10 + UInt64(digit)
          scale *= 10
        }
        value = Self.product(value, scale, modulo: modulus)
        value = Self.sum(value, piece % modulus, modulo: modulus)
        start = end
      }
    }
    var power: UInt64 = 1 % modulus
    var base: UInt64 = 10 % modulus
    var rest = shift
    while rest > 0 {
      if rest & 1 == 1 { power = Self.product(power, base, modulo: modulus) }
      base = Self.product(base, base, modulo: modulus)
      rest >>= 1
    }
    return Self.product(value, power, modulo: modulus)
  }

  private static func product(_ left: UInt64, _ right: UInt64, modulo modulus: UInt64) -> UInt64 {
    let wide = (left % modulus).multipliedFullWidth(by: right % modulus)
    return modulus.dividingFullWidth(wide).remainder
  }

  private static func sum(_ left: UInt64, _ right: UInt64, modulo modulus: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow || sum >= modulus ? sum &- modulus : sum
  }

  /// Returns the result of `isMultiple(of:)` for divisors of 20 digits or more, using long division.
  ///
  /// The cost is proportional to the product of the numbers of digits. Divisors come from schemas, which are trusted.
  private func isMultiple(ofLong divisor: [UInt8], shift: Int) -> Bool {
    // Additional zeros beyond the divisor's factors of 2 and 5 make no difference.
    let zeros = min(shift, divisor.count * 4)
    var rest: [UInt8] = []
    for digit in significantDigits + [UInt8](repeating: 0, count: zeros) {
      if !rest.isEmpty || digit != 0 { rest.append(digit) }
      while Self.subtract(divisor, from: &rest) {}
    }
    return rest.isEmpty
  }

  /// Subtracts a divisor from a remainder unless the divisor is larger. The new remainder has no leading zeros.
  private static func subtract(_ divisor: [UInt8], from rest: inout [UInt8]) -> Bool {
    if rest.count < divisor.count { return false }
    if rest.count == divisor.count, rest.lexicographicallyPrecedes(divisor) { return false }
    var borrow = 0
    let lead = rest.count - divisor.count
    for index in rest.indices.reversed() {
      var digit = Int(rest[index]) - borrow - (index >= lead ? Int(divisor[index - lead]) : 0)
      borrow = digit < 0 ? 1 : 0
      if digit < 0 { digit += 10 }
      rest[index] = UInt8(digit)
    }
    rest.removeFirst(rest.firstIndex { $0 != 0 } ?? rest.count)
    return true
  }
}
