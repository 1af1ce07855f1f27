import JSONTree

/// Strings that may satisfy formats, patterns and lengths.
struct ExampleStrings {
  private static let lengthLimit = 100_000

  private let schema: CompiledSchema
  private let rules: [Rule]

  init(_ schema: CompiledSchema, _ rules: [Rule]) {
    self.schema = schema
    self.rules = rules
  }

  func candidates(_ variation: Int) -> [JSON] {
    var texts: [String] = []
    for rule in rules where rule.kind == .format {
      texts.append(Self.sample(schema.tables.formats[rule.index], variation))
    }
    let minimum = rules.filter { $0.kind == .minLength }.map(\.index).max() ?? 0
    let maximum = rules.filter { $0.kind == .maxLength }.map(\.index).min() ?? .max
    for rule in rules where rule.kind == .pattern {
      guard let pattern = schema.tables.patterns[rule.index] else { continue }
      for rounds in [1, 0, 2, 3, 5, 8, 13, 21, 34, min(minimum, 1_000)] {
        var writer = PatternSample(rounds: rounds, variation: variation)
        if let text = writer.text(of: pattern.tree) {
          texts.append(text)
          texts.append(Self.fit(text, minimum, maximum))
        }
      }
    }
    if minimum <= Self.lengthLimit {
      texts.append(Self.fit(variation == 0 ? "text" : "text \(variation)", minimum, maximum))
    }
    return texts.map { JSON($0) }
  }

  private static func fit(_ text: String, _ minimum: Int, _ maximum: Int) -> String {
    var scalars = Array(text.unicodeScalars)
    while scalars.count < min(minimum, lengthLimit) { scalars.append("x") }
    if scalars.count > maximum { scalars.removeLast(scalars.count - maximum) }
    var fitted = ""
    fitted.unicodeScalars.append(contentsOf: scalars)
    return fitted
  }

  private static func sample(_ format: Format, _ variation: Int) -> String {
    let digits = String(variation % 9 + 1)
    switch format {
    case .dateTime: return "2026-01-0\(digits)T09:30:00Z"
    case .date: return "2026-01-0\(digits)"
    case .time: return "09:30:0\(digits)Z"
    case .duration: return "P\(digits)D"
    case .email: return variation == 0 ? "user@example.com" : "user\(variation)@example.com"
    case .uri: return "https://example.com/\(variation)"
    case .uriReference: return "/items/\(variation)"
    case .uuid:
      let tail = String(variation & 0xFFFF_FFFF, radix: 16)
      return "3f2504e0-4f89-41d3-9a0c-" + String(repeating: "0", count: 12 - tail.count) + tail
    case .ipv4: return "192.0.2.\(variation % 254 + 1)"
    case .ipv6: return "2001:db8::\(String(variation % 0xFFFF + 1, radix: 16))"
    case .hostname: return variation == 0 ? "example.com" : "host\(variation).example.com"
    case .jsonPointer: return "/items/\(variation)"
    case .regex: return "^[a-z]+$"
    }
  }
}
