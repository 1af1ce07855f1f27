import PlumblineJSONTree

/// A traversal of an instance along with all schemas that apply at each location.
struct DocumentationWalk {
  /// The maximum length of a list of names that is searched directly, without a set.
  private static let shortList = 16

  var validator: Validator
  /// A Boolean value that indicates whether the walk looks for members that the schemas' view withholds, instead of
  /// undocumented members.
  var seeksWithheld = false
  /// The tape nodes of the member values that the walk has found.
  private(set) var found: [Int] = []
  /// The JSON strings that the walk has found, with the nodes of their `contentSchema`.
  var contents: [(text: Int, node: Int)] = []
  /// The names in long `required` lists, by the index of their rule. Every member is looked up in each list.
  private var longLists: [Int: Set<[UInt8]>] = [:]

  private init(_ validator: Validator) {
    self.validator = validator
  }

  /// Calls a closure with a walk and returns its result. The walk must not escape the closure.
  static func walking<T>(
    _ document: JSONDocument, by schema: CompiledSchema, depth: Int = Validator.nearLimit,
    _ body: (inout DocumentationWalk) -> T
  ) -> T {
    Validator.judging(document, by: schema, limit: depth) { validator in
      var walk = DocumentationWalk(validator)
      return body(&walk)
    }
  }

  /// A Boolean value that indicates whether the walk skipped values because they are nested too deeply.
  var isTooDeep: Bool { validator.isTooDeep }

  var schema: CompiledSchema { validator.schema }
  var document: JSONDocument { validator.document }

  mutating func visit(_ starts: [AppliedNode], _ value: Int) {
    guard !starts.isEmpty, validator.enter() else { return }
    defer { validator.leave() }
    switch document.kind(value) {
    case .object:
      let nodes = validator.applying(starts, value, .meant)
      if seeksWithheld { return findWithheld(nodes, value) }
      let describes = describesProperties(nodes)
      var key = value + 1
      while key < document.next(value) {
        switch document.kind(key + 1) {
        case .object, .array:
          let (children, isNamed) = memberNodes(nodes, key)
          if isNamed || !describes {
            visit(children, key + 1)
          } else if !isRequired(nodes, key) {
            found.append(key + 1)
          }
        default:
          // The value contains no members, so only its name counts.
          if describes, !isNamed(nodes, key), !isRequired(nodes, key) { found.append(key + 1) }
        }
        key = document.next(key + 1)
      }
    case .array:
      let nodes = validator.applying(starts, value, .meant)
      var element = value + 1
      var index = 0
      while element < document.next(value) {
        // Other values have no contents.
        if document.kind(element) == .object || document.kind(element) == .array {
          visit(elementNodes(nodes, index, element), element)
        }
        element = document.next(element)
        index += 1
      }
    default: break
    }
  }

  private mutating func findWithheld(_ nodes: [AppliedNode], _ object: Int) {
    var key = object + 1
    while key < document.next(object) {
      if isWithheld(nodes, key) {
        found.append(key + 1)
      } else if document.kind(key + 1) == .object || document.kind(key + 1) == .array {
        visit(memberNodes(nodes, key).nodes, key + 1)
      }
      key = document.next(key + 1)
    }
  }

  /// Returns a Boolean value that indicates whether any of the schemas withholds a member from the view.
  private func isWithheld(_ nodes: [AppliedNode], _ key: Int) -> Bool {
    nodes.contains { applied in
      guard let rule = schema.rule(.object, of: applied.node) else { return false }
      let table = schema.tables.objects[rule.index]
      return table.property(document, key).map { table.properties[$0].isWithheld } ?? false
    }
  }

  /// Returns the node that describes the properties of the object at a location in an instance.
  mutating func description(of pointer: JSONPointer, from root: Int, in instance: JSON) -> Int? {
    guard let (nodes, value) = follow(pointer, from: root, instance) else { return nil }
    return validator.applying(nodes, value, .meant).map(\.node).first { node in
      schema.rule(.object, of: node).map { schema.tables.objects[$0.index].describesProperties } ?? false
    }
  }

  private func describesProperties(_ nodes: [AppliedNode]) -> Bool {
    nodes.contains { applied in
      schema.rule(.object, of: applied.node).map { schema.tables.objects[$0.index].describesProperties } ?? false
    }
  }

  /// Returns a Boolean value that indicates whether any keyword of the schemas applies to a member.
  private mutating func isNamed(_ nodes: [AppliedNode], _ key: Int) -> Bool {
    for applied in nodes {
      if schema.rule(.unevaluatedProperties, of: applied.node) != nil { return true }
      guard let rule = schema.rule(.object, of: applied.node) else { continue }
      let table = schema.tables.objects[rule.index]
      if table.additional != nil || validator.names(table, key) { return true }
    }
    return false
  }

  /// Returns a Boolean value that indicates whether a schema requires a member and thus mentions it.
  private mutating func isRequired(_ nodes: [AppliedNode], _ key: Int) -> Bool {
    for applied in nodes {
      guard let rule = schema.rule(.required, of: applied.node) else { continue }
      let names = schema.tables.names[rule.index]
      if names.count <= Self.shortList {
        if names.contains(where: { document.string(key, equals: $0.bytes) }) { return true }
        continue
      }
      if longLists[rule.index] == nil { longLists[rule.index] = Set(names.map(\.bytes)) }
      if longLists[rule.index]?.contains(validator.reader.decodedText(key)) == true { return true }
    }
    return false
  }

  /// Returns the schemas of a member, and a Boolean value that indicates whether any keyword applies to the member.
  mutating func memberNodes(
    _ nodes: [AppliedNode], _ key: Int
  ) -> (nodes: [AppliedNode], isNamed: Bool) {
    var children: [AppliedNode] = []
    var isNamed = false
    for applied in nodes {
      guard let rule = schema.rule(.object, of: applied.node) else { continue }
      let table = schema.tables.objects[rule.index]
      var found: [Int] = []
      if let index = table.property(document, key) { found.append(table.properties[index].node) }
      for (pattern, child) in table.patterns where validator.matches(pattern, key) ?? true { found.append(child) }
      if found.isEmpty, let additional = table.additional { found.append(additional) }
      isNamed = isNamed || !found.isEmpty
      children += found.map { below(applied, $0) }
    }
    if !isNamed {
      for applied in nodes {
        guard let rule = schema.rule(.unevaluatedProperties, of: applied.node) else { continue }
        children.append(below(applied, rule.index))
        isNamed = true
      }
    }
    return (children, isNamed)
  }

  mutating func elementNodes(_ nodes: [AppliedNode], _ index: Int, _ element: Int) -> [AppliedNode] {
    var children: [AppliedNode] = []
    var isNamed = false
    for applied in nodes {
      if let rule = schema.rule(.items, of: applied.node) {
        let table = schema.tables.items[rule.index]
        if let child = index < table.prefix.count ? table.prefix[index] : table.rest {
          children.append(below(applied, child))
          isNamed = true
        }
      }
      if let rule = schema.rule(.contains, of: applied.node) {
        let table = schema.tables.contains[rule.index]
        let child = below(applied, table.node)
        let outer = validator.scope
        validator.leaveScope(to: child.scope)
        if validator.holds(table.node, element) {
          children.append(child)
          isNamed = true
        }
        validator.leaveScope(to: outer)
      }
    }
    if !isNamed {
      for applied in nodes {
        if let rule = schema.rule(.unevaluatedItems, of: applied.node) { children.append(below(applied, rule.index)) }
      }
    }
    return children
  }

  /// Returns a node that a given node applies inside its value, with the resources that have been entered so far.
  private mutating func below(_ applied: AppliedNode, _ node: Int) -> AppliedNode {
    let outer = validator.scope
    defer { validator.leaveScope(to: outer) }
    validator.leaveScope(to: applied.scope)
    _ = validator.enterScope(of: applied.node)
    return AppliedNode(node: node, scope: validator.scope)
  }

  /// Returns the schemas that apply at a location in an instance, and the value's tape node.
  mutating func follow(_ pointer: JSONPointer, from root: Int, _ instance: JSON) -> (nodes: [AppliedNode], value: Int)?
  {
    var nodes = [AppliedNode(node: root, scope: 0)]
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
