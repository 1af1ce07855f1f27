/// The keywords of 2020-12 by what their values hold.
enum SchemaKeyword {
  enum Shape {
    case schema
    case list
    case map
    case other
  }

  static func shape(of keyword: String) -> Shape {
    switch keyword {
    case "additionalProperties", "items", "contains", "not", "if", "then", "else", "propertyNames",
      "unevaluatedItems", "unevaluatedProperties", "contentSchema":
      .schema
    case "allOf", "anyOf", "oneOf", "prefixItems": .list
    case "$defs", "definitions", "properties", "patternProperties", "dependentSchemas": .map
    default: .other
    }
  }

  /// Keywords that assert nothing, as far as this module is concerned.
  static let annotations: Set<String> = [
    "$schema", "$id", "$anchor", "$comment", "$defs", "definitions", "title", "description", "default", "examples",
    "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType", "contentSchema",
  ]

  /// Keywords that change what a schema means and are not supported: a schema with one of them is refused.
  static let refused: Set<String> = [
    "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary",
  ]
}
