import JSONTree

/// The rules that apply other schemas, to the same value or to what is in it.
extension Validator {
  mutating func allHold(_ branches: [Int], _ value: Int) -> Bool {
    for branch in branches where !holds(branch, value) { return false }
    return true
  }

  mutating func anyHolds(_ branches: [Int], _ value: Int) -> Bool {
    for branch in branches where holds(branch, value) { return true }
    return false
  }

  mutating func oneHolds(_ branches: [Int], _ value: Int) -> Bool {
    var count = 0
    for branch in branches where holds(branch, value) {
      count += 1
      if count > 1 { return false }
    }
    return count == 1
  }

  mutating func conditionalHolds(_ table: ConditionalTable, _ value: Int) -> Bool {
    guard table.then != nil || table.otherwise != nil else { return true }
    guard let branch = holds(table.test, value) ? table.then : table.otherwise else { return true }
    return holds(branch, value)
  }

  mutating func dependentSchemasHold(_ index: Int, _ value: Int) -> Bool {
    guard document.kind(value) == .object else { return true }
    for entry in schema.tables.dependentSchemas[index] where has(value, entry.name) && !holds(entry.node, value) {
      return false
    }
    return true
  }

  mutating func namesHold(_ node: Int, _ value: Int) -> Bool {
    guard document.kind(value) == .object else { return true }
    let end = document.next(value)
    var key = value + 1
    while key < end {
      if !holds(node, key) { return false }
      key = document.next(key + 1)
    }
    return true
  }

  mutating func objectHolds(_ table: ObjectTable, _ value: Int) -> Bool {
    guard document.kind(value) == .object else { return true }
    let end = document.next(value)
    var key = value + 1
    while key < end {
      var isNamed = false
      if let index = table.property(document, key) {
        isNamed = true
        if !holds(table.properties[index].node, key + 1) { return false }
      }
      if !table.patterns.isEmpty {
        let text = document.stringBytes(key)
        for (pattern, node) in table.patterns {
          switch schema.tables.patterns[pattern]?.matches(text) {
          case true:
            isNamed = true
            if !holds(node, key + 1) { return false }
          case nil: isNamed = true
          default: break
          }
        }
      }
      if !isNamed, let additional = table.additional, !holds(additional, key + 1) { return false }
      key = document.next(key + 1)
    }
    return true
  }

  mutating func itemsHold(_ table: ItemsTable, _ value: Int) -> Bool {
    guard document.kind(value) == .array else { return true }
    let end = document.next(value)
    var element = value + 1
    var index = 0
    while element < end {
      guard let node = index < table.prefix.count ? table.prefix[index] : table.rest else { return true }
      if !holds(node, element) { return false }
      element = document.next(element)
      index += 1
    }
    return true
  }

  mutating func containsHolds(_ table: ContainsTable, _ value: Int) -> Bool {
    guard document.kind(value) == .array else { return true }
    let count = containedCount(table, value)
    return count >= table.minimum && count <= table.maximum ?? .max
  }

  mutating func containedCount(_ table: ContainsTable, _ array: Int) -> Int {
    var count = 0
    var element = array + 1
    while element < document.next(array) {
      if holds(table.node, element) { count += 1 }
      element = document.next(element)
    }
    return count
  }

  mutating func unevaluatedPropertiesHold(_ rest: Int, of node: Int, _ value: Int) -> Bool {
    guard document.kind(value) == .object else { return true }
    let marks = evaluatedMembers(node, value)
    var key = value + 1
    for mark in marks {
      if !mark, !holds(rest, key + 1) { return false }
      key = document.next(key + 1)
    }
    return true
  }

  mutating func unevaluatedItemsHold(_ rest: Int, of node: Int, _ value: Int) -> Bool {
    guard document.kind(value) == .array else { return true }
    let marks = evaluatedItems(node, value)
    var element = value + 1
    for mark in marks {
      if !mark, !holds(rest, element) { return false }
      element = document.next(element)
    }
    return true
  }
}
