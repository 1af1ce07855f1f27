/// Support for accessing numbers without creating a `JSONNumber`.
extension TapeReader {
  /// Returns the value of a number that is written as an integer of at most 18 digits, or `nil` for other numbers,
  /// including `1.0`.
  @inlinable
  package func shortInteger(_ node: Int) -> Int? {
    guard self[node].isShortInteger else { return nil }
    let literal = literal(node)
    let isNegative = literal[0] == 0x2D
    var value = 0
    var place = isNegative ? 1 : 0
    while place < literal.count {
      value = value &* 10 &+ Int(literal[place] &- 0x30)
      place += 1
    }
    return isNegative ? 0 &- value : value
  }

  /// Returns a Boolean value that indicates whether a number's value is an integer, as with `1`, `1.0` and `1e2`.
  @inlinable
  package func isInteger(_ node: Int) -> Bool { self[node].isShortInteger || hasIntegerValue(node) }

  @usableFromInline
  func hasIntegerValue(_ node: Int) -> Bool { decimal(node).isInteger }

  /// Compares the number at a node with another number. Returns a negative number if it is less, zero if they are
  /// equal, and a positive number if it is greater.
  @inlinable
  package func compare(_ node: Int, _ number: JSONNumber) -> Int {
    if let bound = number.shortInteger, let value = shortInteger(node) {
      return value < bound ? -1 : value == bound ? 0 : 1
    }
    return compareDecimals(node, number)
  }

  @usableFromInline
  func compareDecimals(_ node: Int, _ number: JSONNumber) -> Int {
    let decimal = decimal(node)
    return decimal == number.parts ? 0 : decimal < number.parts ? -1 : 1
  }

  /// Returns a Boolean value that indicates whether a number is an exact integer multiple of a divisor. Returns `false`
  /// if the divisor is zero.
  @inlinable
  package func isMultiple(_ node: Int, of divisor: JSONNumber) -> Bool {
    if let divisor = divisor.shortInteger, divisor != 0, let value = shortInteger(node) {
      return value % divisor == 0
    }
    return isDecimalMultiple(node, of: divisor)
  }

  @usableFromInline
  func isDecimalMultiple(_ node: Int, of divisor: JSONNumber) -> Bool {
    decimal(node).isMultiple(of: divisor.parts)
  }

  /// Returns the exact number.
  package func number(_ node: Int) -> JSONNumber { JSONNumber(checked: literal(node)) }

  /// Returns the number as an `Int`, or `nil` if it isn't an integer or doesn't fit. For example, 7, 7.0, and 0.7e1 all
  /// yield 7.
  package func int(_ node: Int) -> Int? { shortInteger(node) ?? decimal(node).int }

  func decimal(_ node: Int) -> DecimalParts { DecimalParts(literal(node)) }
}
