import PlumblineJSONTree

/// A schema that applies to a value, and the scope of resources that were entered on the way to it.
struct AppliedNode: Hashable {
  let node: Int
  let scope: Int32
}

/// Support for finding the schemas that apply to a value, and the members and elements that they cover. It serves
/// `unevaluated…`, `undocumented`, and `declared`.
extension Validator {
  /// The branches of `anyOf`, `oneOf`, and similar keywords to consider.
  enum Branches {
    /// The branches that hold for the value.
    case holding
    /// The branches that hold or, if none does, the branch that the value names with its discriminating member.
    case named
    /// The branches that hold or, if none does, those that a value of this kind may have been intended for.
    case meant
    /// All branches.
    case all
  }

  /// Returns a node and all nodes that apply to the same value through `$ref`, `allOf`, and the given kind of branches.
  mutating func applying(_ node: Int, _ value: Int, _ branches: Branches = .holding) -> [AppliedNode] {
    applying([AppliedNode(node: node, scope: scope)], value, branches)
  }

  mutating func applying(
    _ starts: [AppliedNode], _ value: Int, _ branches: Branches = .holding
  ) -> [AppliedNode] {
    var found: [AppliedNode] = []
    var seen: Set<AppliedNode> = []
    var pending = Array(starts.reversed())
    let outer = scope
    defer { leaveScope(to: outer) }
    while let applied = pending.popLast() {
      // For only a few nodes, a linear search is faster than hashing.
      if found.count < 8 ? found.contains(applied) : seen.contains(applied) { continue }
      found.append(applied)
      if found.count == 8 { seen = Set(found) } else if found.count > 8 { seen.insert(applied) }
      leaveScope(to: applied.scope)
      _ = enterScope(of: applied.node)
      var more: [Int] = []
      for index in nodes[applied.node].range { apply(rules[index], value, branches, &more) }
      pending += more.reversed().map { AppliedNode(node: $0, scope: scope) }
    }
    return found
  }

  /// Adds the nodes that a rule applies to the same value.
  private mutating func apply(_ rule: Rule, _ value: Int, _ branches: Branches, _ more: inout [Int]) {
    switch rule.kind {
    case .reference: more.append(rule.index)
    case .dynamicReference: more.append(target(rule))
    case .allOf: more += schema.tables.branches[rule.index]
    case .anyOf, .oneOf:
      let all = schema.tables.branches[rule.index]
      var counting = branches == .all ? all : all.filter { holds($0, value) }
      if counting.isEmpty, branches == .meant { counting = all.filter { mayBeMeant($0, by: value) } }
      if counting.isEmpty, branches == .named { counting = named(branchShapes[rule.index], by: value) }
      more += counting
    case .conditional:
      let table = schema.tables.conditionals[rule.index]
      let (isTrue, isFalse) = branches == .all ? (true, true) : test(table.test, value)
      if isTrue { more.append(table.test) }
      if isTrue, let then = table.then { more.append(then) }
      if isFalse, let otherwise = table.otherwise { more.append(otherwise) }
    case .dependentSchemas:
      for entry in schema.tables.dependentSchemas[rule.index] where branches == .all || has(value, entry.name) {
        more.append(entry.node)
      }
    default: break
    }
  }

  /// Returns a Boolean value that indicates whether a node accepts values of this kind.
  private func mayBeMeant(_ node: Int, by value: Int) -> Bool {
    var entry = nodes[node]
    while entry.alias >= 0 { entry = nodes[Int(entry.alias)] }
    return entry.accepts & 1 << document.kind(value).rawValue != 0
  }

  /// Returns, for each member of an object, a Boolean value that indicates whether the node's other keywords or their
  /// subschemas cover it, which exempts it from `unevaluatedProperties`.
  mutating func evaluatedMembers(_ node: Int, _ object: Int) -> [Bool] {
    var marks = [Bool](repeating: false, count: document.count(object))
    for applied in applying(node, object) {
      if applied.node != node, schema.rule(.unevaluatedProperties, of: applied.node) != nil {
        return [Bool](repeating: true, count: marks.count)
      }
      guard let rule = schema.rule(.object, of: applied.node) else { continue }
      let table = schema.tables.objects[rule.index]
      if table.additional != nil { return [Bool](repeating: true, count: marks.count) }
      var key = object + 1
      for index in marks.indices {
        if !marks[index] { marks[index] = names(table, key) }
        key = document.next(key + 1)
      }
    }
    return marks
  }

  /// Returns a Boolean value that indicates whether `properties` or `patternProperties` name the member with a key.
  mutating func names(_ table: ObjectTable, _ key: Int) -> Bool {
    if table.property(document, key) != nil { return true }
    for (pattern, _) in table.patterns where matches(pattern, key) ?? answerUnknown(key) { return true }
    return false
  }

  /// Returns, for each element of an array, a Boolean value that indicates whether the node's other keywords or their
  /// subschemas cover it, which exempts it from `unevaluatedItems`.
  mutating func evaluatedItems(_ node: Int, _ array: Int) -> [Bool] {
    let count = document.count(array)
    var marks = [Bool](repeating: false, count: count)
    let outer = scope
    defer { leaveScope(to: outer) }
    for applied in applying(node, array) {
      if applied.node != node, schema.rule(.unevaluatedItems, of: applied.node) != nil {
        return [Bool](repeating: true, count: count)
      }
      if let rule = schema.rule(.items, of: applied.node) {
        let table = schema.tables.items[rule.index]
        if table.rest != nil { return [Bool](repeating: true, count: count) }
        for index in 0..<min(count, table.prefix.count) { marks[index] = true }
      }
      if let rule = schema.rule(.contains, of: applied.node) {
        let table = schema.tables.contains[rule.index]
        guard table.evaluates else { continue }
        leaveScope(to: applied.scope)
        _ = enterScope(of: applied.node)
        var element = array + 1
        for index in 0..<count {
          if !marks[index] { marks[index] = holds(table.node, element) }
          element = document.next(element)
        }
      }
    }
    return marks
  }
}
