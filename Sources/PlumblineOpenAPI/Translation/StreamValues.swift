import PlumblineContractModel
import PlumblineJSONTree

/// A reader for the values in examples of streams: lists of events or of lines.
enum StreamValues {
  private static let fields: Set<String> = ["event", "data", "id", "retry"]

  /// Returns the list in an example's value. A value that isn't a list becomes a list of one part.
  ///
  /// - Parameter areEvents: A Boolean value that indicates whether the parts are events rather than lines.
  static func parts(of value: JSON, areEvents: Bool) -> JSON {
    let parts = value.kind == .array ? Array(value.elements) : [value]
    return .array(areEvents ? parts.map(event) : parts)
  }

  /// Returns the list in an example, which may be a value or the text of the stream, or `nil` for a string that isn't a
  /// valid stream.
  static func read(_ value: JSON, areEvents: Bool) -> JSON? {
    guard let text = value.string else { return parts(of: value, areEvents: areEvents) }
    let bytes = Array(text.utf8)
    guard let list = areEvents ? try? EventStream.read(bytes) : lines(bytes), list.count > 0 else {
      return Optional<JSON>.none
    }
    return list
  }

  private static func lines(_ bytes: [UInt8]) -> JSON? {
    let reading = JSONLines.reading(bytes, file: "")
    return reading.faults.isEmpty ? reading.values : Optional<JSON>.none
  }

  /// Returns a value if it is an event, or an event with the value as its data.
  private static func event(_ value: JSON) -> JSON {
    let names = value.kind == .object ? value.members.map(\.key) : []
    let isEvent = names.contains { $0 != "id" } && names.allSatisfy(fields.contains)
    guard isEvent else { return .object([("data", text(of: value))]) }
    return .object(value.members.map { name, field in (name, name == "data" ? text(of: field) : field) })
  }

  /// Returns data as text. Values other than strings are written as JSON.
  private static func text(of value: JSON) -> JSON {
    JSON(value.string ?? String(decoding: value.serialized(), as: UTF8.self))
  }
}
