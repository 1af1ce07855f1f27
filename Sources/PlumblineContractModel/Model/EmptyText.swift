import PlumblineJSONTree

/// A namespace for the empty strings in a request's body. If the contract says so, an empty string removes the member.
package enum EmptyText {
  /// The maximum depth to inspect in a body. It limits the recursion.
  private static let deepest = 32

  /// Returns the locations of the empty strings in a body's objects.
  package static func places(in body: JSON, below parent: JSONPointer = JSONPointer()) -> [JSONPointer] {
    guard body.kind == .object, parent.tokens.count < deepest else { return [] }
    return body.members.flatMap { name, value -> [JSONPointer] in
      let place = parent.appending(name)
      return value == "" ? [place] : places(in: value, below: place)
    }
  }

  /// The value that replaces an empty string.
  package enum Replacement: Sendable {
    case absent
    case null
    case text
  }

  /// Returns an item with the empty strings at the body's locations replaced, in one pass.
  package static func replaced(
    in item: JSON, by body: JSON, below parent: JSONPointer = JSONPointer(),
    _ replacement: (JSONPointer) -> Replacement
  ) -> JSON {
    guard item.kind == .object, body.kind == .object, parent.tokens.count < deepest else { return item }
    return .object(
      item.members.compactMap { name, value -> (String, JSON)? in
        guard let sent = body[name] else { return (name, value) }
        let place = parent.appending(name)
        guard sent == "" else { return (name, replaced(in: value, by: sent, below: place, replacement)) }
        guard value == "" else { return (name, value) }
        switch replacement(place) {
        case .absent: return nil
        case .null: return (name, .null)
        case .text: return (name, value)
        }
      })
  }
}
