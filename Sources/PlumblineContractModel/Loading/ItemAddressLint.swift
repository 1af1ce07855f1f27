import PlumblineJSONTree

/// A check for addresses into items (`item#/…`) that refer to members no item has.
struct ItemAddressLint {
  /// The maximum depth to inspect. It limits the recursion and is deeper than the addresses in any real rule.
  private static let deepest = 8

  let context: ReadingContext

  /// Checks the addresses in a state.
  ///
  /// - Parameters:
  ///   - rule: A state as written in its file, without its further steps.
  ///   - collection: The collection whose items the addresses refer to.
  func check(_ rule: JSON, _ collection: ItemCollection) {
    for (key, value) in rule.members where key != "also" && key != "when" {
      walk(value, collection, 0)
    }
  }

  private func walk(_ value: JSON, _ collection: ItemCollection, _ depth: Int) {
    guard depth < Self.deepest else { return }
    if let text = value.string { check(text, at: value.location, collection) }
    for element in value.elements where value.kind == .array { walk(element, collection, depth + 1) }
    // Skip constants and schemas. They don't contain addresses.
    for (key, inner) in value.members where key != "const" && key != "is" {
      check(key, at: value.place(of: key), collection)
      if !key.contains("#") { walk(inner, collection, depth + 1) }
    }
  }

  private func check(_ text: String, at location: SourceLocation, _ collection: ItemCollection) {
    let address = text.hasPrefix("-") ? String(text.dropFirst()) : text
    guard address.hasPrefix("item#"), case .item(let pointer) = Address(address) else { return }
    PointerLint(context: context).check(
      pointer.description, at: location, in: collection.source.schema, collection.source.file, of: collection.name)
  }
}
