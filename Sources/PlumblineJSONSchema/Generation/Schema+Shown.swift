import PlumblineJSONTree

extension Schema {
  /// The first valid example that the schema provides, directly or through `$ref` and `allOf`, or `nil` if there is
  /// none.
  package var shownExample: JSON? {
    compiled.first(through: [root]) { node in
      let source = compiled.source(of: node)
      var examples = source["examples"].map { Array($0.elements) } ?? []
      if let example = source["example"] { examples.append(example) }
      return examples.first { isValid($0) }.map(withholding)
    }
  }
}
