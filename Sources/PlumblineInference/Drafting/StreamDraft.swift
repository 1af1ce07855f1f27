import PlumblineContractModel
import PlumblineJSONTree

/// The parts of a response's streams: either the events of `text/event-stream`, distinguished by name, or lines of
/// JSON.
///
///     event: tick            "itemSchema": { "oneOf": [
///     data: {"n": 1}           { "properties": { "event": { "const": "tick" }, "data": { "type": "string",
///                                "contentMediaType": "application/json", "contentSchema": { … } } }, … },
///     data: [DONE]             { "properties": { "event": { "const": "message" }, "data": { "type": "string" } }, … } ] }
struct StreamDraft {
  private enum Parts {
    case lines(ShapeTable.Link)
    case events([EventDraft])
  }

  /// The maximum number of event names that distinguish kinds. If there are more, the names are values.
  private static let mostNames = 20

  private let parts: Parts

  /// Creates a draft, or returns `nil` if bodies of the media type aren't streams or one of them can't be read as a
  /// stream.
  ///
  /// - Parameter mediaType: A media type without parameters.
  init?(_ bodies: [[UInt8]], mediaType: String, in table: inout ShapeTable) {
    guard !bodies.isEmpty else { return nil }
    var streams: [[JSON]] = []
    for body in bodies {
      guard let parts = Self.parts(of: body, mediaType) else { return nil }
      streams.append(parts)
    }
    if mediaType == MediaType.eventStream {
      parts = .events(Self.events(streams, &table))
    } else {
      parts = .lines(ResponseDraft.link(streams.flatMap { $0 }, &table))
    }
  }

  private static func parts(of body: [UInt8], _ mediaType: String) -> [JSON]? {
    if mediaType == MediaType.eventStream {
      guard let events = try? EventStream.read(body) else { return nil }
      return Array(events.elements)
    }
    guard MediaType.isJSONLines(mediaType) else { return nil }
    // An invalid line doesn't affect the others.
    let lines = JSONLines.reading(body, file: "")
    return lines.places.isEmpty && !lines.faults.isEmpty ? nil : Array(lines.values.elements)
  }

  /// Returns the kinds of events in order of appearance: one for each name, or a single kind if there are too many
  /// names.
  private static func events(_ streams: [[JSON]], _ table: inout ShapeTable) -> [EventDraft] {
    var seen: [EventDraft.Seen] = []
    for stream in streams {
      for (index, event) in stream.enumerated() {
        seen.append(EventDraft.Seen(event: event, isLast: index == stream.count - 1))
      }
    }
    var names: [String] = []
    var known: Set<String> = []
    for event in seen where known.insert(event.name).inserted { names.append(event.name) }
    guard names.count <= mostNames, !names.contains(where: PathWord.isIdentifier) else {
      return EventDraft.drafts(of: seen, name: nil, &table)
    }
    if !seen.contains(where: \.isNamed) { return EventDraft.drafts(of: seen, name: nil, &table) }
    var drafts: [EventDraft] = []
    for name in names { drafts += EventDraft.drafts(of: seen.filter { $0.name == name }, name: name, &table) }
    return drafts
  }

  /// The links to the values of the parts.
  var links: [ShapeTable.Link] {
    switch parts {
    case .lines(let link): [link]
    case .events(let drafts): drafts.compactMap(\.link)
    }
  }

  /// Returns the schema of one event or line, as used in `itemSchema`.
  func json(_ writer: ShapeWriter, thing: String) -> JSON {
    switch parts {
    case .lines(let link): return writer.schema(link, name: thing)
    case .events(let drafts):
      if drafts.isEmpty { return .object([("type", "object")]) }
      if drafts.count == 1 { return drafts[0].json(writer, thing: thing) }
      return .object([("oneOf", .array(drafts.map { $0.json(writer, thing: thing) }))])
    }
  }
}
