extension JSONDocument {
  /// The document's value as a whole.
  public var root: JSON { JSON(self, 0) }
}

extension JSONDocument {
  /// The maximum number of repeats that `duplicateKeys` lists.
  private static let duplicatesListed = 100

  /// A Boolean value that indicates whether any object has a repeated key.
  public var hasDuplicateKeys: Bool { !duplicates.isEmpty }

  /// The nodes of the first repeated key and of the key that it repeats.
  package var firstDuplicate: (again: Int, earlier: Int)? {
    duplicates.first.map { (Int($0.repeat), Int($0.first)) }
  }

  /// The members that repeat an earlier key in their object, in source order. At most one hundred are listed.
  public var duplicateKeys: [JSON.Duplicate] {
    duplicates.prefix(Self.duplicatesListed).map { duplicate in
      let key = string(Int(duplicate.repeat))
      return JSON.Duplicate(
        pointer: JSON(self, Int(duplicate.object)).pointer.appending(key), key: key,
        location: location(ofOffset: Int(tape[Int(duplicate.repeat)].offset)),
        earlier: location(ofOffset: Int(tape[Int(duplicate.first)].offset)))
    }
  }
}
