/// Compares header fields without a rule: blanks next to commas don't count, and parameters of media types have no order.
enum HeaderComparison {
  /// Returns the difference; `nil` if there is none.
  static func difference(_ expected: PactHeader, _ actual: String) -> String? {
    if joined(expected.text) == joined(actual) { return nil }
    let name = expected.name.lowercased()
    if name == "content-type" || name == "accept" {
      let (wanted, own) = (parts(expected.text), parts(actual))
      if wanted.count == own.count, zip(wanted, own).allSatisfy(isSame) { return nil }
    }
    return "isn't \"\(expected.text)\""
  }

  /// The values of a field that a rule is for: its parts if several are expected, each line if there are several, else the field
  /// as a whole.
  static func values(_ lines: [String], expected: PactHeader) -> [String] {
    if expected.values.count > 1 { return lines.flatMap(parts) }
    return expected.text.contains(",") ? [lines.joined(separator: ", ")] : lines
  }

  /// The parts of a value between its commas, without the blanks around them.
  static func parts(_ value: String) -> [String] {
    value.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
  }

  private static func joined(_ value: String) -> String { parts(value).joined(separator: ",") }

  /// Returns a Boolean value that indicates whether a media type is one, with all parameters that are expected.
  private static func isSame(_ expected: String, _ actual: String) -> Bool {
    let (wanted, own) = (fields(expected), fields(actual))
    return wanted.type == own.type
      && wanted.parameters.allSatisfy { name, value in
        guard let other = own.parameters.first(where: { $0.name == name })?.value else { return false }
        return name == "charset" ? other.lowercased() == value.lowercased() : other == value
      }
  }

  private static func fields(_ value: String) -> (type: String, parameters: [(name: String, value: String)]) {
    let pieces = value.split(separator: ";", omittingEmptySubsequences: false)
    let parameters = pieces.dropFirst().map { piece -> (name: String, value: String) in
      guard let equals = piece.firstIndex(of: "=") else { return (trimmed(piece).lowercased(), "") }
      return (trimmed(piece[..<equals]).lowercased(), trimmed(piece[piece.index(after: equals)...]))
    }
    return (pieces.first.map(trimmed) ?? "", parameters)
  }

  private static func trimmed(_ text: Substring) -> String {
    let front = text.drop(while: \.isWhitespace)
    return String(front.reversed().drop(while: \.isWhitespace).reversed())
  }
}
