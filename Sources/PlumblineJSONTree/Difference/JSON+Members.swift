extension JSON {
  /// Returns the number of members that two objects don't have in common, or that have different values. Returns `nil`
  /// if one of the values isn't an object.
  ///
  /// If the members are in the same order, as is usual for generated JSON, the method doesn't allocate memory. If the
  /// orders differ, each key requires a search. If a key is duplicated, the last member counts.
  ///
  /// - Parameter enough: The count at which to stop. Higher numbers make no difference to the caller.
  package func differingMembers(from other: JSON, enough: Int = .max) -> Int? {
    guard kind == .object, other.kind == .object else { return nil }
    return document.withReader { said in
      other.document.withReader { came in said.differingMembers(node, came, other.node, enough) }
    }
  }
}

extension TapeReader {
  fileprivate func differingMembers(_ object: Int, _ other: TapeReader, _ match: Int, _ enough: Int) -> Int {
    var common = 0
    var changed = 0
    var place = match + 1
    let end = other.next(match)
    for key in keys(of: object) where !self[key].isShadowed {
      if changed >= enough { return changed }
      var found: Int?
      while place < end, other[place].isShadowed { place = other.next(place + 1) }
      if place < end {
        if self[key].payload == other[place].payload, KeyOrder.areEqual(key, self, place, other) { found = place }
        place = other.next(place + 1)
      }
      if found == nil {
        let hash = UInt32(truncatingIfNeeded: self[key].payload)
        found = withText(key) { other.member(match, $0, hash: hash) }
      }
      guard let found else {
        changed += 1
        continue
      }
      common += 1
      if !areEqual(key + 1, other, found + 1) { changed += 1 }
    }
    // The count includes shadowed members. Look for them only if something is left over.
    guard other.count(match) > common else { return changed }
    return changed + other.keys(of: match).reduce(0) { other[$1].isShadowed ? $0 : $0 + 1 } - common
  }
}
