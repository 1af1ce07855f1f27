import PlumblineJSONTree

extension Schema {
  /// The view from which the schema is seen.
  public var view: SchemaView { compiled.view }

  /// A Boolean value that indicates whether any schema of the library has members that the view withholds. If not,
  /// there is no need to look for them.
  package var withholdsMembers: Bool { compiled.withholdsMembers }

  /// Returns the object members of a value that don't belong in the schema's view, in document order. These are members
  /// that are `readOnly` in a request or `writeOnly` in a response. There are none in the view `.all`.
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

  /// Returns a value without the members that the schema's view withholds. If the value is valid and would become
  /// invalid, the members that it needs to stay valid are kept.
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

  /// The maximum number of members that are removed one by one, because each removal requires validating the value.
  private static let mostApart = 64
}
