import PlumblineJSONTree

/// A decimal number of up to 38 digits, stored as units × 10^-scale. Operations return `nil` if the result doesn't fit.
struct ExactDecimal {
  var units: Int128
  var scale: Int

  private static let scaleLimit = 30

  init(units: Int128, scale: Int) {
    self.units = units
    self.scale = scale
  }

  /// Creates the value of a number, or returns `nil` if it has too many digits.
  init?(_ number: JSONNumber) {
    var units: Int128 = 0
    var scale = 0
    var isNegative = false
    var sawPoint = false
    let parts = number.literal.lowercased().split(separator: "e", maxSplits: 1)
    guard let digits = parts.first, digits.utf8.count < 40 else { return nil }
    for byte in digits.utf8 {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): sawPoint = true
      default:
        let (product, overflow) = units.multipliedReportingOverflow(by: 10)
        let (sum, more) = product.addingReportingOverflow(Int128(byte &- 0x30))
        if overflow || more { return nil }
        units = sum
        if sawPoint { scale += 1 }
      }
    }
    if parts.count == 2 {
      guard let exponent = Int(parts[1]), abs(exponent) <= Self.scaleLimit else { return nil }
      scale -= exponent
    }
    if isNegative { units = -units }
    self.units = units
    self.scale = scale
    if scale < 0 {
      guard let raised = raised(to: 0) else { return nil }
      self = raised
    }
    if self.scale > Self.scaleLimit { return nil }
  }

  /// Returns the same value with more digits after the decimal point.
  func raised(to scale: Int) -> ExactDecimal? {
    var units = units
    for _ in 0..<max(0, scale - self.scale) {
      let (product, overflow) = units.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      units = product
    }
    return ExactDecimal(units: units, scale: max(scale, self.scale))
  }

  /// Returns the product of this value and an integer.
  func times(_ count: Int128) -> ExactDecimal? {
    let (product, overflow) = units.multipliedReportingOverflow(by: count)
    return overflow ? nil : ExactDecimal(units: product, scale: scale)
  }

  /// Returns the least common multiple of two positive values.
  func commonMultiple(with other: ExactDecimal) -> ExactDecimal? {
    let scale = max(scale, other.scale)
    guard let one = raised(to: scale), let two = other.raised(to: scale), one.units > 0, two.units > 0 else {
      return nil
    }
    var (a, b) = (one.units, two.units)
    while b != 0 { (a, b) = (b, a % b) }
    return ExactDecimal(units: one.units / a, scale: scale).times(two.units)
  }

  /// Returns the number of times that a step goes into this value, rounded down, and a Boolean value that indicates
  /// whether the result is exact.
  func divided(by step: ExactDecimal) -> (count: Int128, isExact: Bool)? {
    let scale = max(scale, step.scale)
    guard let value = raised(to: scale), let step = step.raised(to: scale), step.units > 0 else { return nil }
    let (count, rest) = value.units.quotientAndRemainder(dividingBy: step.units)
    return (rest < 0 ? count - 1 : count, rest == 0)
  }

  func adding(_ other: ExactDecimal) -> ExactDecimal? {
    let scale = max(scale, other.scale)
    guard let one = raised(to: scale), let other = other.raised(to: scale) else { return nil }
    let (sum, overflow) = one.units.addingReportingOverflow(other.units)
    return overflow ? nil : ExactDecimal(units: sum, scale: scale)
  }

  /// Returns the value halfway between this value and another.
  func middle(to other: ExactDecimal) -> ExactDecimal? {
    let scale = max(scale, other.scale) + 1
    guard let one = raised(to: scale), let two = other.raised(to: scale) else { return nil }
    let (sum, overflow) = one.units.addingReportingOverflow(two.units)
    return overflow ? nil : ExactDecimal(units: sum / 2, scale: scale)
  }

  /// The value as a JSON number without redundant digits.
  var json: JSON? {
    var (units, scale) = (units, scale)
    while scale > 0, units % 10 == 0 {
      units /= 10
      scale -= 1
    }
    var digits = String(units.magnitude)
    if scale > 0 {
      if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
      digits = digits.dropLast(scale) + "." + digits.suffix(scale)
    }
    return JSONNumber(literal: (units < 0 ? "-" : "") + digits).map { JSON($0) }
  }
}
