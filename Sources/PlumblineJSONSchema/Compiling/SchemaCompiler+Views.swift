import PlumblineJSONTree

extension SchemaCompiler {
  /// The limit on the search for the members of one object, which keeps the cost of compiling linear.
  private static let mergedReach = 64

  /// Removes the names of members that the view withholds from `required`.
  ///
  /// Only members described by the schema itself, or by a schema that it references or lists in `allOf`, count. For an
  /// inline branch, the enclosing descriptions count too, as in `"allOf": [{"$ref": "#/Item"}, {"required": ["id"]}]`.
  mutating func withhold(_ schema: JSON, _ members: SchemaMembers, _ resource: Int, _ made: inout [Rule]) {
    let branches = inlineBranches(members)
    let required = made.first { $0.kind == .required }
    guard required != nil || !branches.isEmpty else { return }
    var names = inherited.removeValue(forKey: current) ?? []
    for (schema, resource) in merged(schema, resource) { names.formUnion(withheldProperties(of: schema, resource)) }
    if names.isEmpty { return }
    if let required {
      let asked = tables.names[required.index].filter { !names.contains($0.text) }
      tables.names.complete(required.index, with: asked)
    }
    for branch in branches where branch.kind == .object {
      inherited[node(for: branch, resource: resource), default: []].formUnion(names)
    }
  }

  /// Returns the inline subschemas of a schema that apply to the same value.
  private func inlineBranches(_ members: SchemaMembers) -> [JSON] {
    let lists = [SchemaKeyword.allOf, .anyOf, .oneOf].flatMap { members[$0].map { Array($0.elements) } ?? [] }
    let others = [SchemaKeyword.then, .else].compactMap { members[$0] }
    return lists + others + (members[.dependentSchemas]?.members.map(\.value) ?? [])
  }

  /// Returns the properties of a single schema object that the view withholds.
  mutating func withheldProperties(of schema: JSON, _ resource: Int) -> Set<String> {
    guard let word = view.withheld, let properties = schema["properties"], properties.kind == .object else { return [] }
    var found: Set<String> = []
    for (name, property) in properties.members where property.kind == .object {
      let owner = registry.resource(of: property) ?? resource
      // Skip the search for the many properties that don't refer to other schemas.
      let isAlone = property["$ref"] == nil && property["allOf"] == nil
      let parts = isAlone ? [(schema: property, resource: owner)] : merged(property, owner)
      let isWithheld = parts.contains { schema, resource in
        schema[word]?.bool == true && SchemaKeyword(word, in: registry.resources[resource].dialect) != nil
      }
      if isWithheld { found.insert(name) }
    }
    return found
  }

  /// Returns a schema and all schemas that it references or lists in `allOf`, each with its resource.
  private mutating func merged(_ schema: JSON, _ resource: Int) -> [(schema: JSON, resource: Int)] {
    var found: [(schema: JSON, resource: Int)] = []
    var seen: Set<Place> = []
    var pending = [(schema, resource)]
    while let (schema, outer) = pending.popLast(), found.count < Self.mergedReach {
      guard schema.kind == .object, seen.insert(Place(schema)).inserted else { continue }
      let resource = registry.resource(of: schema) ?? outer
      if let reference = schema["$ref"]?.string {
        if case .found(let target, let owner) = registry.resolve(reference, from: resource) {
          pending.append((target, owner))
        }
        // Before 2019-09, a reference hides all sibling keywords.
        if registry.resources[resource].dialect.draft < .draft2019 { continue }
      }
      found.append((schema, resource))
      for branch in schema["allOf"]?.elements.map({ $0 }) ?? [] { pending.append((branch, resource)) }
    }
    return found
  }
}
