import PlumblineJSONTree

extension Schema {
  /// The nearest `default` that the schema provides, directly or through `$ref` and `allOf`.
  package var standard: JSON? {
    var nodes = [root]
    var index = 0
    while index < nodes.count {
      if let value = compiled.source(of: nodes[index])["default"] { return value }
      for fact in compiled.facts(of: nodes[index]) {
        switch fact {
        case .reference(let node): if !nodes.contains(node) { nodes.append(node) }
        case .allOf(let parts): nodes += parts.filter { !nodes.contains($0) }
        default: break
        }
      }
      index += 1
    }
    return nil
  }
}
