import PlumblineJSONTree

/// Objects that only one side closes.
extension PlaceOutline {
  /// Returns the closing of an object, if the outline of the values at this place says nothing about members that it
  /// doesn't name. A contract that says nothing about such members states neither that they exist nor that they don't.
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

  /// Returns a Boolean value that indicates whether the members that the other outline names are among this outline's
  /// own, whatever applies to them.
  private func namesAllMembers(of other: PlaceOutline) -> Bool {
    choices.isEmpty && other.choices.isEmpty && other.properties.allSatisfy { nodes(of: $0.name) != nil }
      && !other.rules.contains { $0.rule.kind == .conditional || $0.rule.kind == .dependentSchemas }
  }

  /// Returns a Boolean value that indicates whether a node says that other members may occur, in which case it is
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
