import PlumblineJSONTree

/// The range of an integer format. In OpenAPI, `int32` and `int64` are signed integers with that number of bits (3.1.1
/// section 4.4.2). In JSON Schema they are only annotations, so the range is written as bounds.
struct IntegerRange {
  let least: JSON
  let greatest: JSON

  /// Creates the range of a format, or returns `nil` if the format has no range.
  ///
  /// - Parameter format: The format, or `nil` if there is none.
  init?(format: String?) {
    switch format {
    case "int32": (least, greatest) = (JSON(Int(Int32.min)), JSON(Int(Int32.max)))
    case "int64": (least, greatest) = (JSON(Int.min), JSON(Int.max))
    default: return nil
    }
  }

  /// Writes the bounds that a schema itself lacks. They affect only numbers, because some documents, such as Google's,
  /// use `int64` for strings.
  func write(beside schema: JSON, into json: inout JSONBuilder) {
    // In OpenAPI 3.0, an exclusive bound is a Boolean value, not a bound.
    func says(_ keyword: String) -> Bool { schema[keyword].map { $0.kind != .bool } ?? false }
    if !says("minimum"), !says("exclusiveMinimum") { json.member("minimum", least) }
    if !says("maximum"), !says("exclusiveMaximum") { json.member("maximum", greatest) }
  }
}
