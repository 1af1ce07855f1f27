import PlumblineJSONTree

/// The text of reports that are JSON.
enum ReportText {
  /// Returns JSON as a report's text: indented, ending in a line break, with everything that a terminal or a reader could
  /// mistake as a `\u` escape.
  ///
  /// Such characters stand in strings only, so that the value stays the same.
  static func json(_ write: (inout JSONBuilder) -> Void) -> String {
    var builder = JSONBuilder()
    write(&builder)
    let bytes = JSONIndentation.indented(builder.text())
    let isPlain = bytes.allSatisfy { $0 < 0x7F }
    let json = String(decoding: bytes, as: UTF8.self)
    if isPlain { return json + "\n" }
    var text = ""
    text.reserveCapacity(json.utf8.count + 16)
    for scalar in json.unicodeScalars {
      guard scalar.value >= 0x7F, scalar.isDeceptive else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let digits = String(unit, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text + "\n"
  }
}
