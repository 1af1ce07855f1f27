import PlumblineJSONTree

/// Support for objects that only one side closes.
extension PlaceOutline {
  /// Returns an annotation if this outline closes an object and the values' outline says nothing about unnamed members.
  /// A contract that doesn't mention such members states neither that they exist nor that they don't.
  func closing(of values: PlaceOutline, in schema: CompiledSchema) -> SchemaAnnotation? {
    guard values.patterns.isEmpty, values.others.isEmpty,
      let closing = others.first(where: { schema.takesNothing($0) }), let value = values.nodes.first,
      let bound = nodes.first, !values.nodes.contains(where: { Self.saysMore($0, in: schema) })
    else { return nil }
    var annotation = SchemaAnnotation(
      pointer: JSONPointer(), keyword: SchemaAnnotation.closing, values: schema.source(of: value),
      bounds: schema.source(of: bound), ofValues: Optional<JSON>.none, ofBounds: schema.source(of: closing))
    annotation.isOnlyReason = namesAllMembers(of: values)
    return annotation
  }

  /// Returns a Boolean value that indicates whether this outline names every member that another outline names,
  /// regardless of their schemas.
  private func namesAllMembers(of other: PlaceOutline) -> Bool {
    choices.isEmpty && other.choices.isEmpty && other.properties.allSatisfy { nodes(of: $0.name) != nil }
      && !other.rules.contains { $0.rule.kind == .conditional || $0.rule.kind == .dependentSchemas }
  }

  /// Returns a Boolean value that indicates whether a node explicitly allows additional members. Such a node is
  /// compared as it is.
  private static func saysMore(_ node: Int, in schema: CompiledSchema) -> Bool {
    schema.facts(of: node).contains { fact in
      if case .object(let object) = fact { object.additional != nil } else { false }
    }
  }
}

extension CompiledSchema {
  /// Returns a Boolean value that indicates whether a schema is `false`.
  fileprivate func takesNothing(_ node: Int) -> Bool {
    facts(of: resolved(node)).contains { if case .never = $0 { true } else { false } }
  }
}
