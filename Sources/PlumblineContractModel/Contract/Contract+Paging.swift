extension Contract {
  /// Returns a Boolean value that indicates whether a list's cursor is the key of the last item on the previous page,
  /// as in `starting_after=ord_8f2k`. This is the case if responses only indicate that there is a next page
  /// (`x-paging: more`) and never link to it (`x-paging: next`).
  package func continuesByKey(_ rule: StateRule, of list: Endpoint) -> Bool {
    guard rule.cursor != nil, rule.collection.flatMap(collection)?.key != nil else { return false }
    let carried = Set(list.answers.flatMap(\.others))
    let slots = (envelope?.others ?? []).filter { carried.contains($0.name) }
    let members = rule.frames.flatMap(\.members) + slots.flatMap(\.frame.members)
    let roles = Set(members.compactMap(\.paging?.role) + list.answers.flatMap(\.headers).compactMap(\.paging?.role))
    return roles.contains(.more) && !roles.contains(.next)
  }
}
