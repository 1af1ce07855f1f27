import JSONTree

/// Makes a value for a set of nodes that must all hold.
///
/// It gathers what the nodes ask for through `$ref` and `allOf`, picks branches, proposes candidates of the likeliest
/// type, and keeps the first that the validator accepts. Recursion ends where optional parts are left out (`optionalDepth`)
/// and where nothing is left of the budget.
struct ExampleMaker {
  enum Style {
    /// Optional properties and one element.
    case typical
    /// Only what must be there.
    case minimal
  }

  private static let depthLimit = 48
  private static let optionalDepth = 5
  private static let branchAttempts = 24

  let schema: CompiledSchema
  let style: Style
  /// Values that may still be tried.
  private var budget = 4_000

  init(_ schema: CompiledSchema, seed: UInt64, style: Style) {
    self.schema = schema
    self.style = style
  }

  func wantsOptional(at depth: Int) -> Bool { style == .typical && depth < Self.optionalDepth }

  func holds(_ nodes: [Int], _ value: JSON) -> Bool {
    var validator = Validator(schema, value.document)
    return validator.allHold(nodes, value.node) && !validator.isTooDeep
  }

  mutating func value(_ nodes: [Int], depth: Int, variation: Int) -> JSON? {
    guard depth < Self.depthLimit else { return nil }
    for attempt in 0..<Self.branchAttempts {
      guard budget > 0 else { return nil }
      budget -= 1
      var (all, choices) = gather(nodes, attempt)
      // Conditions depend on the value: make one, see what they ask for, and make it again.
      for _ in 0..<3 {
        guard let candidate = candidate(all, nodes, depth: depth, variation: variation) else { break }
        if holds(nodes, candidate) { return candidate }
        let more = conditionals(all, candidate).filter { !all.contains($0) }
        if more.isEmpty { break }
        let gathered = gather(all + more, attempt)
        all = gathered.nodes
        choices = max(choices, gathered.choices)
      }
      if attempt + 1 >= choices { return nil }
    }
    return nil
  }

  /// All nodes that must hold together, with one branch of each choice. `choices` says how many attempts are worth while.
  private func gather(_ starts: [Int], _ attempt: Int) -> (nodes: [Int], choices: Int) {
    var found: [Int] = []
    var pending = Array(starts.reversed())
    var choices = 1
    var group = 0
    while let node = pending.popLast() {
      if found.contains(node) { continue }
      found.append(node)
      for rule in schema.rules(of: node).reversed() {
        switch rule.kind {
        case .reference: pending.append(rule.index)
        case .allOf: pending += schema.tables.branches[rule.index].reversed()
        case .anyOf, .oneOf:
          // Null is the least telling branch of a nullable.
          let branches = schema.tables.branches[rule.index]
          let ordered = branches.filter { !isNull($0) } + branches.filter(isNull)
          pending.append(ordered[(attempt + group * (attempt / max(1, ordered.count))) % ordered.count])
          choices = min(Self.branchAttempts, choices * ordered.count)
          group += 1
        default: break
        }
      }
    }
    return (found, choices)
  }

  private func isNull(_ node: Int) -> Bool {
    schema.rules(of: node).first.map { $0.kind == .types && $0.operand == Int32(TypeSet.null.rawValue) } ?? false
  }

  /// What `if` and `dependentSchemas` ask of a value.
  private func conditionals(_ nodes: [Int], _ value: JSON) -> [Int] {
    var validator = Validator(schema, value.document)
    var more: [Int] = []
    for node in nodes {
      for rule in schema.rules(of: node) {
        switch rule.kind {
        case .conditional:
          let table = schema.tables.conditionals[rule.index]
          let branch = validator.holds(table.test, value.node) ? table.then : table.otherwise
          if let branch { more.append(branch) }
        case .dependentSchemas:
          for entry in schema.tables.dependentSchemas[rule.index] where value[entry.name.text] != nil {
            more.append(entry.node)
          }
        default: break
        }
      }
    }
    return more
  }

  private mutating func candidate(_ all: [Int], _ nodes: [Int], depth: Int, variation: Int) -> JSON? {
    let rules = all.flatMap { schema.rules(of: $0) }
    if rules.contains(where: { $0.kind == .never }) { return nil }
    for rule in rules where rule.kind == .constant || rule.kind == .enumeration {
      let values = schema.tables.values[rule.index]
      for offset in values.indices {
        let value = values[(offset + variation) % values.count]
        if holds(all, value) { return value }
      }
      return nil
    }
    if let given = given(all) { return given }
    let makers = ExampleTypes.candidates(all, schema)
    for type in makers {
      switch type {
      case .object:
        if let value = object(all, rules, depth: depth, variation: variation) { return value }
      case .array:
        if let value = array(rules, depth: depth, variation: variation) { return value }
      case .string:
        if let value = ExampleStrings(schema, rules).candidates(variation).first(where: { holds(all, $0) }) {
          return value
        }
      case .integer, .number:
        let numbers = ExampleNumbers(schema, rules, isInteger: type == .integer)
        if let value = numbers.candidates(variation).first(where: { holds(all, $0) }) { return value }
      case .boolean:
        if let value = [JSON(variation % 2 == 0), JSON(variation % 2 != 0)].first(where: { holds(all, $0) }) {
          return value
        }
      default:
        if holds(all, .null) { return .null }
      }
    }
    return nil
  }

  /// A `default` or an example that the schema gives and that holds.
  private func given(_ all: [Int]) -> JSON? {
    for node in all {
      let source = schema.source(of: node)
      for value in [source["default"], source["examples"]?.elements.first] {
        if let value, holds(all, value) { return value }
      }
    }
    return nil
  }
}
