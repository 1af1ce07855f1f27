import JSONTree

/// Which schemas apply to a value, and which members and elements they look at: what `unevaluated…`, `undocumented` and
/// `declared` need.
extension Validator {
  /// Which branches of `anyOf`, `oneOf` and the like count.
  enum Branches {
    /// Those that hold for the value.
    case holding
    /// All of them.
    case all
  }

  /// A node and all that apply to the same value through `$ref`, `allOf`, and branches that count.
  mutating func applying(_ node: Int, _ value: Int, _ branches: Branches = .holding) -> [Int] {
    applying([node], value, branches)
  }

  mutating func applying(_ starts: [Int], _ value: Int, _ branches: Branches = .holding) -> [Int] {
    var found: [Int] = []
    var pending = Array(starts.reversed())
    while let node = pending.popLast() {
      if found.contains(node) { continue }
      found.append(node)
      var more: [Int] = []
      for rule in schema.rules(of: node) {
        switch rule.kind {
        case .reference: more.append(rule.index)
        case .allOf: more += schema.tables.branches[rule.index]
        case .anyOf, .oneOf:
          for branch in schema.tables.branches[rule.index] where branches == .all || holds(branch, value) {
            more.append(branch)
          }
        case .conditional:
          let table = schema.tables.conditionals[rule.index]
          let isTrue = branches == .all || holds(table.test, value)
          if isTrue { more.append(table.test) }
          if isTrue, let then = table.then { more.append(then) }
          if branches == .all || !isTrue, let otherwise = table.otherwise { more.append(otherwise) }
        case .dependentSchemas:
          for entry in schema.tables.dependentSchemas[rule.index] where branches == .all || has(value, entry.name) {
            more.append(entry.node)
          }
        default: break
        }
      }
      pending += more.reversed()
    }
    return found
  }

  /// For each member of an object whether a keyword beside or below `unevaluatedProperties` of the node looks at it.
  mutating func evaluatedMembers(_ node: Int, _ object: Int) -> [Bool] {
    var marks = [Bool](repeating: false, count: document.count(object))
    for applied in applying(node, object) {
      if applied != node, schema.rule(.unevaluatedProperties, of: applied) != nil {
        return [Bool](repeating: true, count: marks.count)
      }
      guard let rule = schema.rule(.object, of: applied) else { continue }
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

  /// Whether `properties` or `patternProperties` name the member of a key.
  func names(_ table: ObjectTable, _ key: Int) -> Bool {
    if table.property(document, key) != nil { return true }
    if table.patterns.isEmpty { return false }
    let text = document.stringBytes(key)
    return table.patterns.contains { schema.tables.patterns[$0.pattern]?.matches(text) ?? true }
  }

  /// For each element of an array whether a keyword beside or below `unevaluatedItems` of the node looks at it.
  mutating func evaluatedItems(_ node: Int, _ array: Int) -> [Bool] {
    let count = document.count(array)
    var marks = [Bool](repeating: false, count: count)
    for applied in applying(node, array) {
      if applied != node, schema.rule(.unevaluatedItems, of: applied) != nil {
        return [Bool](repeating: true, count: count)
      }
      if let rule = schema.rule(.items, of: applied) {
        let table = schema.tables.items[rule.index]
        if table.rest != nil { return [Bool](repeating: true, count: count) }
        for index in 0..<min(count, table.prefix.count) { marks[index] = true }
      }
      if let rule = schema.rule(.contains, of: applied) {
        let table = schema.tables.contains[rule.index]
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
