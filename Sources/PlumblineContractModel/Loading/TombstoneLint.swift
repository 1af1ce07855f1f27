import PlumblineJSONTree

/// A check for required members of a tombstone that come neither from the deleted item, nor from the time, nor from the
/// tombstone's schema.
struct TombstoneLint {
  let log: ProblemLog

  func check(_ collections: [ItemCollection], _ endpoints: [Endpoint]) {
    if collections.allSatisfy({ $0.tombstone == nil }) { return }
    let all = Dictionary(grouping: endpoints.flatMap(\.states).filter { $0.action == .delete }, by: \.collection)
    for collection in collections {
      guard let tombstone = collection.tombstone, let removals = all[collection.name], !collection.isOpen,
        !collection.members.isEmpty
      else { continue }
      var kept = Set(collection.members.filter(\.isRequired).map(\.name))
      let pointers =
        [collection.key] + collection.touched.map(\.pointer) + removals.flatMap(\.within).map(\.members.first)
      kept.formUnion(pointers.compactMap { $0?.tokens.first })
      for member in tombstone.members where member.isRequired && member.only == nil && member.standard == nil {
        guard !kept.contains(member.name) else { continue }
        let isItems = collection.members.contains { $0.name == member.name }
        let why = isItems ? "not every item has it" : "no item has it"
        log.servableError(
          member.schema.source.location,
          "The tombstone of \"\(collection.name)\" requires \"\(member.name)\", but \(why); give it a \"const\", such as "
            + "{ \"const\": true }, or a \"default\", or don't require it.")
      }
    }
  }
}
