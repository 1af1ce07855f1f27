import PlumblineContractModel
import PlumblineJSONTree

/// Streams: the events of `text/event-stream`, and lines of JSON.
extension ContentWriter {
  /// The schema of a stream in a document.
  enum StreamSchema {
    /// The schema of each event or line.
    case item(JSON)
    /// The schema of each event's JSON data, as in documents before OpenAPI 3.2, which have no keyword for events.
    case data(JSON)
    /// The schema of each event or line, and a separate one for the list of all of them.
    case list(JSON, JSON)
  }

  /// The fields of an event (WHATWG HTML, section 9.2.6).
  private static let fields: Set<String> = ["event", "data", "id", "retry"]
  /// A pattern for data that isn't an object: a marker that ends a stream, such as `[DONE]`, or keeps it open.
  private static let mark = #"^\[?[A-Za-z _-]*\]?$"#

  /// Returns the part of a media type that describes a stream, or `nil` if there is no such part or the media type
  /// isn't that of a stream.
  ///
  /// - Parameter type: The media type without parameters.
  func stream(_ media: JSON, _ type: String) -> StreamSchema? {
    guard type == MediaType.eventStream || MediaType.isJSONLines(type) else { return nil }
    let shape = SchemaShape(following: writer.following)
    let container = media["schema"].flatMap(shape.container)
    if let item = media["itemSchema"] {
      guard let schema = media["schema"] else { return .item(item) }
      if container == "array" { return .list(item, schema) }
      writer.log.note(schema, "\"itemSchema\" says what each part of \(type) is, so this schema is ignored.")
      return .item(item)
    }
    guard let schema = media["schema"], shape.isContainer(schema) else { return nil }
    if type == MediaType.eventStream { return events(schema) }
    // If the schema doesn't describe a list, it can only describe each line.
    return container == "array" ? nil : .item(schema)
  }

  private func events(_ schema: JSON) -> StreamSchema? {
    guard let part = part(of: schema), SchemaShape(following: writer.following).isContainer(part) else { return nil }
    return isEventOrData(schema) ? nil : .data(part)
  }

  /// Returns the schema of one part if the schema describes a list of parts, or the schema itself otherwise.
  private func part(of schema: JSON) -> JSON? {
    guard SchemaShape(following: writer.following).container(of: schema) == "array" else { return schema }
    return writer.following.object(schema)?["items"]
  }

  /// Returns a Boolean value that indicates whether a stream's schema may describe its events as well as their data,
  /// because both may have a member named `data`.
  func isEventOrData(_ schema: JSON) -> Bool {
    guard let part = part(of: schema) else { return false }
    let names = SchemaShape(following: writer.following).properties(of: part).map(\.name)
    return names.contains("data") && (names.contains("event") || names.allSatisfy(Self.fields.contains))
  }

  /// Returns the streams in an error's examples, as lists of their parts. For a success, there are none, because its
  /// examples are recordings. Strings that aren't valid streams are reported.
  func streamExamples(of media: JSON, _ name: String, _ shown: Shown) -> [JSON] {
    guard shown == .texts || shown == .each else { return [] }
    let areEvents = MediaType.essence(of: name) == MediaType.eventStream
    return values(of: media).compactMap { value -> JSON? in
      let read = StreamValues.read(value, areEvents: areEvents)
      if read == nil { noteExamples([value], of: name, shown) }
      return read
    }
  }

  /// Writes the schema of a stream.
  ///
  /// - Parameter examples: The examples, as lists of parts. They are written in the schema of the list, because item
  ///   schemas can't contain them.
  func write(_ stream: StreamSchema, showing examples: [JSON] = [], into json: inout JSONBuilder) {
    if case .data(let schema) = stream {
      writer.log.remark(
        schema,
        "This schema is read as that of each event's data, which is JSON; marks such as [DONE] fit beside it. Say it by "
          + "\"itemSchema\" (OpenAPI 3.2) to be sure.")
      json.comes(from: schema)
    }
    var whole: JSON?
    if case .list(_, let schema) = stream { whole = schema }
    guard whole != nil || !examples.isEmpty else {
      return json.member("itemSchema") { json in item(of: stream, into: &json) }
    }
    json.member("schema") { json in
      json.object { json in
        json.member("type", "array")
        json.member("items") { json in item(of: stream, into: &json) }
        if let whole { json.member("allOf") { json in json.array { json in schemas.write(whole, into: &json) } } }
        if !examples.isEmpty { json.member("examples", JSON.array(examples)) }
      }
    }
  }

  /// Writes the schema of each event or line.
  private func item(of stream: StreamSchema, into json: inout JSONBuilder) {
    switch stream {
    case .item(let item), .list(let item, _): schemas.write(item, into: &json)
    case .data(let schema): events(of: schema, into: &json)
    }
  }

  /// Writes the schema of events whose data is a marker or JSON with a schema.
  private func events(of schema: JSON, into json: inout JSONBuilder) {
    json.object { json in
      json.member("x-standing", "assumed")
      json.member("type", "object")
      json.member("properties") { json in
        json.object { json in
          json.member("data") { json in
            json.object { json in data(of: schema, into: &json) }
          }
        }
      }
    }
  }

  /// Writes the alternatives of an event's data so that no string matches both.
  private func data(of schema: JSON, into json: inout JSONBuilder) {
    let mark = JSON.object([("pattern", JSON(Self.mark))])
    json.member("anyOf") { json in
      json.array { json in
        json.object { json in
          json.member("type", "string")
          json.member("not", mark)
          json.member("contentMediaType", "application/json")
          json.member("contentSchema") { json in schemas.write(schema, into: &json) }
        }
        json.comes(from: schema)
        json.value(mark.setting("type", to: "string"))
      }
    }
  }
}
