import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The encodings of form fields.
extension ContentWriter {
  /// Writes the encodings of fields: those of the document, and JSON for lists of objects, which can't be encoded any
  /// other way.
  func encodings(_ encoding: JSON?, _ schema: JSON, isParts: Bool, into json: inout JSONBuilder) {
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
          if let said { noteUnread(said, of: name, isParts: isParts) }
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

  /// Reports the parts of an encoding that have no effect.
  private func noteUnread(_ encoding: JSON, of name: String, isParts: Bool) {
    if !isParts, let type = encoding["contentType"], let text = type.string, !text.isEmpty {
      let place = encoding.key(of: "contentType") ?? type
      if Self.isStyled(encoding) {
        writer.log.note(place, "Beside a style the \"contentType\" of \(name) says nothing, so it is left out.")
      } else if !Self.isOfField(text) {
        writer.log.note(place, "A form without parts sends \(name) as text, not as \(text), so this is left out.")
      }
    }
    if !isParts, Self.isExplodedList(encoding) {
      writer.log.note(
        encoding.key(of: "explode") ?? encoding,
        "With \"explode\" the parts of \(name) have no separator, so its style has no effect and each is a value of its own."
      )
    }
    if isParts, let headers = encoding["headers"], headers.count > 0 {
      writer.log.note(
        encoding.key(of: "headers") ?? headers,
        "The headers of a part aren't read: \(name) is sent and taken without them.", about: headers)
    }
    if let reserved = encoding["allowReserved"], reserved.bool == true {
      writer.log.note(
        encoding.key(of: "allowReserved") ?? reserved,
        "\"allowReserved\" isn't read: \(name) is sent percent-encoded, and taken either way.")
    }
  }

  /// Writes the encoding of a field.
  ///
  /// - Parameter isPlain: A Boolean value that indicates whether each value is a single string, for which brackets make
  ///   no difference.
  private func field(
    _ encoding: JSON?, isNested: Bool, isParts: Bool, isPlain: Bool, into json: inout JSONBuilder
  ) {
    if let encoding, let type = encoding["contentType"], let text = type.string, !text.isEmpty,
      isParts || !Self.isStyled(encoding) && Self.isOfField(text)
    {
      json.member("contentType", type)
    } else if isNested, encoding?["style"]?.string != "deepObject" {
      return json.member("contentType", "application/json")
    }
    guard !isParts, !isPlain || encoding?["style"]?.string != "deepObject",
      !(encoding.map(Self.isExplodedList) ?? false)
    else { return }
    if let style = encoding?["style"] { json.member("style", style) }
    // Values with brackets are always exploded.
    guard let explode = encoding?["explode"], encoding?["style"]?.string != "deepObject" else { return }
    json.member("explode", explode)
  }

  /// Returns a Boolean value that indicates whether an encoding has a style, which makes its media type ineffective
  /// (OpenAPI 3.1.1, section 4.8.15.1.2).
  private static func isStyled(_ encoding: JSON) -> Bool { encoding["style"] != nil || encoding["explode"] != nil }

  /// Returns a Boolean value that indicates whether a field of a form that isn't multipart can have the given media
  /// type.
  private static func isOfField(_ type: String) -> Bool {
    let essence = MediaType.essence(of: type)
    return MediaType.isJSON(essence) || essence == "text/plain"
  }

  /// Returns a Boolean value that indicates whether an encoding explodes a list whose style has a delimiter.
  private static func isExplodedList(_ encoding: JSON) -> Bool {
    encoding["explode"]?.bool == true && ["spaceDelimited", "pipeDelimited"].contains(encoding["style"]?.string ?? "")
  }
}
