import PlumblineJSONTree

/// Goes through two schemas side by side and notes the members of objects that only one of them names.
///
/// All that may apply counts, whether a branch or a condition holds or not.
struct MemberComparison {
  private struct Visit: Hashable {
    let values: [Int]
    let bounds: [Int]
  }

  private struct Step {
    let visit: Visit
    let pointer: JSONPointer
  }

  /// What applies at one place, as one schema has it.
  private struct Shape {
    var nodes: [Int] = []
    var properties: [(name: String, nodes: [Int])] = []
    var required: Set<String> = []
    var withheld: Set<String> = []
    var patterns: [Pattern?] = []
    var others: [Int] = []
    var elements: [Int] = []
    var describesMembers = false

    var sortedProperties: [(name: String, nodes: [Int])] { properties.sorted { $0.name < $1.name } }

    func nodes(of name: String) -> [Int]? { properties.first { $0.name == name }?.nodes }

    /// Whether something else than its name says what a member has to be, or that it may not come.
    func covers(_ name: String) -> Bool {
      !others.isEmpty || patterns.contains { $0?.matches(Array(name.utf8)) ?? true }
    }
  }

  private static let depthLimit = 60

  private let schema: CompiledSchema
  private var visited: Set<Visit> = []
  private(set) var unknown: [SchemaMember] = []
  private(set) var absent: [SchemaMember] = []

  init(_ schema: CompiledSchema) { self.schema = schema }

  /// Goes from the outside in and by the members' names: what several places have is told of the nearest, whatever the order
  /// in which schemas name their members.
  mutating func compare(_ values: [Int], _ bounds: [Int]) {
    var pending = [Step(visit: Visit(values: values, bounds: bounds), pointer: JSONPointer())]
    var next = 0
    while next < pending.count {
      pending += compare(pending[next])
      next += 1
    }
  }

  /// What one place has, and the places inside of it.
  private mutating func compare(_ step: Step) -> [Step] {
    let pointer = step.pointer
    guard pointer.tokens.count < Self.depthLimit, visited.insert(step.visit).inserted else { return [] }
    let (ours, theirs) = (shape(of: step.visit.values), shape(of: step.visit.bounds))
    var inside: [Step] = []
    func look(_ values: [Int], _ bounds: [Int], at token: String) {
      inside.append(Step(visit: Visit(values: values, bounds: bounds), pointer: pointer.appending(token)))
    }
    if ours.describesMembers, theirs.describesMembers {
      for (name, nodes) in ours.sortedProperties where !ours.withheld.contains(name) {
        if let others = theirs.nodes(of: name) {
          look(nodes, others, at: name)
        } else if !theirs.covers(name) {
          unknown.append(member(name, nodes, ours, theirs, pointer))
        }
      }
      for (name, nodes) in theirs.sortedProperties where !theirs.withheld.contains(name) {
        if ours.nodes(of: name) == nil, !ours.covers(name) {
          absent.append(member(name, nodes, theirs, ours, pointer))
        }
      }
    }
    if !ours.others.isEmpty, !theirs.others.isEmpty { look(ours.others, theirs.others, at: "*") }
    if !ours.elements.isEmpty, !theirs.elements.isEmpty { look(ours.elements, theirs.elements, at: "*") }
    return inside
  }

  private func member(
    _ name: String, _ nodes: [Int], _ own: Shape, _ other: Shape, _ pointer: JSONPointer
  ) -> SchemaMember {
    SchemaMember(
      pointer: pointer.appending(name), name: name, isRequired: own.required.contains(name),
      schema: schema.source(of: nodes[0]), other: schema.source(of: other.nodes[0]))
  }

  private func shape(of starts: [Int]) -> Shape {
    var shape = Shape()
    var places: [String: Int] = [:]
    var seen: Set<Int> = []
    var pending = starts.reversed().map { (node: $0, isCertain: true) }
    while let (node, isCertain) = pending.popLast() {
      if !seen.insert(node).inserted { continue }
      shape.nodes.append(node)
      var more: [(node: Int, isCertain: Bool)] = []
      for fact in schema.facts(of: node) {
        switch fact {
        case .object(let object):
          shape.describesMembers = shape.describesMembers || !object.properties.isEmpty || !object.patterns.isEmpty
          for (name, node) in object.properties {
            if let place = places[name] {
              shape.properties[place].nodes.append(node)
            } else {
              places[name] = shape.properties.count
              shape.properties.append((name, [node]))
            }
          }
          shape.withheld.formUnion(object.withheld)
          shape.patterns += object.patterns.map(\.pattern)
          if let additional = object.additional { shape.others.append(additional) }
        case .required(let names): if isCertain { shape.required.formUnion(names) }
        case .items(let prefix, let rest): shape.elements += prefix + [rest].compactMap { $0 }
        case .unevaluatedProperties(let node): shape.others.append(node)
        case .reference(let inner): more.append((inner, isCertain))
        case .allOf(let branches): more += branches.map { ($0, isCertain) }
        case .anyOf(let branches), .oneOf(let branches): more += branches.map { ($0, false) }
        case .conditional(let test, let then, let otherwise):
          more += [test, then, otherwise].compactMap { $0 }.map { ($0, false) }
        case .dependentSchemas(let list): more += list.map { ($0.node, false) }
        default: break
        }
      }
      pending += more.reversed()
    }
    return shape
  }
}
