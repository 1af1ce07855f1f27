import PlumblineJSONTree

/// A declaration of how requests expand IDs into the items that they refer to, as in `expand[]=customer`.
package struct Expansion: Sendable {
  /// A member that contains the ID of an item or a list of IDs.
  package struct Member: Sendable {
    /// The name that requests use to expand the member.
    package let name: String
    package let place: JSONPointer
    /// The name of the collection that the IDs belong to.
    package let resource: String
  }

  /// The location of the names in the request.
  package let address: Address
  package let members: [Member]

  /// Returns the members that a request expands.
  ///
  /// - Parameter value: The value at ``address``: a name, a comma-separated string of names, or a list of names.
  package func members(askedBy value: JSON?) -> [Member] {
    guard let value else { return [] }
    let texts = value.kind == .array ? value.elements.compactMap(\.string) : [value.string].compactMap { $0 }
    let names = Set(texts.flatMap { $0.split(separator: ",") }.map { String($0) })
    return members.filter { names.contains($0.name) }
  }
}
