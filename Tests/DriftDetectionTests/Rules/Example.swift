import PlumblineJSONTree

/// Reads the examples of rules.
enum Example {
  /// Returns the lines of an example.
  static func lines(_ example: String) -> [String] { example.split(separator: "\n").map(String.init) }

  /// Returns the text after a word at the beginning of one of the lines.
  static func text(_ word: String, of example: String) -> String? {
    lines(example).first { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count).drop { $0 == " " }) }
  }

  /// Returns that text as JSON, which may also be a member without its object, or `nil` if the text is prose.
  static func fragment(_ word: String, of example: String) -> JSON? { text(word, of: example).flatMap(json) }

  static func json(_ text: String) -> JSON? {
    let whole = text.replacing(", … }", with: ", \"data\": { \"id\": 7 } }")
    return try? JSON.parse(Array((whole.hasPrefix("\"") ? "{ \(whole) }" : whole).utf8))
  }
}
