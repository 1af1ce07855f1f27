import PlumblineASCII

/// A namespace for ISO 8601 durations with a fixed length, such as `P2W`, `P30D` and `PT1H30M`. Months and years aren't
/// supported.
package enum DurationText {
  /// Returns the number of seconds in a duration, or `nil` for any other string.
  package static func seconds(_ text: String) -> Int? {
    var rest = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var total = 0
    var isTime = false
    while let first = rest.first {
      if first == UInt8(ascii: "T"), !isTime {
        isTime = true
        rest = rest.dropFirst()
        if rest.isEmpty { return nil }
        continue
      }
      let digits = rest.prefix { $0.isDigit }
      guard !digits.isEmpty, digits.count <= 9, let count = Int(Substring(digits)) else { return nil }
      rest = rest.dropFirst(digits.count)
      guard let unit = rest.popFirst().flatMap({ length(of: $0, isTime: isTime) }) else { return nil }
      total += count * unit
      if total > 1_000_000_000_000 { return nil }
    }
    return total
  }

  private static func length(of unit: UInt8, isTime: Bool) -> Int? {
    switch (unit, isTime) {
    case (UInt8(ascii: "W"), false): 604_800
    case (UInt8(ascii: "D"), false): 86_400
    case (UInt8(ascii: "H"), true): 3600
    case (UInt8(ascii: "M"), true): 60
    case (UInt8(ascii: "S"), true): 1
    default: nil
    }
  }
}
