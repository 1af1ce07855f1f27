import PlumblineJSONTree

/// Looks for pointers into items that miss a member by a typing mistake. Others may lead to what a schema leaves open.
struct PointerLint {
  let context: ReadingContext

  /// Reports a pointer, given as a value, that the schema of a collection's items knows nothing of.
  func check(_ value: JSON?, in item: JSON, _ file: String, of collection: String) {
    guard let value, let text = value.string else { return }
    check(text, at: value.location, in: item, file, of: collection)
  }

  /// Reports a pointer that the schema of a collection's items knows nothing of.
  func check(_ text: String, at location: SourceLocation, in item: JSON, _ file: String, of collection: String) {
    guard let pointer = JSONPointer(text),
      let misstep = context.schemas.outline.misstep(of: pointer, in: item, file),
      let nearest = Spelling.nearest(misstep.token, among: misstep.names)
    else { return }
    context.log.servableError(
      location,
      "An item of \"\(collection)\" has no \"\(misstep.token)\", so nothing is remembered at \(text); did you mean "
        + "\"\(nearest)\"?")
  }
}
