import PlumblineJSONTree

/// A reader for the names that requests use to expand IDs into items. It checks that the members with the IDs exist.
struct ExpansionReader {
  let conditions: ConditionReader
  let collections: [ItemCollection]
  let context: ReadingContext

  /// Reads an expansion.
  ///
  /// - Parameter collection: The collection whose items contain the IDs.
  func read(_ value: JSON?, _ collection: ItemCollection?) -> Expansion? {
    guard let value, value.kind == .object, let address = conditions.address(value["by"]) else { return nil }
    var members: [Expansion.Member] = []
    for (name, places) in value["members"]?.members.map({ $0 }) ?? [] {
      for (text, resource) in places.members {
        let location = places.place(of: text)
        guard let place = JSONPointer(text), let target = context.collectionName(resource) else { continue }
        if let collection {
          PointerLint(context: context).check(
            text, at: location, in: collection.source.schema, collection.source.file, of: collection.name)
        }
        if let other = collections.first(where: { $0.name == target }), other.key == nil {
          context.log.servableError(
            location, "\"\(target)\" has no \"key\", so no id can refer to one of its items; give the resource a key.")
        }
        members.append(Expansion.Member(name: name, place: place, resource: target))
      }
    }
    return members.isEmpty ? nil : Expansion(address: address, members: members)
  }
}
