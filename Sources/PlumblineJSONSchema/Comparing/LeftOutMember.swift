import PlumblineJSONTree

/// A member that has been reported at enough places and is found again.
struct LeftOutMember {
  let member: SchemaMember
  /// Creates the pointer of the place where the member's pointer starts, which is needed for only a few of very many.
  let place: () -> JSONPointer

  /// Returns a Boolean value that indicates whether another member is this one, under another name.
  fileprivate func isSame(as other: SchemaMember) -> Bool {
    member.schema.node == other.schema.node && member.schema.document === other.schema.document
      && place() + member.pointer == other.pointer
  }
}

extension SchemaMember {
  /// Distinguishes a member from others of one comparison.
  fileprivate struct Key: Hashable {
    let pointer: JSONPointer
    let document: ObjectIdentifier
    let node: Int
  }

  fileprivate var key: Key { Key(pointer: pointer, document: ObjectIdentifier(schema.document), node: schema.node) }
}

extension [SchemaMember] {
  /// Adds members of schemas that it has none of, or at other places.
  ///
  /// - Parameter leftOut: members that it would have if they hadn't been reported at enough places.
  mutating func add(_ others: [SchemaMember], beside leftOut: [LeftOutMember]) {
    if others.isEmpty { return }
    var known = Set(map(\.key))
    self += others.filter { member in
      known.insert(member.key).inserted && !leftOut.contains { $0.isSame(as: member) }
    }
  }
}
