import PlumblineASCII
import PlumblineJSONTree

/// One kind of event in a stream. The events of a kind have either the same name or the same marker as their data, such
/// as the `[DONE]` that ends a stream.
struct EventDraft {
  /// An event that was received.
  struct Seen {
    let event: JSON
    /// A Boolean value that indicates whether the event was the last one of its stream.
    let isLast: Bool

    /// The event's name. An event without a name is a message (WHATWG HTML section 9.2.6).
    var name: String { event["event"]?.string ?? "message" }
    var isNamed: Bool { event["event"] != nil }
    var data: String? { event["data"]?.string }

    /// The data, if it is a JSON object or array.
    var value: JSON? {
      guard let data, let value = try? JSON.parse(data), value.kind == .object || value.kind == .array else {
        return nil
      }
      return value
    }
  }

  private enum Data {
    case text
    case json(ShapeTable.Link)
    /// A fixed string.
    case mark(String)
  }

  /// The maximum length of a marker.
  private static let longestMark = 32

  /// The name of all events of this kind, or `nil` if names don't distinguish kinds.
  private let name: String?
  private let count: Int
  /// The number of events with each field.
  private let fields: [String: Int]
  private let data: Data
  /// The marker that the data of this kind must not equal, because it belongs to a different kind.
  private let excluded: String?

  private init(_ seen: [Seen], name: String?, data: Data, excluded: String? = nil) {
    self.name = name
    count = seen.count
    var fields: [String: Int] = [:]
    for field in seen.flatMap({ $0.event.members.keys }) { fields[field, default: 0] += 1 }
    self.fields = fields
    self.data = data
    self.excluded = excluded
  }

  /// Returns the kinds of events with the same name. There is one kind, plus a second one for the marker that ends
  /// streams of JSON.
  static func drafts(of seen: [Seen], name: String?, _ table: inout ShapeTable) -> [EventDraft] {
    guard !seen.isEmpty else { return [] }
    let values = seen.compactMap(\.value)
    let others = seen.filter { $0.data != nil && $0.value == nil }
    if values.isEmpty { return [EventDraft(seen, name: name, data: .text)] }
    if others.isEmpty { return [EventDraft(seen, name: name, data: .json(ResponseDraft.link(values, &table)))] }
    guard let mark = mark(others) else { return [EventDraft(seen, name: name, data: .text)] }
    let rest = seen.filter { $0.data != mark }
    return [
      EventDraft(rest, name: name, data: .json(ResponseDraft.link(values, &table)), excluded: mark),
      EventDraft(others, name: name, data: .mark(mark)),
    ]
  }

  /// Returns the data that some events share, if it ends streams and is a word of the protocol. A word of the protocol
  /// occurs more than once or is in capitals.
  private static func mark(_ events: [Seen]) -> String? {
    guard let text = events.first?.data, !text.isEmpty, text.utf8.count <= longestMark,
      events.allSatisfy({ $0.isLast && $0.data == text }), !PathWord.isIdentifier(text)
    else { return nil }
    let isLoud = text.utf8.allSatisfy { $0.isCapital || Array("[]<>_-".utf8).contains($0) }
    return events.count > 1 || isLoud ? text : nil
  }

  /// The link to the values of the data.
  var link: ShapeTable.Link? { if case .json(let link) = data { link } else { nil } }

  /// Returns the schema of an event of this kind.
  func json(_ writer: ShapeWriter, thing: String) -> JSON {
    let required = ["event", "data"].filter { fields[$0] == count }
    return JSON.build { json in
      json.object { json in
        json.member("x-seen", count)
        json.member("type", "object")
        if !required.isEmpty { json.member("required", .array(required.map { JSON($0) })) }
        json.member("properties") { json in
          json.object { json in properties(writer, thing, into: &json) }
        }
      }
    }
  }

  private func properties(_ writer: ShapeWriter, _ thing: String, into json: inout JSONBuilder) {
    if let name {
      json.member("event", .object([("const", JSON(name))]))
    } else if fields["event"] != nil {
      json.member("event", .object([("type", "string")]))
    }
    if fields["id"] != nil { json.member("id", .object([("type", "string")])) }
    if fields["retry"] != nil { json.member("retry", .object([("type", "integer")])) }
    guard fields["data"] != nil else { return }
    json.member("data") { json in
      json.object { json in
        switch data {
        case .text: json.member("type", "string")
        case .mark(let text): json.member("const", JSON(text))
        case .json(let link):
          json.member("type", "string")
          // A string must match only one of the two kinds, so exclude the other kind's marker.
          if let excluded { json.member("not", .object([("const", JSON(excluded))])) }
          json.member("contentMediaType", "application/json")
          json.member("contentSchema", writer.schema(link, name: thing))
        }
      }
    }
  }
}
