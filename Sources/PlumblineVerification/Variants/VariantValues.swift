import PlumblineJSONTree

/// Other values of the same kind, at the ends of what such a value may be. Which of them the contract allows is not
/// decided here.
enum VariantValues {
  /// The largest whole number that every JSON reader keeps exact (RFC 8259 section 6).
  private static let largest = 9_007_199_254_740_991
  private static let elements = 100

  /// - Parameter listed: the values that the contract lists for the place, if it does.
  static func others(than value: JSON, listed: [JSON]) -> [(title: String, value: JSON)] {
    if !listed.isEmpty { return listed.filter { $0 != value }.map { ($0.text, $0) } }
    switch value.kind {
    case .bool: return [("the other boolean", JSON(value.bool == false))]
    case .number: return numbers(value)
    case .string: return texts(value.string ?? "")
    case .array:
      guard let first = value.elements.first(where: { _ in true }) else { return [] }
      return [
        ("no elements", .emptyArray),
        ("\(elements) elements", .array([JSON](repeating: first, count: elements))),
      ]
    case .object: return value.count == 0 ? [] : [("no members", .emptyObject)]
    default: return []
    }
  }

  private static func numbers(_ value: JSON) -> [(title: String, value: JSON)] {
    var all: [(String, JSON)] = [0, 1, -1, 2_147_483_648, -2_147_483_649, largest, -largest].map { ("\($0)", JSON($0)) }
    if let number = value.int {
      all.append(("another number", JSON(number &+ 1)))
      if let same = JSONNumber(literal: "\(number).0") { all.append(("\(same)", JSON(same))) }
    }
    if let small = JSONNumber(literal: "1e-3") { all.append(("1e-3", JSON(small))) }
    return all.filter { $0.1.text != value.text }
  }

  private static func texts(_ text: String) -> [(title: String, value: JSON)] {
    var all = [
      ("an empty text", ""), ("another text", text + "x"), ("a long text", String(repeating: "long ", count: 2000)),
      ("Unicode extremes", "\u{1F469}\u{200D}\u{1F692} e\u{301} \u{202E}\u{5D0}\u{200F} \u{FEFF}\u{10FFFF}"),
      ("control characters", "\u{0}\u{1}\t\r\n\u{7F}\u{85}\u{2028}"),
    ]
    if text.utf8.count >= 10, text.utf8.prefix(4).allSatisfy({ (0x30...0x39).contains($0) }) {
      all += [
        ("a leap day", "2024-02-29"), ("the first year", "0001-01-01"), ("the last year", "9999-12-31"),
        ("a time with an offset", "2026-11-20T23:30:00+14:00"),
        ("a time with a fraction", "2026-11-20T08:30:00.123456789Z"),
        ("a leap second", "2016-12-31T23:59:60Z"), ("the last second", "9999-12-31T23:59:59Z"),
        ("the first second", "0001-01-01T00:00:00Z"), ("a time west of Greenwich", "2026-11-20T08:30:00-12:00"),
      ]
    }
    if text.contains("@") { all.append(("another address", "a+b.c_d@sub.example-host.org")) }
    if text.contains("://") { all.append(("another URL", "https://user@[::1]:8443/a%20b?c=d&e=%F0%9F%98%80#f")) }
    return all.filter { $0.1 != text }.map { ($0.0, JSON($0.1)) }
  }
}
