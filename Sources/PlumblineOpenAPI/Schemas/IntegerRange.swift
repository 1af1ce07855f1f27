import PlumblineJSONTree

/// The range of a format for integers. In OpenAPI, `int32` and `int64` are signed and that many bits wide (3.1.1
/// section 4.4.2). To JSON Schema they are only annotations, so the range is written as bounds.
struct IntegerRange {
  let least: JSON
  let greatest: JSON

  /// - Parameter format: The format, or `nil` if there is none. Other formats have no range.
  init?(format: String?) {
    switch format {
    case "int32": (least, greatest) = (JSON(Int(Int32.min)), JSON(Int(Int32.max)))
    case "int64": (least, greatest) = (JSON(Int.min), JSON(Int.max))
    default: return nil
    }
  }

  /// Writes the bounds that a schema itself lacks. They don't affect values other than numbers. For example, Google's
  /// documents use `int64` for strings.
  func write(beside schema: JSON, into json: inout JSONBuilder) {
    // In OpenAPI 3.0 an exclusive bound is a Boolean value, not a bound.
    func says(_ keyword: String) -> Bool { schema[keyword].map { $0.kind != .bool } ?? false }
    if !says("minimum"), !says("exclusiveMinimum") { json.member("minimum", least) }
    if !says("maximum"), !says("exclusiveMaximum") { json.member("maximum", greatest) }
  }
}
