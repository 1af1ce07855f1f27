import PlumblineJSONTree

/// The text of reports that are JSON.
enum ReportText {
  /// Returns JSON as a report's text, which is indented and ends with a line break, with everything that a terminal or
  /// a reader could mistake as a `\u` escape.
  ///
  /// Such characters occur only in strings, so the value stays the same.
  static func json(_ write: (inout JSONBuilder) -> Void) -> String {
    var builder = JSONBuilder()
    write(&builder)
    return String(decoding: JSONIndentation.indented(builder.text()), as: UTF8.self).printableJSON + "\n"
  }
}
