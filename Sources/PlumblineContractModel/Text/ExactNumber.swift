import PlumblineJSONTree

/// A decimal number with exact sums and products, as needed for amounts of money: 0.1 plus 0.2 is 0.3.
package struct ExactNumber: Sendable {
  /// The maximum number of digits after the decimal point.
  private static let mostDigits = 18

  /// The coefficient. The number is the coefficient divided by ten to the power of ``digits``.
  private let coefficient: Int
  /// The number of digits after the decimal point.
  package let digits: Int

  private init(coefficient: Int, digits: Int) {
    self.coefficient = coefficient
    self.digits = digits
  }

  package init(_ value: Int) { self.init(coefficient: value, digits: 0) }

  /// Creates a number from a JSON value, or returns `nil` if the value isn't a number or has too many digits.
  package init?(_ value: JSON) {
    guard let number = value.number else { return nil }
    if let whole = number.int {
      self.init(coefficient: whole, digits: 0)
      return
    }
    let parts = number.literal.split(separator: ".", omittingEmptySubsequences: false)
    // Reject exponents. Numbers with exponents aren't amounts.
    guard parts.count == 2, let coefficient = Int(parts[0] + parts[1]), parts[1].count <= Self.mostDigits else {
      return nil
    }
    self.init(coefficient: coefficient, digits: parts[1].count)
  }

  /// The number as JSON, without trailing zeros, or `nil` if JSON can't represent it.
  package var json: JSON? {
    var (rest, left) = (coefficient, digits)
    while left > 0, rest.isMultiple(of: 10) { (rest, left) = (rest / 10, left - 1) }
    guard left > 0 else { return JSON(rest) }
    let text = String(rest.magnitude)
    let padded = String(repeating: "0", count: max(0, left + 1 - text.count)) + text
    return try? JSON.parse("\(rest < 0 ? "-" : "")\(padded.dropLast(left)).\(padded.suffix(left))")
  }

  /// Returns the sum, or `nil` if it is too large.
  package func adding(_ other: ExactNumber) -> ExactNumber? {
    let places = max(digits, other.digits)
    guard let left = coefficient(with: places), let right = other.coefficient(with: places) else { return nil }
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? nil : ExactNumber(coefficient: sum, digits: places)
  }

  /// Returns the product, or `nil` if it is too large.
  package func multiplied(by other: ExactNumber) -> ExactNumber? {
    let (product, isTooLarge) = coefficient.multipliedReportingOverflow(by: other.coefficient)
    guard !isTooLarge, digits + other.digits <= Self.mostDigits else { return nil }
    return ExactNumber(coefficient: product, digits: digits + other.digits)
  }

  /// Returns a Boolean value that indicates whether the other number may be a rounded form of this one, or `nil` if the
  /// numbers are too large to compare.
  ///
  /// - Parameter parts: The number of addends that may each have been rounded to the other number's digits.
  package func isRounded(as other: ExactNumber, parts: Int) -> Bool? {
    if other.isBinary, digits < other.digits, let own = json?.double, let shown = other.json?.double {
      return abs(own - shown) <= 1e-12 * max(1, abs(own))
    }
    let places = max(digits, other.digits)
    guard let own = coefficient(with: places), let shown = other.coefficient(with: places) else { return nil }
    let (difference, isTooLarge) = own.subtractingReportingOverflow(shown)
    guard !isTooLarge else { return nil }
    guard digits > other.digits, difference != 0 else { return difference == 0 }
    guard let unit = ExactNumber(max(1, parts)).coefficient(with: places - other.digits) else { return nil }
    return difference.magnitude <= unit.magnitude
  }

  /// A Boolean value that indicates whether the number has so many digits that it must come from binary floating-point
  /// arithmetic, as 0.30000000000000004 does.
  private var isBinary: Bool { digits >= 15 }

  private func coefficient(with places: Int) -> Int? {
    var value = coefficient
    for _ in digits..<max(digits, places) {
      let (next, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      guard !isTooLarge else { return nil }
      value = next
    }
    return value
  }
}
