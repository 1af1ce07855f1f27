import PlumblineContractModel
import PlumblineJSONTree

/// A writer for bodies by media type.
struct ContentWriter {
  let writer: ContractWriter
  let schemas: SchemaTranslator

  /// The examples to write into schemas.
  enum Shown {
    /// No examples, because those of a success are recordings.
    case none
    /// The examples that aren't JSON. An error's other examples are written by name, outside its schemas.
    case texts
    /// All examples of an error with several JSON media types, each with its media type.
    case each
    case all
  }

  /// Writes `body` if JSON is the only media type, and `content` otherwise.
  func write(_ content: JSON, examples: Shown, into json: inout JSONBuilder) {
    guard content.kind == .object, content.count > 0 else { return }
    var types: [(name: String, value: JSON)] = []
    for (name, value) in content.members {
      guard let media = writer.following.object(value) else { continue }
      let name = writer.mediaType(Self.cleaned(name), media, in: content)
      // An invalid media type is reported with the document's other mistakes.
      guard name.contains("/") else { continue }
      if let other = types.first(where: { Self.differ($0, (name, media)) }) {
        writer.log.note(
          content.key(of: name) ?? media,
          "A body of \(name) is read as one of \(other.name): parameters of a media type tell no bodies apart, so this "
            + "schema is ignored.", about: media)
        continue
      }
      if !types.contains(where: { $0.name.lowercased() == name.lowercased() }) { types.append((name, media)) }
    }
    let inJSON = types.filter { MediaType.isJSON(MediaType.essence(of: $0.name)) }
    for (_, media) in inJSON { if let schema = media["schema"] { writer.bytes.note(in: schema) } }
    json.comes(from: content)
    if types.count == 1, types[0].name == "application/json", let schema = types[0].value["schema"] {
      json.member("body") { json in
        write(schema, of: types[0].value, examples: examples == .all ? .all : .none, into: &json)
      }
      return
    }
    guard !types.isEmpty else { return }
    let shown: Shown = examples == .texts && inJSON.count > 1 ? .each : examples
    json.member("content") { json in
      json.object { json in
        for (name, media) in types {
          json.comes(from: JSON(media.document, max(media.node - 1, 0)))
          json.member(name) { json in
            json.object { json in self.media(name, media, examples: shown, into: &json) }
          }
        }
      }
    }
  }

  /// Returns a Boolean value that indicates whether two media types differ only in their parameters but have different
  /// schemas.
  private static func differ(_ one: (name: String, value: JSON), _ other: (name: String, value: JSON)) -> Bool {
    MediaType.essence(of: one.name) == MediaType.essence(of: other.name) && one.value["schema"] != other.value["schema"]
  }

  private static func cleaned(_ name: String) -> String {
    String(name.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == ";" }.reversed())
  }

  private func media(_ name: String, _ media: JSON, examples: Shown, into json: inout JSONBuilder) {
    let essence = MediaType.essence(of: name)
    let form = BodyForm(essence)
    let isJSON = MediaType.isJSON(essence)
    let shown: Shown = examples == .texts && isJSON ? .none : examples
    if !(showsTexts(media, shown) && essence == MediaType.eventStream), let stream = stream(media, essence) {
      write(stream, showing: streamExamples(of: media, name, shown), into: &json)
    } else if let schema = media["schema"], isReadable(schema, as: form, name) {
      json.member("schema") { json in write(schema, of: media, examples: shown, into: &json) }
    } else if let schema = media["schema"], MediaType.isXML(essence) {
      markup(of: schema, media, shown, into: &json)
    } else if let item = media["itemSchema"], isJSON {
      lines(of: item, into: &json)
    } else if shown == .texts || shown == .each || shown == .all && MediaType.isXML(essence) {
      self.examples(of: media, isJSON: isJSON, into: &json)
      if !isJSON { noteExamples(values(of: media).filter { $0.kind != .string }, of: name, shown) }
    }
    if let item = media["itemSchema"] { noteItems(item, of: name, form) }
    guard form.hasFields, let schema = media["schema"] else { return }
    encodings(media["encoding"], schema, isParts: name.hasPrefix("multipart"), into: &json)
  }

  /// Reports the examples of an error that don't match its media type. The mock generates the body instead.
  func noteExamples(_ values: [JSON], of name: String, _ shown: Shown) {
    guard shown == .texts || shown == .each else { return }
    for value in values {
      writer.log.note(
        value, "This example of an error in \(name) is left out: only a string can be sent as is.")
    }
  }

  /// Returns a Boolean value that indicates whether an error has string examples and describes no items, so that the
  /// strings are its body.
  private func showsTexts(_ media: JSON, _ shown: Shown) -> Bool {
    guard shown == .texts || shown == .each, media["itemSchema"] == nil else { return false }
    return values(of: media).contains { $0.kind == .string }
  }

  /// Adds notes about the item schemas of bodies that aren't streams.
  private func noteItems(_ item: JSON, of name: String, _ form: BodyForm) {
    let essence = MediaType.essence(of: name)
    if form == .multipart {
      writer.log.note(
        item, "The parts of \(name) aren't distinguished by their order, so \"itemSchema\" isn't checked.")
    } else if form == .form || form == .opaque || form == .text && essence != MediaType.eventStream {
      writer.log.note(item, "A body of \(name) isn't read as a stream, so \"itemSchema\" isn't checked.")
    }
  }

  private func lines(of item: JSON, into json: inout JSONBuilder) {
    json.member("schema") { json in
      json.object { json in
        json.member("type", "array")
        json.member("items") { json in schemas.write(item, into: &json) }
      }
    }
  }

  /// Returns a Boolean value that indicates whether bodies of a media type are read as the kind of value that a schema
  /// describes. If not, this is reported and the schema is left out.
  private func isReadable(_ schema: JSON, as form: BodyForm, _ type: String) -> Bool {
    let shape = SchemaShape(following: writer.following)
    let container = shape.container(of: schema)
    let what: String
    switch form {
    case .text
    where MediaType.essence(of: type) == MediaType.eventStream && shape.isContainer(schema)
      && isEventOrData(schema):
      writer.log.note(
        schema,
        "This schema may be that of an event or of its data, so it is ignored; describe the event by \"itemSchema\" "
          + "(OpenAPI 3.2).")
      return false
    case .text where shape.isContainer(schema): what = "is read as a string"
    case .form where container == "array", .multipart where container == "array":
      what = "is read as an object of its fields"
    // A range includes media types whose bodies are read.
    case .opaque where !type.contains("*") && shape.isContainer(schema): what = "isn't looked into"
    default: return true
    }
    writer.log.note(schema, "A body of \(type) \(what), so this schema is ignored.")
    return false
  }

  private func write(_ schema: JSON, of media: JSON, examples: Shown, into json: inout JSONBuilder) {
    guard examples != .none else { return schemas.write(schema, into: &json) }
    schemas.write(schema, .init(examples: values(of: media)), into: &json)
  }

  func values(of media: JSON) -> [JSON] {
    var values: [JSON] = []
    if let example = media["example"] { values.append(writer.following.included(example)) }
    for (_, example) in media["examples"]?.members.map({ $0 }) ?? [] {
      if let value = writer.following.value(ofExample: example) { values.append(value) }
    }
    return values
  }

  /// Writes the schema that XML is generated from. It describes the content of the XML and isn't used for validation.
  private func markup(of schema: JSON, _ media: JSON, _ shown: Shown, into json: inout JSONBuilder) {
    let component = schema["$ref"]?.string?.split(separator: "/").last.map { String($0) }
    let root = writer.following.object(schema)?["xml"]?["name"]?.string ?? component ?? "root"
    let all: [JSON] = shown == .none ? [] : values(of: media)
    let texts = all.filter { $0.kind == .string }
    let others = all.filter { $0.kind != .string }
    json.comes(from: schema)
    json.member("schema") { json in
      json.object { json in
        json.member("type", "string")
        json.member("x-root", root)
        json.member("contentSchema") { json in schemas.write(schema, .init(examples: others), into: &json) }
        if !texts.isEmpty { json.member("examples", JSON.array(texts)) }
      }
    }
  }

  /// Writes only the examples of an error that has no schema. Any value is valid.
  private func examples(of media: JSON, isJSON: Bool, into json: inout JSONBuilder) {
    let shown: [JSON] = values(of: media).filter { isJSON || $0.kind == .string }
    guard !shown.isEmpty else { return }
    json.comes(from: media)
    json.member("schema") { json in
      json.object { json in json.member("examples", JSON.array(shown)) }
    }
  }
}

extension ContractWriter {
  /// Returns the intended media type: JSON for `*/*` or `application/*` with a schema, unless JSON is listed as well.
  func mediaType(_ name: String, _ media: JSON, in content: JSON) -> String {
    let range = MediaType.essence(of: name)
    guard range == "*/*" || range == "application/*", let schema = media["schema"], schema.count > 0,
      !content.members.contains(where: { MediaType.isJSON(MediaType.essence(of: $0.key)) }),
      isOnlyJSON(schema, onlyContainers: range != "*/*")
    else { return name }
    return "application/json"
  }

  /// Returns a Boolean value that indicates whether values of a schema can be sent only as JSON. This applies to
  /// objects and lists and, if any media type is allowed, also to numbers, Boolean values, and enumerations. Binary and
  /// other strings may be sent unchanged.
  private func isOnlyJSON(_ schema: JSON, onlyContainers: Bool, depth: Int = 0) -> Bool {
    guard depth < 8, let own = following.object(schema) else { return false }
    if own["format"]?.string == "binary" || own["contentMediaType"] != nil { return false }
    func holds(_ part: JSON) -> Bool { isOnlyJSON(part, onlyContainers: onlyContainers, depth: depth + 1) }
    if own["allOf"]?.elements.contains(where: holds) ?? false { return true }
    for choice in ["oneOf", "anyOf"] {
      let branches = own[choice]?.elements.filter { $0["type"] != "null" } ?? []
      if !branches.isEmpty { return branches.allSatisfy(holds) }
    }
    let types = own["type"]?.string.map { [$0] } ?? own["type"]?.elements.compactMap(\.string) ?? []
    let isChoice = ["enum", "const", "x-extensible-enum"].contains { own[$0] != nil }
    if types.allSatisfy({ $0 == "null" }) { return own["properties"] != nil || own["items"] != nil }
    return types.allSatisfy { type in
      switch type {
      case "object", "array", "null": true
      case "string": !onlyContainers && isChoice
      default: !onlyContainers
      }
    }
  }
}
