import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Writes bodies by their media types.
struct ContentWriter {
  let writer: ContractWriter
  let schemas: SchemaTranslator

  /// The examples that stand in schemas.
  enum Shown {
    /// None: those of a success are recordings.
    case none
    /// Those that aren't JSON: a failure has the others beside its schemas, by name.
    case texts
    case all
  }

  /// Writes `body` for JSON alone, else `content`.
  func write(_ content: JSON, examples: Shown, into json: inout JSONBuilder) {
    guard content.kind == .object, content.count > 0 else { return }
    var types: [(name: String, value: JSON)] = []
    for (name, value) in content.members {
      guard let media = writer.following.object(value) else { continue }
      let name = writer.mediaType(Self.cleaned(name), media, in: content)
      // What is no media type is told with the document's other mistakes.
      guard name.contains("/") else { continue }
      if !types.contains(where: { $0.name.lowercased() == name.lowercased() }) { types.append((name, media)) }
    }
    json.comes(from: content)
    if types.count == 1, types[0].name == "application/json", let schema = types[0].value["schema"] {
      json.member("body") { json in
        write(schema, of: types[0].value, examples: examples == .all ? .all : .none, into: &json)
      }
      return
    }
    guard !types.isEmpty else { return }
    json.member("content") { json in
      json.object { json in
        for (name, media) in types {
          json.comes(from: JSON(media.document, max(media.node - 1, 0)))
          json.member(name) { json in
            json.object { json in self.media(name, media, examples: examples, into: &json) }
          }
        }
      }
    }
  }

  private static func cleaned(_ name: String) -> String {
    String(name.drop { $0 == " " }.reversed().drop { $0 == " " || $0 == ";" }.reversed())
  }

  private func media(_ name: String, _ media: JSON, examples: Shown, into json: inout JSONBuilder) {
    let form = BodyForm(MediaType.essence(of: name))
    if form == .jsonLines, let schema = media["schema"], SchemaShape(following: writer.following).isContainer(schema),
      SchemaShape(following: writer.following).container(of: schema) != "array"
    {
      // A schema of an object is that of each line: a list that isn't one text has no other sense.
      lines(of: schema, into: &json)
    } else if let schema = media["schema"], isReadable(schema, as: form, name) {
      let isText = !MediaType.isJSON(MediaType.essence(of: name))
      let shown = examples == .texts && !isText ? .none : examples
      json.member("schema") { json in write(schema, of: media, examples: shown, into: &json) }
    } else if let item = media["itemSchema"] {
      // 3.2: what a stream is made of.
      lines(of: item, into: &json)
    }
    guard form.hasFields, let schema = media["schema"] else { return }
    encodings(media["encoding"], schema, isParts: name.hasPrefix("multipart"), into: &json)
  }

  private func lines(of item: JSON, into json: inout JSONBuilder) {
    json.member("schema") { json in
      json.object { json in
        json.member("type", "array")
        json.member("items") { json in schemas.write(item, into: &json) }
      }
    }
  }

  /// Whether bodies of a media type are read as what a schema is about; notes where they aren't, and the schema is left
  /// out.
  private func isReadable(_ schema: JSON, as form: BodyForm, _ type: String) -> Bool {
    let shape = SchemaShape(following: writer.following)
    let container = shape.container(of: schema)
    let what: String
    switch form {
    case .text where shape.isContainer(schema): what = "a text"
    case .form where container == "array", .multipart where container == "array": what = "an object of its fields"
    default: return true
    }
    writer.log.note(schema, "A body of \(type) is read as \(what), so this schema isn't held.")
    return false
  }

  /// Writes how fields are written: as the document says, and lists of objects as JSON, for which there is no other way.
  private func encodings(_ encoding: JSON?, _ schema: JSON, isParts: Bool, into json: inout JSONBuilder) {
    let shape = SchemaShape(following: writer.following)
    let fields = shape.properties(of: schema).filter { name, property in
      encoding?[name] != nil || shape.isNested(property)
    }
    guard !fields.isEmpty else { return }
    json.comes(from: encoding ?? schema)
    json.member("encoding") { json in
      json.object { json in
        for (name, property) in fields {
          let said = encoding?[name]
          json.comes(from: said ?? property)
          json.member(name) { json in
            json.object { json in
              if said?["style"]?.string == "deepObject", shape.container(of: property) == "array", let said {
                writer.log.note(
                  said["style"] ?? said,
                  "OpenAPI doesn't define deepObject for a list; its items are read and written as name[]=a and "
                    + "name[0]=a.")
              }
              self.field(
                said, isNested: shape.isNested(property), isParts: isParts, isPlain: !shape.mayBeContainer(property),
                into: &json)
            }
          }
        }
      }
    }
  }

  /// - Parameter isPlain: whether each value is one text, for which brackets change nothing.
  private func field(
    _ encoding: JSON?, isNested: Bool, isParts: Bool, isPlain: Bool, into json: inout JSONBuilder
  ) {
    if let type = encoding?["contentType"], type.string?.isEmpty == false {
      json.member("contentType", type)
    } else if isNested, encoding?["style"]?.string != "deepObject" {
      return json.member("contentType", "application/json")
    }
    guard !isParts, !isPlain || encoding?["style"]?.string != "deepObject" else { return }
    if let style = encoding?["style"] { json.member("style", style) }
    // Brackets are always exploded.
    guard let explode = encoding?["explode"], encoding?["style"]?.string != "deepObject" else { return }
    json.member("explode", explode)
  }

  private func write(_ schema: JSON, of media: JSON, examples: Shown, into json: inout JSONBuilder) {
    guard examples != .none else { return schemas.write(schema, into: &json) }
    let named = media["examples"]?.members.map { $0.value } ?? []
    let values = [media["example"]].compactMap { $0 } + named.compactMap(writer.following.value(ofExample:))
    schemas.write(schema, .init(examples: values), into: &json)
  }
}

extension ContractWriter {
  /// The media type that is meant: of any, with a schema of an object or a list, JSON, where that isn't there as well.
  func mediaType(_ name: String, _ media: JSON, in content: JSON) -> String {
    guard MediaType.essence(of: name) == "*/*", let schema = media["schema"],
      !content.members.contains(where: { MediaType.isJSON(MediaType.essence(of: $0.key)) }),
      SchemaShape(following: following).container(of: schema) != nil
    else { return name }
    return "application/json"
  }
}
