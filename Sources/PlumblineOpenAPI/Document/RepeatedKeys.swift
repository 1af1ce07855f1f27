import PlumblineJSONTree

/// A filter that removes the members of a document that a duplicate key hides. Of several members with the same name,
/// the last one wins, as in most JSON parsers (RFC 8259, section 4), and each of the others is reported.
struct RepeatedKeys {
  let log: NoteLog

  /// Returns the document with each key only once per object. Every value keeps its source location.
  func removed(from document: JSONDocument) -> JSONDocument {
    guard document.hasDuplicateKeys else { return document }
    let rest = document.rewritten(leavingOut: { name, member, holder in
      let key = JSON(member.document, member.node - 1)
      guard let last = holder.key(of: name), last.node != key.node else { return false }
      tell(name, key, last, member)
      return true
    })
    return rest ?? document
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
