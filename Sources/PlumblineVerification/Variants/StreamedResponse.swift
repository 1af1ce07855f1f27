import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A streamed response of events or lines, as a list of parts whose fields can be varied.
///
/// JSON in an event's data (`contentSchema`) is parsed, and later serialized to a string again:
///
///     event: delta
///     data: {"n":1}        →     [{ "event": "delta", "data": { "n": 1 } }, { "data": "[DONE]" }]
///
///     data: [DONE]
struct StreamedResponse {
  let content: MediaContent

  /// Creates a streamed response, or returns `nil` if the response isn't a stream or the contract doesn't describe its
  ///   parts.
  init?(_ answer: DocumentedResponse?, mediaType: String?) {
    guard case .media(let contents)? = answer?.content, let mediaType,
      let content = contents.first(where: { MediaType.isInRange(mediaType, $0.mediaType) }),
      Self.isStream(content.form(as: mediaType)), content.form() == content.form(as: mediaType)
    else { return nil }
    self.content = content
  }

  private init(content: MediaContent) {
    self.content = content
  }

  /// Returns the streams that a documented response may be.
  static func all(of answer: DocumentedResponse) -> [StreamedResponse] {
    guard case .media(let contents) = answer.content else { return [] }
    return contents.filter { isStream($0.form()) && !$0.mediaType.hasSuffix("/*") }.map(StreamedResponse.init(content:))
  }

  private static func isStream(_ form: BodyForm) -> Bool { form == .events || form == .jsonLines }

  private var hasEvents: Bool { content.form() == .events }

  /// Returns the parts of a body with their JSON parsed, or `nil` if the body isn't such a stream.
  func value(of bytes: [UInt8]) -> JSON? {
    let headers: HeaderFields = ["Content-Type": content.mediaType]
    return (try? content.value(of: bytes, headers, file: "response body")).map(opened)
  }

  /// Returns a list of events with their data parsed as JSON.
  func opened(_ value: JSON) -> JSON {
    guard hasEvents, value.kind == .array, let schema = content.schema else { return value }
    let described = Set(schema.contents(in: value).map { $0.text.pointer })
    let events = value.elements.enumerated().map { index, event -> JSON in
      guard described.contains(JSONPointer(tokens: ["\(index)", "data"])), let text = event["data"]?.string,
        let data = try? JSON.parse(Array(text.utf8)), data.kind != .string
      else { return event }
      return Self.event(event, with: data)
    }
    return .array(events)
  }

  /// Returns the body of a list of parts, or `nil` if they can't be serialized.
  func bytes(of value: JSON) -> [UInt8]? { content.body(of: closed(value))?.bytes }

  /// Returns a list of events with their data as text.
  func closed(_ value: JSON) -> JSON {
    guard hasEvents, value.kind == .array else { return value }
    return .array(
      value.elements.map { event in
        guard let data = event["data"], data.kind != .string else { return event }
        return Self.event(event, with: JSON(data.text))
      })
  }

  private static func event(_ event: JSON, with data: JSON) -> JSON {
    .object(event.members.map { ($0.key, $0.key == "data" ? data : $0.value) })
  }

  /// Returns the end offsets of a body's parts.
  func ends(in bytes: [UInt8]) -> [Int] { StreamParts.ends(in: bytes, mediaType: content.mediaType) ?? [] }

  /// Returns the list with an additional part of an unknown kind, or `nil` if parts have no kinds.
  func addingUnknown(to value: JSON) -> JSON? {
    guard hasEvents, value.kind == .array else { return nil }
    let unknown: JSON = ["event": "plumblineExtra", "data": ["added": "by a later version"]]
    return .array([unknown] + Array(value.elements))
  }

  // MARK: - Fields

  /// Returns every field to vary, with the location of its first value. Parts of the same kind share their fields.
  ///
  /// The fields of an event are those of its data. For parts of any kind other than the first, the field's pointer
  /// includes the kind's name, such as `/*(done)/data/id`.
  func fields(in value: JSON) -> [(field: JSONPointer, place: JSONPointer, value: JSON)] {
    var order: [String] = []
    var kinds: [String: [Int]] = [:]
    for (index, part) in value.elements.enumerated() where !hasEvents || Self.isOpen(part) {
      let kind = Self.kind(of: part)
      if kinds[kind] == nil { order.append(kind) }
      kinds[kind, default: []].append(index)
    }
    let parts = Array(value.elements)
    return order.flatMap { kind -> [(field: JSONPointer, place: JSONPointer, value: JSON)] in
      let indices = kinds[kind] ?? []
      return FieldPlaces.all(in: .array(indices.map { parts[$0] })).compactMap {
        field, place, value -> (field: JSONPointer, place: JSONPointer, value: JSON)? in
        guard !hasEvents || field.tokens.dropFirst().first == "data",
          let index = place.tokens.first.flatMap({ Int($0) })
        else { return nil }
        let name = kind == order.first ? "*" : "*(\(kind))"
        return (
          field: JSONPointer(tokens: [name] + field.tokens.dropFirst()),
          place: JSONPointer(tokens: ["\(indices[index])"] + place.tokens.dropFirst()), value: value
        )
      }
    }
  }

  private static func isOpen(_ event: JSON) -> Bool { event["data"].map { $0.kind != .string } ?? false }

  /// Returns the name of a part's kind, or an empty string if it has none.
  private static func kind(of part: JSON) -> String {
    part["event"]?.string ?? part["data"]?["type"]?.string ?? part["type"]?.string ?? ""
  }

  /// Returns the schema for a field, and the location of the value that the schema describes: a line, or the JSON in an
  /// event's data.
  func schema(of place: JSONPointer, in value: JSON) -> (Schema, JSONPointer)? {
    guard let schema = content.schema else { return nil }
    guard hasEvents else { return (schema, JSONPointer()) }
    let data = JSONPointer(tokens: Array(place.tokens.prefix(2)))
    return schema.contents(in: closed(value)).first { $0.text.pointer == data }.map { ($0.schema, data) }
  }
}
