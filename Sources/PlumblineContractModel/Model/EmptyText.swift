import PlumblineJSONTree

/// The empty texts in a request's body, which remove their members where a contract says so.
package enum EmptyText {
  /// The depth below which a body isn't looked at; it bounds the recursion.
  private static let deepest = 32

  /// Returns the places of the empty texts in the objects of a body.
  package static func places(in body: JSON, below parent: JSONPointer = JSONPointer()) -> [JSONPointer] {
    guard body.kind == .object, parent.tokens.count < deepest else { return [] }
    return body.members.flatMap { name, value -> [JSONPointer] in
      let place = parent.appending(name)
      return value == "" ? [place] : places(in: value, below: place)
    }
  }
}
