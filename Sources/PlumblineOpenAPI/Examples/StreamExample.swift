import PlumblineContractModel
import PlumblineJSONTree

/// An example of a stream: its text, or the values of its events or lines, of which a single one needs no list.
enum StreamExample {
  private static let fields: Set<String> = ["event", "data", "id", "retry"]

  /// Returns a Boolean value that indicates whether a content is a stream that can be written.
  static func isStream(_ content: MediaContent) -> Bool { content.form() == .events || content.form() == .jsonLines }

  /// The body of an example; `nil` where values can't be written as this content.
  static func bytes(of value: JSON, _ content: MediaContent) -> [UInt8]? {
    if let text = value.string { return Array(text.utf8) }
    let parts = value.kind == .array ? Array(value.elements) : [value]
    return content.body(of: .array(content.form() == .events ? parts.map(event) : parts))?.bytes
  }

  /// An event, or the event that has a value as its data.
  private static func event(_ value: JSON) -> JSON {
    let names = value.kind == .object ? value.members.map(\.key) : []
    let isEvent = names.contains { $0 != "id" } && names.allSatisfy(fields.contains)
    guard isEvent else { return .object([("data", text(of: value))]) }
    return .object(value.members.map { name, field in (name, name == "data" ? text(of: field) : field) })
  }

  /// The text of data, which values are in JSON.
  private static func text(of value: JSON) -> JSON {
    JSON(value.string ?? String(decoding: value.serialized(), as: UTF8.self))
  }
}
