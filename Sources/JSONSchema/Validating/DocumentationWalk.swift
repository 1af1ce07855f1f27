import JSONTree

/// Goes down an instance together with all schemas that apply at each place.
struct DocumentationWalk {
  private static let depthLimit = 1_200

  var validator: Validator
  /// The tape nodes of undocumented member values.
  private(set) var found: [Int] = []
  private var depth = 0

  init(_ schema: CompiledSchema, _ document: JSONDocument) {
    validator = Validator(schema, document)
  }

  private var schema: CompiledSchema { validator.schema }
  private var document: JSONDocument { validator.document }

  mutating func visit(_ starts: [Int], _ value: Int) {
    guard !starts.isEmpty, depth < Self.depthLimit else { return }
    depth += 1
    defer { depth -= 1 }
    switch document.kind(value) {
    case .object:
      let nodes = validator.applying(starts, value)
      let describes = describesProperties(nodes)
      var key = value + 1
      while key < document.next(value) {
        let (children, isNamed) = memberNodes(nodes, key)
        if isNamed || !describes { visit(children, key + 1) } else { found.append(key + 1) }
        key = document.next(key + 1)
      }
    case .array:
      let nodes = validator.applying(starts, value)
      var element = value + 1
      var index = 0
      while element < document.next(value) {
        visit(elementNodes(nodes, index, element), element)
        element = document.next(element)
        index += 1
      }
    default: break
    }
  }

  private func describesProperties(_ nodes: [Int]) -> Bool {
    nodes.contains { node in
      schema.rule(.object, of: node).map { schema.tables.objects[$0.index].describesProperties } ?? false
    }
  }

  /// The schemas of a member, and whether any keyword looks at it.
  private func memberNodes(_ nodes: [Int], _ key: Int) -> (nodes: [Int], isNamed: Bool) {
    var children: [Int] = []
    var isNamed = false
    for node in nodes {
      guard let rule = schema.rule(.object, of: node) else { continue }
      let table = schema.tables.objects[rule.index]
      var isNamedHere = false
      if let index = table.property(document, key) {
        children.append(table.properties[index].node)
        isNamedHere = true
      }
      if !table.patterns.isEmpty {
        let text = document.stringBytes(key)
        for (pattern, child) in table.patterns where schema.tables.patterns[pattern]?.matches(text) ?? true {
          children.append(child)
          isNamedHere = true
        }
      }
      if !isNamedHere, let additional = table.additional {
        children.append(additional)
        isNamedHere = true
      }
      isNamed = isNamed || isNamedHere
    }
    if !isNamed {
      for node in nodes {
        guard let rule = schema.rule(.unevaluatedProperties, of: node) else { continue }
        children.append(rule.index)
        isNamed = true
      }
    }
    return (children, isNamed)
  }

  private mutating func elementNodes(_ nodes: [Int], _ index: Int, _ element: Int) -> [Int] {
    var children: [Int] = []
    var isNamed = false
    for node in nodes {
      if let rule = schema.rule(.items, of: node) {
        let table = schema.tables.items[rule.index]
        if let child = index < table.prefix.count ? table.prefix[index] : table.rest {
          children.append(child)
          isNamed = true
        }
      }
      if let rule = schema.rule(.contains, of: node) {
        let table = schema.tables.contains[rule.index]
        if validator.holds(table.node, element) {
          children.append(table.node)
          isNamed = true
        }
      }
    }
    if !isNamed {
      children += nodes.compactMap { schema.rule(.unevaluatedItems, of: $0)?.index }
    }
    return children
  }

  /// The schemas at a place of an instance, and its tape node.
  mutating func follow(_ pointer: JSONPointer, from root: Int, _ instance: JSON) -> (nodes: [Int], value: Int)? {
    var nodes = [root]
    var value = instance
    for token in pointer.tokens {
      guard let child = value.at(JSONPointer(tokens: [token])) else { return nil }
      let applying = validator.applying(nodes, value.node, .all)
      if value.kind == .object {
        nodes = memberNodes(applying, child.node - 1).nodes
      } else {
        nodes = elementNodes(applying, Int(token) ?? 0, child.node)
      }
      value = child
    }
    return (nodes, value.node)
  }
}
