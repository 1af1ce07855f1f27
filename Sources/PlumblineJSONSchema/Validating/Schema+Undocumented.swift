import PlumblineJSONTree

extension Schema {
  /// Returns the object members that the schema never mentions, although it describes the object's properties.
  ///
  /// A member is mentioned if `properties`, `patternProperties`, `additionalProperties`, `unevaluatedProperties` or
  /// `required` covers it in any schema that applies to its object, including those reached through `$ref`, `allOf`,
  /// branches that hold, and conditions. If no branch holds, all branches that accept objects count. An object whose
  /// schemas say nothing about properties has no undocumented members. Members are in document order. Members inside an
  /// undocumented member aren't listed.
  public func undocumented(in instance: JSON) -> [JSON] {
    let start = [AppliedNode(node: root, scope: 0)]
    var (found, isTooDeep) = DocumentationWalk.walking(instance.document, by: compiled) { walk in
      walk.visit(start, instance.node)
      return (walk.found, walk.isTooDeep)
    }
    if isTooDeep {
      let all = DeepStack.run {
        DocumentationWalk.walking(instance.document, by: compiled, depth: Validator.farLimit) { walk in
          walk.visit(start, instance.node)
          return walk.found
        }
      }
      found = all ?? found
    }
    return found.map { JSON(instance.document, $0) }
  }

  /// Returns the schema that describes the properties of the object at a location in an instance, or `nil` if none
  /// does. For a `$ref`, this is the target, not the reference.
  public func describing(_ pointer: JSONPointer, in instance: JSON) -> JSON? {
    DocumentationWalk.walking(instance.document, by: compiled) { walk in
      walk.description(of: pointer, from: root, in: instance).map(compiled.source)
    }
  }

  /// Returns the property names that the schema knows for the object at a location in an instance, in schema order.
  ///
  /// The names are meant for suggestions, so all branches of `anyOf`, `oneOf`, and conditions count, whether or not
  /// they hold.
  public func declared(at pointer: JSONPointer, in instance: JSON) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for node in nodes(at: pointer, in: instance) {
      guard let rule = compiled.rule(.object, of: node) else { continue }
      for property in compiled.tables.objects[rule.index].properties where seen.insert(property.name.text).inserted {
        names.append(property.name.text)
      }
    }
    return names
  }

  /// Returns the source of every schema that applies at a location in an instance, including branches that don't hold.
  package func sources(at pointer: JSONPointer, in instance: JSON) -> [JSON] {
    nodes(at: pointer, in: instance).map { compiled.source(of: $0) }
  }

  /// Returns the nodes that apply at a location in an instance, including those of branches that don't hold.
  private func nodes(at pointer: JSONPointer, in instance: JSON) -> [Int] {
    DocumentationWalk.walking(instance.document, by: compiled) { walk in
      guard let (nodes, value) = walk.follow(pointer, from: root, instance) else { return [] }
      return walk.validator.applying(nodes, value, .all).map(\.node)
    }
  }
}
