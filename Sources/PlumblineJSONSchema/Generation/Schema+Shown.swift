import PlumblineJSONTree

extension Schema {
  /// The first example that the schema provides, directly or through `$ref` and `allOf`, and that it accepts, or `nil`
  /// if there is none.
  package var shownExample: JSON? {
    var nodes = [root]
    var index = 0
    while index < nodes.count {
      let source = compiled.source(of: nodes[index])
      var examples = source["examples"].map { Array($0.elements) } ?? []
      if let example = source["example"] { examples.append(example) }
      if let found = examples.first(where: { isValid($0) }) { return withholding(found) }
      for fact in compiled.facts(of: nodes[index]) {
        switch fact {
        case .reference(let node): if !nodes.contains(node) { nodes.append(node) }
        case .allOf(let parts): nodes += parts.filter { !nodes.contains($0) }
        default: break
        }
      }
      index += 1
    }
    return Optional.none
  }
}
