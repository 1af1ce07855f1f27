import PlumblineJSONTree

/// A member that has been reported at enough places and is found again.
struct OmittedMember {
  let member: SchemaMember
  /// Creates the pointer that the member's pointer is relative to. Of a large number of members, only a few need it.
  let place: () -> JSONPointer

  /// Returns a Boolean value that indicates whether this is the same member as another, under a different name.
  fileprivate func isSame(as other: SchemaMember) -> Bool {
    member.schema.node == other.schema.node && member.schema.document === other.schema.document
      && place() + member.pointer == other.pointer
  }
}

extension SchemaMember {
  /// The key that distinguishes a member from others in a comparison.
  fileprivate struct Key: Hashable {
    let pointer: JSONPointer
    let document: ObjectIdentifier
    let node: Int
  }

  fileprivate var key: Key { Key(pointer: pointer, document: ObjectIdentifier(schema.document), node: schema.node) }
}

extension [SchemaMember] {
  /// Adds the members whose schemas the list doesn't contain yet at the same location.
  ///
  /// - Parameter leftOut: Members that the list would contain if they hadn't been reported at enough places.
  mutating func add(_ others: [SchemaMember], beside leftOut: [OmittedMember]) {
    if others.isEmpty { return }
    var known = Set(map(\.key))
    self += others.filter { member in
      known.insert(member.key).inserted && !leftOut.contains { $0.isSame(as: member) }
    }
  }
}
