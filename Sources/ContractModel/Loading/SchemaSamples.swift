import JSONTree

/// Finds the `default` and `examples` inside a schema.
enum SchemaSamples {
  /// A value, and the schema that it stands in.
  struct Sample {
    let kind: String
    let value: JSON
    let schema: JSON
  }

  /// Keywords that hold one schema, an array of schemas, or a map of schemas.
  private static let single = [
    "items", "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties",
  ]
  private static let arrays = ["allOf", "anyOf", "oneOf", "prefixItems"]
  private static let maps = ["properties", "patternProperties", "dependentSchemas", "$defs"]

  /// Every sample in a schema and in the schemas inside it, not in those that it refers to. Depth costs no stack.
  static func of(_ schema: JSON) -> [Sample] {
    var samples: [Sample] = []
    var waiting = [schema]
    while let schema = waiting.popLast() {
      guard schema.kind == .object else { continue }
      if let value = schema["default"] { samples.append(Sample(kind: "default", value: value, schema: schema)) }
      if let examples = schema["examples"] {
        samples += examples.elements.map { Sample(kind: "example", value: $0, schema: schema) }
      }
      waiting += single.compactMap { schema[$0] }
      waiting += arrays.flatMap { schema[$0]?.elements.map { $0 } ?? [] }
      waiting += maps.flatMap { schema[$0]?.members.map(\.value) ?? [] }
    }
    return samples
  }
}
