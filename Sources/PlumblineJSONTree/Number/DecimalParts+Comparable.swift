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
