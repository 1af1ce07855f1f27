import PlumblineJSONTree

extension Schema {
  /// The object members that the schema never mentions although it describes the object's properties.
  ///
  /// A member is mentioned by `properties`, `patternProperties`, `additionalProperties` or `unevaluatedProperties` of any
  /// schema that applies to its object, through `$ref`, `allOf`, branches that hold, and conditions; where no branch holds,
  /// those count that take objects. An object whose schemas say nothing of properties has no undocumented members. Members come in document order; what lies inside an
  /// undocumented member is not listed.
  public func undocumented(in instance: JSON) -> [JSON] {
    let start = [AppliedNode(node: root, scope: 0)]
    var walk = DocumentationWalk(compiled, instance.document)
    walk.visit(start, instance.node)
    guard walk.isTooDeep else { return walk.found.map { JSON(instance.document, $0) } }
    let found = DeepStack.run {
      var walk = DocumentationWalk(compiled, instance.document, depth: Validator.farLimit)
      walk.visit(start, instance.node)
      return walk.found
    }
    return (found ?? walk.found).map { JSON(instance.document, $0) }
  }

  /// The schema that describes the properties of the object at a place of an instance, with its place in its file: where
  /// a `$ref` leads, not where it stands. `nil` when none does.
  public func describing(_ pointer: JSONPointer, in instance: JSON) -> JSON? {
    var walk = DocumentationWalk(compiled, instance.document)
    return walk.description(of: pointer, from: root, in: instance).map(compiled.source)
  }

  /// The property names that the schema knows for the object at a place of an instance, in schema order.
  ///
  /// All branches of `anyOf`, `oneOf` and conditions count, whether they hold or not: the names serve suggestions.
  public func declared(at pointer: JSONPointer, in instance: JSON) -> [String] {
    var walk = DocumentationWalk(compiled, instance.document)
    guard let (nodes, value) = walk.follow(pointer, from: root, instance) else { return [] }
    var names: [String] = []
    var seen: Set<String> = []
    for applied in walk.validator.applying(nodes, value, .all) {
      guard let rule = compiled.rule(.object, of: applied.node) else { continue }
      for property in compiled.tables.objects[rule.index].properties where seen.insert(property.name.text).inserted {
        names.append(property.name.text)
      }
    }
    return names
  }

  /// The text of every schema that applies at a place of an instance, those of branches that don't hold included.
  package func sources(at pointer: JSONPointer, in instance: JSON) -> [JSON] {
    var walk = DocumentationWalk(compiled, instance.document)
    guard let (nodes, value) = walk.follow(pointer, from: root, instance) else { return [] }
    return walk.validator.applying(nodes, value, .all).map { compiled.source(of: $0.node) }
  }
}
