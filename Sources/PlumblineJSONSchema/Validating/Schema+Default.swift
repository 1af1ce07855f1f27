import PlumblineJSONTree

extension Schema {
  /// The nearest `default` that the schema provides, directly or through `$ref` and `allOf`.
  package var standard: JSON? { compiled.first(through: [root]) { compiled.source(of: $0)["default"] } }
}
