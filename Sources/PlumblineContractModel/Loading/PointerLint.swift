import PlumblineJSONTree

/// A check for pointers into items that resolve to no member, because they are misspelled or because no item ever has
/// the member.
struct PointerLint {
  let context: ReadingContext

  /// Reports a pointer in a string value to a member that the schema of a collection's items doesn't describe.
  func check(_ value: JSON?, in item: JSON, _ file: String, of collection: String) {
    guard let value, let text = value.string else { return }
    check(text, at: value.location, in: item, file, of: collection)
  }

  /// Reports a pointer to a member that the schema of a collection's items doesn't describe.
  ///
  /// If the schema forbids other members, no item has the member. Otherwise, a seed or a state may add it.
  func check(_ text: String, at location: SourceLocation, in item: JSON, _ file: String, of collection: String) {
    guard let pointer = JSONPointer(text), let misstep = context.schemas.outline.misstep(of: pointer, in: item, file)
    else { return }
    let what = "An item of \"\(collection)\" has no \"\(misstep.token)\", so nothing is stored at \(text)"
    if let nearest = Spelling.nearest(misstep.token, among: misstep.names) {
      context.log.servableError(location, "\(what); did you mean \"\(nearest)\"?")
    } else if misstep.isClosed {
      context.log.servableError(location, what + Spelling.suggestion(for: misstep.token, among: misstep.names))
    } else if !context.names.recorded.contains(collection), let first = pointer.tokens.first,
      !context.names.remembered.contains(first)
    {
      let names = Spelling.list(misstep.names)
      context.log.warning(
        location,
        "\(what); its members are \(names). If items have this member, describe it in their schema.")
    }
  }
}
