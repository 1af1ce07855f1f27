import PlumblineJSONTree

/// A reader for the time formats of members, based on their schemas.
struct TimeReader {
  let outline: SchemaOutline

  /// Returns the hint in the schema of a member, or `nil` if there is no schema.
  func hint(at pointer: JSONPointer, of schema: JSON, in file: String) -> TimeHint? {
    outline.schema(at: pointer, of: schema, in: file).map { hint(of: $0.schema, in: $0.file) }
  }

  private func hint(of schema: JSON, in file: String) -> TimeHint {
    let value = { (keyword: String) in outline.value(of: keyword, in: schema, file) }
    let types = value("type").map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) } ?? []
    let isNumber = types.contains("integer") || types.contains("number")
    switch value("x-time")?.string {
    case "seconds": return TimeHint(isNumber || types.isEmpty ? .seconds : .secondsText, isSure: true)
    case "milliseconds": return TimeHint(isNumber || types.isEmpty ? .milliseconds : .millisecondsText, isSure: true)
    default: break
    }
    switch value("format")?.string {
    case "date-time": return TimeHint(.moment, isSure: true)
    case "date": return TimeHint(.day, isSure: true)
    default: break
    }
    let shown = [value("examples")?.elements.first, value("default"), value("minimum")].compactMap { $0 }
    let form = shown.lazy.filter { !$0.isNull && $0 != 0 }.compactMap { TimeForm(of: $0) }.first
    if isNumber { return TimeHint(form ?? .seconds, isSure: false) }
    return TimeHint(form ?? .moment, isSure: false)
  }
}
