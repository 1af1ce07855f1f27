import PlumblineJSONTree

/// How a request expands ids into the items that they refer to: `expand[]=customer`.
package struct Expansion: Sendable {
  /// A member that holds the id of an item, or a list of ids.
  package struct Member: Sendable {
    /// The name that requests use to expand it.
    package let name: String
    package let place: JSONPointer
    /// The name of the collection that the ids belong to.
    package let resource: String
  }

  /// The place of the names in the request.
  package let address: Address
  package let members: [Member]

  /// Returns the members that a request expands.
  ///
  /// - Parameter value: the value at ``address``: a name, names separated by commas, or a list of them.
  package func members(askedBy value: JSON?) -> [Member] {
    guard let value else { return [] }
    let texts = value.kind == .array ? value.elements.compactMap(\.string) : [value.string].compactMap { $0 }
    let names = Set(texts.flatMap { $0.split(separator: ",") }.map { String($0) })
    return members.filter { names.contains($0.name) }
  }
}
