import JSONTree

/// Goes through a schema and the schemas inside it.
enum SubschemaWalk {
  /// Keywords that hold one schema, an array of schemas, or a map of schemas.
  private static let single = [
    "items", "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties",
  ]
  private static let arrays = ["allOf", "anyOf", "oneOf", "prefixItems"]
  private static let maps = ["properties", "patternProperties", "dependentSchemas", "$defs"]

  /// Every object schema in a schema, itself too, but not those that it refers to. Depth costs no stack.
  static func of(_ schema: JSON) -> [JSON] {
    var found: [JSON] = []
    var waiting = [schema]
    while let schema = waiting.popLast() {
      guard schema.kind == .object else { continue }
      found.append(schema)
      waiting += single.compactMap { schema[$0] }
      waiting += arrays.flatMap { schema[$0]?.elements.map { $0 } ?? [] }
      waiting += maps.flatMap { schema[$0]?.members.map(\.value) ?? [] }
    }
    return found
  }
}
