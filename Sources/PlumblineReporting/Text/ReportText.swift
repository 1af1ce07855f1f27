import PlumblineJSONTree

/// A namespace for the text of reports in JSON formats.
enum ReportText {
  /// Returns JSON as the text of a report. It is indented and ends with a line break. Characters that a terminal or a
  /// reader could misinterpret are written as `\u` escapes.
  ///
  /// Such characters occur only in strings, so the value stays the same.
  static func json(_ write: (inout JSONBuilder) -> Void) -> String {
    var builder = JSONBuilder()
    write(&builder)
    return String(decoding: JSONIndentation.indented(builder.text()), as: UTF8.self).printableJSON + "\n"
  }
}
