import PlumblineJSONTree

/// Removes the members of a document that a duplicate key hides. Of several members with the same name, the last one
/// wins, as in most JSON parsers (RFC 8259, section 4), and each of the others is reported.
struct RepeatedKeys {
  let log: NoteLog

  /// Returns the document with each key only once per object. Every value keeps its place.
  func removed(from document: JSONDocument) -> JSONDocument {
    guard document.hasDuplicateKeys else { return document }
    var json = JSONBuilder.tracing
    write(document.root, into: &json)
    let (bytes, provenance) = json.traced()
    guard let provenance else { return document }
    return (try? JSONDocument.parse(bytes, file: document.root.location.file, provenance: provenance)) ?? document
  }

  private func write(_ value: JSON, into json: inout JSONBuilder) {
    json.comes(from: value)
    switch value.kind {
    case .object:
      json.object { json in
        for (name, member) in value.members {
          let key = JSON(member.document, member.node - 1)
          if let last = value.key(of: name), last.node != key.node {
            tell(name, key, last, member)
            continue
          }
          json.comes(from: key)
          json.member(name) { write(member, into: &$0) }
        }
      }
    case .array:
      json.array { json in
        for element in value.elements { write(element, into: &json) }
      }
    default: json.value(value)
    }
  }

  private func tell(_ name: String, _ key: JSON, _ last: JSON, _ member: JSON) {
    let message =
      "The key \"\(name)\" appears twice; the last one, on line \(last.location.line), is read, and this one is left "
      + "out."
    // Nothing is lost if both have the same value.
    if JSON(last.document, last.node + 1) == member {
      log.note(key, message, about: member)
    } else {
      log.omission(key, message, about: member)
    }
  }
}
