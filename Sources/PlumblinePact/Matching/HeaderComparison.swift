/// A comparison of header fields without a rule. It ignores blanks around commas and the order of media type
/// parameters.
enum HeaderComparison {
  /// Returns the difference, or `nil` if there is none.
  static func difference(_ expected: PactHeader, _ actual: String) -> String? {
    if joined(expected.text) == joined(actual) { return nil }
    let name = expected.name.lowercased()
    if name == "content-type" || name == "accept" {
      let (wanted, own) = (parts(expected.text), parts(actual))
      if wanted.count == own.count, zip(wanted, own).allSatisfy(isSame) { return nil }
    }
    return "isn't \"\(expected.text)\""
  }

  /// Returns the values of a field that a rule applies to. They are its parts if several are expected, each line if
  /// there are several, otherwise the field as a whole.
  static func values(_ lines: [String], expected: PactHeader) -> [String] {
    if expected.values.count > 1 { return lines.flatMap(parts) }
    return expected.text.contains(",") ? [lines.joined(separator: ", ")] : lines
  }

  /// Returns the comma-separated parts of a value, without surrounding blanks.
  static func parts(_ value: String) -> [String] {
    value.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
  }

  private static func joined(_ value: String) -> String { parts(value).joined(separator: ",") }

  /// Returns a Boolean value that indicates whether a media type equals the expected one and has all of its parameters.
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
