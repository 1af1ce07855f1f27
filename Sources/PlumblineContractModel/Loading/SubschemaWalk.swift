import PlumblineJSONTree

/// A namespace for visiting a schema and its subschemas.
enum SubschemaWalk {
  /// The kind of value that a keyword has.
  private enum Holding {
    case schema
    case array
    case map
  }

  private static let keywords: [String: Holding] = [
    "items": .schema, "contains": .schema, "not": .schema, "if": .schema, "then": .schema, "else": .schema,
    "additionalProperties": .schema, "propertyNames": .schema, "unevaluatedItems": .schema,
    "unevaluatedProperties": .schema, "contentSchema": .schema,
    "allOf": .array, "anyOf": .array, "oneOf": .array, "prefixItems": .array,
    "properties": .map, "patternProperties": .map, "dependentSchemas": .map, "$defs": .map,
  ]

  /// Returns every object schema in a schema, including the schema itself but not the schemas that it references. The
  /// traversal is iterative, so deep schemas don't overflow the stack.
  static func of(_ schema: JSON) -> [JSON] {
    var found: [JSON] = []
    var waiting = [schema]
    while let schema = waiting.popLast() {
      guard schema.kind == .object else { continue }
      found.append(schema)
      for (keyword, value) in schema.members {
        switch keywords[keyword] {
        case .schema: waiting.append(value)
        case .array: waiting += value.elements
        case .map: for member in value.members { waiting.append(member.value) }
        case nil: break
        }
      }
    }
    return found
  }
}
