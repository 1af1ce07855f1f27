import PlumblineContractModel

/// What the texts of faults and delays share.
enum RuleText {
  /// Takes a text apart at its `@`; without one it is about all endpoints.
  static func split(_ text: String, example: String) throws(RuleError) -> (front: String, pattern: Wildcard) {
    guard let at = text.lastIndex(of: "@") else { return (text, .all) }
    let pattern = String(text[text.index(after: at)...])
    guard !pattern.isEmpty else {
      throw RuleError("\"\(text)\" names no endpoint after its @: write an id or a pattern, such as \(example).")
    }
    return (String(text[..<at]), Wildcard(pattern))
  }

  /// Reads a part of the requests: `0.2` or `20%`.
  static func share(_ text: String) throws(RuleError) -> Double {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), number >= 0, number <= (isPercent ? 100 : 1)
    else {
      throw RuleError(
        "\"\(text)\" is no share of the requests: write a number from 0 to 1, or a percentage such as 20%.")
    }
    return isPercent ? number / 100 : number
  }
}
