import PlumblineJSONTree

extension SchemaOutline {
  /// Returns the types that a value may have, as far as `type`, `const`, `enum` and choices determine them. An integer
  /// counts as a number.
  ///
  /// - Returns: The types, or `nil` if nothing limits them.
  func types(of schema: JSON, in file: String) -> Set<String>? {
    var types: Set<String>?
    for part in parts(of: schema, in: file) {
      var own = Self.types(sayingOf: part.schema)
      for keyword in ["oneOf", "anyOf"] where own == nil {
        let branches = part.schema[keyword]?.elements.map { branch in
          Self.types(of: parts(of: branch, in: part.file).map(\.schema))
        }
        guard let branches, !branches.isEmpty, !branches.contains(nil) else { continue }
        own = branches.reduce(into: []) { $0?.formUnion($1 ?? []) }
      }
      if let own { types = types?.intersection(own) ?? own }
    }
    return types
  }

  /// Returns the schema of an array's elements and the file that contains it, or `nil` if there is none.
  func element(of schema: JSON, in file: String) -> (schema: JSON, file: String)? {
    parts(of: schema, in: file).lazy.compactMap { part in part.schema["items"].map { ($0, part.file) } }.first
  }

  /// Returns the values that a schema lists: its `const`, its `default`, and those of its `examples` and its `enum`.
  func samples(of schema: JSON, in file: String) -> [JSON] {
    let single = ["const", "default"].compactMap { value(of: $0, in: schema, file) }
    return single + ["examples", "enum"].flatMap { value(of: $0, in: schema, file)?.elements.map { $0 } ?? [] }
  }

  private static func types(of schemas: [JSON]) -> Set<String>? {
    schemas.reduce(nil) { types, schema in
      guard let own = Self.types(sayingOf: schema) else { return types }
      return types?.intersection(own) ?? own
    }
  }

  private static let known: Set<String> = ["null", "boolean", "number", "string", "array", "object"]

  /// Returns the types that a schema's keywords determine, ignoring other schemas.
  private static func types(sayingOf schema: JSON) -> Set<String>? {
    let names: [String]
    if let type = schema["type"] {
      names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
    } else if let value = schema["const"] {
      names = [value.kind.name]
    } else if let values = schema["enum"], values.kind == .array {
      names = values.elements.map(\.kind.name)
    } else {
      return nil
    }
    // Unknown types are reported elsewhere.
    let types = Set(names.map { $0 == "integer" ? "number" : $0 })
    return types.isSubset(of: known) ? types : nil
  }
}
