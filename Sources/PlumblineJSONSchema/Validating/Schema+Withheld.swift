import PlumblineJSONTree

extension Schema {
  /// The view that the schema is seen from.
  public var view: SchemaView { compiled.view }

  /// A Boolean value that indicates whether any schema of the library has members that the view withholds. If not,
  /// there is no need to look for them.
  package var withholdsMembers: Bool { compiled.withholdsMembers }

  /// Returns the object members of a value that don't belong in the schema's view, in document order: `readOnly`
  /// members in a request, or `writeOnly` members in a response. In the view `.all`, the array is empty.
  public func withheld(in instance: JSON) -> [JSON] {
    guard withholdsMembers else { return [] }
    let start = [AppliedNode(node: root, scope: 0)]
    let found = DocumentationWalk.walking(instance.document, by: compiled) { walk in
      walk.seeksWithheld = true
      walk.visit(start, instance.node)
      return walk.isTooDeep ? nil : walk.found
    }
    let all =
      found
      ?? DeepStack.run {
        DocumentationWalk.walking(instance.document, by: compiled, depth: Validator.farLimit) { walk in
          walk.seeksWithheld = true
          walk.visit(start, instance.node)
          return walk.found
        }
      } ?? []
    return all.map { JSON(instance.document, $0) }
  }

  /// Returns a value without the members that the schema's view withholds. Members that a valid value needs to stay
  /// valid are kept.
  package func withholding(_ instance: JSON) -> JSON {
    let withheld = withheld(in: instance)
    if withheld.isEmpty { return instance }
    let depth = instance.pointer.tokens.count
    let places = withheld.map { JSONPointer(tokens: Array($0.pointer.tokens.dropFirst(depth))) }
    let bare = places.reduce(instance) { $0.removing($1) ?? $0 }
    if isValid(bare) || !isValid(instance) { return bare }
    return places.prefix(Self.mostApart).reduce(instance) { value, place in
      guard let shorter = value.removing(place), isValid(shorter) else { return value }
      return shorter
    }
  }

  /// The maximum number of members to remove one by one. Each removal requires validating the value.
  private static let mostApart = 64
}
