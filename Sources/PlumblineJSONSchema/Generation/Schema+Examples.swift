import PlumblineJSONTree

extension Schema {
  /// Returns a Boolean value that indicates whether an example of the schema, or of a schema on the path, contains a
  /// value at a location.
  ///
  /// - Parameters:
  ///   - way: The tokens of a folded pointer, in which `*` stands for any element or member.
  ///   - name: A sibling of the last member of the path that must be absent. In this case, the example must be valid,
  ///     so that the absent member can't be required.
  package func hasExample(showing way: ArraySlice<String>, insteadOf name: String? = nil) -> Bool {
    var nodes = [root]
    var way = way
    while !nodes.isEmpty {
      let same = alternatives(to: nodes)
      for node in same {
        let source = compiled.source(of: node)
        let examples = (source["examples"].map { Array($0.elements) } ?? []) + (source["example"].map { [$0] } ?? [])
        if examples.contains(where: { $0.shows(way, insteadOf: name) && (name == nil || fits($0, node)) }) {
          return true
        }
      }
      guard let token = way.popFirst() else { return false }
      nodes = same.flatMap { inner(of: $0, at: token) }
    }
    return false
  }

  private func fits(_ example: JSON, _ node: Int) -> Bool {
    Schema(compiled: compiled, root: node, source: compiled.source(of: node), hasContents: false).isValid(example)
  }

  /// Returns the nodes that apply to the same value.
  private func alternatives(to nodes: [Int]) -> [Int] {
    var known = Set(nodes)
    var all = Array(known)
    var index = 0
    while index < all.count {
      for fact in compiled.facts(of: all[index]) {
        switch fact {
        case .reference(let node): if known.insert(node).inserted { all.append(node) }
        case .allOf(let parts), .anyOf(let parts), .oneOf(let parts):
          all += parts.filter { known.insert($0).inserted }
        default: break
        }
      }
      index += 1
    }
    return all
  }

  private func inner(of node: Int, at token: String) -> [Int] {
    compiled.facts(of: node).flatMap { fact -> [Int] in
      switch fact {
      case .object(let object):
        let named = object.properties.filter { $0.name == token }.map(\.node)
        return named.isEmpty ? object.additional.map { [$0] } ?? [] : named
      case .items(let prefix, let rest):
        return token == "*" || Int(token) != nil ? prefix + (rest.map { [$0] } ?? []) : []
      default: return []
      }
    }
  }
}

extension JSON {
  /// Returns a Boolean value that indicates whether there is a value at a folded pointer, in which `*` stands for any
  /// element or member.
  ///
  /// - Parameter name: A sibling of the last member of the pointer that must be absent.
  package func shows(_ way: ArraySlice<String>, insteadOf name: String? = nil) -> Bool {
    guard let token = way.first else { return true }
    let rest = way.dropFirst()
    if rest.isEmpty, let name, self[name] != nil { return false }
    if let member = self[token], member.shows(rest, insteadOf: name) { return true }
    guard token == "*" else { return false }
    return elements.contains { $0.shows(rest, insteadOf: name) }
      || members.contains { $0.value.shows(rest, insteadOf: name) }
  }
}
