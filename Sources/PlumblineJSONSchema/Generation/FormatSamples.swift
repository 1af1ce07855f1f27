import PlumblineASCII

/// Plausible sample strings for each format, within length limits if the format allows it.
enum FormatSamples {
  /// Returns candidates, simplest first. The validator selects the valid ones.
  static func texts(_ format: String, _ context: ValueContext, _ minimum: Int, _ maximum: Int) -> [String] {
    let number = context.variation
    let day = two(number % 28 + 1)
    switch format {
    case "date-time":
      let plain = "2026-01-\(day)T09:30:00Z"
      return [plain, fractional("2026-01-\(day)T09:30:00", minimum, "Z"), "2026-01-\(day)T09:30:00+08:00"]
    case "date": return ["2026-01-\(day)"]
    case "time": return ["09:30:\(two(number % 60))Z", fractional("09:30:00", minimum, "Z")]
    case "duration":
      return [
        "P\(number % 9 + 1)D", "PT\(number + 1)H", "P" + String(repeating: "1", count: max(1, minimum - 2)) + "D",
      ]
    case "email", "idn-email":
      let local = local(context)
      return padded(minimum, maximum, "\(local)@example.com", short: ["a@b.co", "a@b"]) { extra in
        "\(local)\(extra)@example.com"
      } + domains(minimum).map { "\(local)@\($0)" }
    case "hostname", "idn-hostname":
      let plain = number == 0 ? "example.com" : "host\(number + 1).example.com"
      return padded(minimum, maximum, plain, short: ["a.co", "a"]) { "a\($0).\(plain)" } + domains(minimum)
    case "uri", "iri", "uri-reference", "iri-reference":
      let plain = "https://example.com/\(path(context))/\(number + 1)"
      let short = format.hasSuffix("reference") ? ["/\(number + 1)", "a", ""] : ["urn:a:\(number)", "a:b", "a:"]
      return padded(minimum, maximum, plain, short: short) { "\(plain)/\($0)" }
    case "uri-template":
      return padded(minimum, maximum, "/items/{id}", short: ["{id}", "a", ""]) { "/items/{id}/\($0)" }
    case "uuid":
      let tail = String(number & 0xFFFF_FFFF, radix: 16)
      return ["3f2504e0-4f89-41d3-9a0c-" + String(repeating: "0", count: 12 - tail.utf8.count) + tail]
    case "ipv4": return ["192.0.2.\(number % 254 + 1)", "192.168.100.100", "1.1.1.1"]
    case "ipv6":
      return ["2001:db8::\(String(number % 0xFFFF + 1, radix: 16))", "2001:0db8:0000:0000:0000:0000:0000:0001", "::"]
    case "json-pointer":
      return padded(minimum, maximum, "/items/\(number)", short: ["/a", ""]) { "/items/\(number)/\($0)" }
    case "relative-json-pointer":
      return padded(minimum, maximum, "\(number % 9)/items", short: ["0"]) { "\(number % 9)/items/\($0)" }
    case "regex": return padded(minimum, maximum, "^[a-z]+$", short: ["a", ""]) { "^[a-z]+\($0)$" }
    default: return []
    }
  }

  /// Returns the simplest string if its length fits, and otherwise shorter strings or a longer one.
  private static func padded(
    _ minimum: Int, _ maximum: Int, _ plain: String, short: [String], _ longer: (String) -> String
  ) -> [String] {
    let length = plain.unicodeScalars.count
    if length > maximum { return short }
    let missing = min(minimum, 10_000) - length
    return missing > 0
      ? [longer(String(repeating: "a", count: missing))]
        + (missing > 1 ? [longer(String(repeating: "a", count: missing - 1))] : []) : [plain] + short
  }

  /// Returns long domains, built from labels of valid length.
  private static func domains(_ minimum: Int) -> [String] {
    guard minimum > 20, minimum < 250 else { return [] }
    let label = String(repeating: "a", count: 50)
    let count = minimum / 51
    return [
      String(repeating: label + ".", count: count) + String(repeating: "b", count: max(1, minimum - count * 51))
        + ".com"
    ]
  }

  private static func fractional(_ start: String, _ minimum: Int, _ end: String) -> String {
    let digits = max(1, min(minimum, 1_000) - start.utf8.count - end.utf8.count - 1)
    return start + "." + String(repeating: "0", count: digits) + end
  }

  private static func local(_ context: ValueContext) -> String {
    let words = MemberTexts.words(context.name).filter { !["email", "mail", "address", "e"].contains($0) }
    let name = words.first.flatMap { $0.utf8.allSatisfy(\.isLetter) ? $0 : nil } ?? "user"
    return context.variation == 0 ? name : "\(name)\(context.variation + 1)"
  }

  private static func path(_ context: ValueContext) -> String {
    let words = MemberTexts.words(context.name).filter { !["url", "uri", "link", "href"].contains($0) }
    return words.first.flatMap { $0.utf8.allSatisfy(\.isLetter) ? $0 : nil } ?? "items"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
