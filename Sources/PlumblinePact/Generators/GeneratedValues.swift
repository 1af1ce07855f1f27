import PlumblineJSONSchema
import PlumblineJSONTree

/// Produces the values of generators. A generator whose type or options are unsupported produces no value, so the
/// pact's example is sent.
package struct GeneratedValues: Sendable {
  /// The values that the provider's state handler returned, and credentials, by their names.
  private let known: [String: JSON]
  /// The time of the run, in milliseconds since 1970.
  private let now: Int
  /// The mock's own URL, or `nil` when requests go to a provider.
  private let mock: String?

  package init(_ known: [String: JSON], now: Int, mock: String? = nil) {
    self.known = known
    self.now = now
    self.mock = mock
  }

  /// Returns a new value, or `nil` if the generator produces none.
  func value(of generator: PactGenerator, using random: inout some RandomNumberGenerator) -> JSON? {
    let options = generator.options
    switch generator.type {
    case "Uuid": return JSON(Self.uuid(options["format"]?.string, &random))
    case "RandomInt":
      let (least, most) = (options["min"]?.int ?? 0, options["max"]?.int ?? 2_147_483_647)
      guard least <= most else { return nil }
      return JSON(Int.random(in: least...most, using: &random))
    case "RandomDecimal": return Self.decimal(options["digits"]?.int ?? 6, &random)
    case "RandomHexadecimal":
      return JSON(Self.text(of: options["digits"]?.int ?? 10, from: "0123456789ABCDEF", &random))
    case "RandomString": return JSON(Self.text(of: options["size"]?.int ?? 20, from: Self.letters, &random))
    case "RandomBoolean": return JSON(Bool.random(using: &random))
    case "Regex":
      guard let regex = options["regex"]?.string, let pattern = try? Pattern("^(?:\(regex))$"),
        let text = pattern.sample(variation: Int.random(in: 0..<1000, using: &random))
      else { return nil }
      return JSON(text)
    case "Date": return moment(options, .date)
    case "Time": return moment(options, .time)
    case "DateTime": return moment(options, .timestamp)
    case "ProviderState":
      guard let expression = options["expression"]?.string, let value = state(expression) else { return nil }
      return Self.typed(value, options["dataType"]?.string)
    case "MockServerURL": return mock.flatMap { MockServerURL(options)?.url(at: $0) }.map { JSON($0) }
    default: return nil
    }
  }

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  /// The maximum length of a generated string.
  private static let longest = 10_000

  private static func text(of count: Int, from letters: String, _ random: inout some RandomNumberGenerator) -> String {
    let letters = Array(letters)
    var text = ""
    for _ in 0..<max(0, min(count, longest)) { text.append(letters[Int.random(in: letters.indices, using: &random)]) }
    return text
  }

  private static func uuid(_ format: String?, _ random: inout some RandomNumberGenerator) -> String {
    var digits = Array(text(of: 32, from: "0123456789abcdef", &random))
    // The version is 4, and the variant is that of RFC 9562.
    digits[12] = "4"
    digits[16] = "a"
    if format == "simple" { return String(digits) }
    for place in [20, 16, 12, 8] { digits.insert("-", at: place) }
    let text = String(digits)
    return format == "upper-case-hyphenated" ? text.uppercased() : format == "URN" ? "urn:uuid:\(text)" : text
  }

  private static func decimal(_ digits: Int, _ random: inout some RandomNumberGenerator) -> JSON? {
    let inner = text(of: max(0, digits - 2), from: "0123456789", &random)
    let ends = text(of: 2, from: "123456789", &random)
    return try? JSON.parse("\(ends.prefix(1)).\(inner)\(ends.suffix(1))")
  }

  private func moment(_ options: JSON, _ moment: PactMatcher.Moment) -> JSON? {
    // Expressions such as `tomorrow` aren't supported.
    guard options["expression"] == Optional<JSON>.none,
      let text = MomentForm.text(of: options["format"]?.string ?? MomentForm.usual(moment), at: now)
    else { return nil }
    return JSON(text)
  }

  /// Returns the value of `${name}`, the string with its values filled in for `Bearer ${name}`, or the value of a name,
  /// or `nil` if a name isn't known.
  private func state(_ expression: String) -> JSON? {
    guard expression.contains("${") else { return known[expression] }
    var text = ""
    var rest = expression[...]
    while let start = rest.firstRange(of: "${") {
      text += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: "}"), let value = known[String(rest[..<end])] else { return nil }
      rest = rest[rest.index(after: end)...]
      if text.isEmpty, rest.isEmpty { return value }
      text += value.string ?? value.text
    }
    return JSON(text + rest)
  }

  private static func typed(_ value: JSON, _ type: String?) -> JSON? {
    switch type?.uppercased() {
    case "STRING": return JSON(value.string ?? value.text)
    case "INTEGER", "FLOAT", "DECIMAL", "BOOLEAN":
      guard let text = value.string else { return value }
      return (try? JSON.parse(text)) ?? value
    default: return value
    }
  }
}
