import PlumblineJSONTree

extension Schema {
  /// The side that the schema is seen from.
  public var view: SchemaView { compiled.view }

  /// A Boolean value that indicates whether the schema, or another of its library, has members that its view withholds: if not,
  /// there is no need to look for them.
  package var withholdsMembers: Bool { compiled.withholdsMembers }

  /// Returns the object members of a value that don't belong into the schema's view, in document order: those that are
  /// `readOnly` in a request, or `writeOnly` in a response. None in the view `.all`.
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

  /// Returns a value without the members that the schema's view withholds. If it is valid and wouldn't be without all of them,
  /// those stay that it needs.
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

  /// The maximum number of members removed one by one, because each removal requires validating the value.
  private static let mostApart = 64
}
