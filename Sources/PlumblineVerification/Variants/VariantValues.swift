import PlumblineASCII
import PlumblineJSONTree

/// Alternative values of the same type, at the ends of its range, whether or not the contract allows them.
enum VariantValues {
  /// An alternative value, with its title and plausibility.
  typealias Other = (title: String, value: JSON, plausibility: Variant.Plausibility)

  /// The largest integer that every JSON parser represents exactly (RFC 8259 section 6).
  private static let largest = 9_007_199_254_740_991
  private static let elements = 100

  /// - Parameter listed: The values that the contract lists for the field, if any.
  static func others(than value: JSON, listed: [JSON]) -> [Other] {
    if !listed.isEmpty { return listed.filter { $0 != value }.map { ($0.text, $0, Variant.Plausibility.newValue) } }
    switch value.kind {
    case .bool: return [("the other boolean", JSON(value.bool == false), .newValue)]
    case .number: return numbers(value)
    case .string: return texts(value.string ?? "")
    case .array:
      guard let first = value.elements.first(where: { _ in true }) else { return [] }
      return [
        ("no elements", .emptyArray, .emptyList),
        ("\(elements) elements", .array([JSON](repeating: first, count: elements)), .other),
      ]
    case .object: return value.count == 0 ? [] : [("no members", .emptyObject, .other)]
    default: return []
    }
  }

  private static func numbers(_ value: JSON) -> [Other] {
    let whole: [Int] = [0, 1, -1, 2_147_483_648, -2_147_483_649, largest, -largest]
    var all: [Other] = []
    for number in whole { all.append(("\(number)", JSON(number), number > 1 ? .largerNumber : .other)) }
    if let number = value.int {
      all.append(("another number", JSON(number &+ 1), .newValue))
      if let same = JSONNumber(literal: "\(number).0") { all.append(("\(same)", JSON(same), .other)) }
    }
    if let small = JSONNumber(literal: "1e-3") { all.append(("1e-3", JSON(small), .other)) }
    return all.filter { $0.value.text != value.text }
  }

  private static func texts(_ text: String) -> [Other] {
    let isDate = text.utf8.count >= 10 && text.utf8.prefix(4).allSatisfy { $0.isDigit }
    var all: [(title: String, text: String, plausibility: Variant.Plausibility)] = [
      // If the text is a date, this doesn't produce another date.
      (TriedText.another.rawValue, text + "x", isDate ? .other : .newValue), (TriedText.empty.rawValue, "", .other),
      ("a long text", String(repeating: "long ", count: 2000), .other),
      ("Unicode extremes", "\u{1F469}\u{200D}\u{1F692} e\u{301} \u{202E}\u{5D0}\u{200F} \u{FEFF}\u{10FFFF}", .other),
      ("control characters", "\u{0}\u{1}\t\r\n\u{7F}\u{85}\u{2028}", .other),
    ]
    if isDate { all += dates }
    if text.contains("@") { all.append(("another address", "a+b.c_d@sub.example-host.org", .newValue)) }
    if text.contains("://") {
      all.append(("another URL", "https://user@[::1]:8443/a%20b?c=d&e=%F0%9F%98%80#f", .newValue))
    }
    return all.filter { $0.text != text }.map { ($0.title, JSON($0.text), $0.plausibility) }
  }

  private static let dates: [(title: String, text: String, plausibility: Variant.Plausibility)] = [
    (TriedText.fraction.rawValue, "2026-11-20T08:30:00.123456789Z", .dateSpelling),
    (TriedText.offset.rawValue, "2026-11-20T23:30:00+14:00", .dateSpelling),
    (TriedText.offsetWest.rawValue, "2026-11-20T08:30:00-12:00", .dateSpelling),
    (TriedText.leapDay.rawValue, "2024-02-29", .rareDate), (TriedText.firstYear.rawValue, "0001-01-01", .rareDate),
    (TriedText.lastYear.rawValue, "9999-12-31", .rareDate),
    (TriedText.leapSecond.rawValue, "2016-12-31T23:59:60Z", .rareDate),
    (TriedText.lastSecond.rawValue, "9999-12-31T23:59:59Z", .rareDate),
    (TriedText.firstSecond.rawValue, "0001-01-01T00:00:00Z", .rareDate),
  ]
}

/// The strings to try in a field. Whether a client accepts them shows which other strings the field accepts. The raw
/// values are the titles of their variants.
enum TriedText: String {
  case another = "another text"
  case empty = "an empty text"
  case fraction = "a time with a fraction"
  case offset = "a time with an offset"
  case offsetWest = "a time west of Greenwich"
  case leapDay = "a leap day"
  case firstYear = "the first year"
  case lastYear = "the last year"
  case leapSecond = "a leap second"
  case lastSecond = "the last second"
  case firstSecond = "the first second"

  /// A phrase for the feature of a date that the string tests, or `nil` for other strings.
  var dateFeature: String? {
    switch self {
    case .another, .empty: nil
    case .fraction: "a fraction of a second"
    case .offset, .offsetWest: "an offset from UTC"
    case .leapDay: "29 February"
    case .leapSecond: "a leap second"
    case .firstYear, .lastYear, .lastSecond, .firstSecond: "a far year"
    }
  }
}
