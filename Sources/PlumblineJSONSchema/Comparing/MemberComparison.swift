import PlumblineJSONTree

/// Goes through two schemas side by side and notes the members of objects that only one of them names.
///
/// All that may apply counts, whether a branch or a condition holds or not.
struct MemberComparison {
  private struct Visit: Hashable {
    let values: [Int]
    let bounds: [Int]
  }

  /// What two schemas say of one place: the members that one of them names, and the places inside of it.
  private struct Place {
    var unknown: [Member] = []
    var absent: [Member] = []
    var inside: [(token: String, visit: Visit)] = []

    var isTelling: Bool { !unknown.isEmpty || !absent.isEmpty }
  }

  private struct Member {
    let name: String
    let isRequired: Bool
    let schema: JSON
    let other: JSON

    func at(_ pointer: JSONPointer) -> SchemaMember {
      SchemaMember(
        pointer: pointer.appending(name), name: name, isRequired: isRequired, schema: schema, other: other)
    }
  }

  /// A place on the way from the outside in.
  private final class Step {
    let visit: Visit
    let pointer: JSONPointer
    private let outer: Step?

    init(_ visit: Visit, at pointer: JSONPointer = JSONPointer(), outer: Step? = nil) {
      self.visit = visit
      self.pointer = pointer
      self.outer = outer
    }

    /// Whether the way goes around.
    func comesFrom(_ visit: Visit) -> Bool { self.visit == visit || outer?.comesFrom(visit) ?? false }
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
    var mayBeObject = true

    var hasMembers: Bool { describesMembers && mayBeObject }

    var sortedProperties: [(name: String, nodes: [Int])] { properties.sorted { $0.name < $1.name } }

    func nodes(of name: String) -> [Int]? { properties.first { $0.name == name }?.nodes }

    /// Whether something else than its name says what a member has to be, or that it may not come.
    func covers(_ name: String) -> Bool {
      !others.isEmpty || patterns.contains { $0?.matches(Array(name.utf8)) ?? true }
    }
  }

  private static let depthLimit = 60
  /// How many members are told of.
  private static let limit = 200

  private let schema: CompiledSchema
  private var places: [Visit: Place] = [:]
  private(set) var unknown: [SchemaMember] = []
  private(set) var absent: [SchemaMember] = []

  init(_ schema: CompiledSchema) { self.schema = schema }

  mutating func compare(_ values: [Int], _ bounds: [Int]) {
    let start = Visit(values: values, bounds: bounds)
    explore(start)
    tell(start)
  }

  /// Looks at each pair of schemas once, however many places it applies at.
  private mutating func explore(_ start: Visit) {
    var pending = [start]
    while let visit = pending.popLast() {
      if places[visit] != nil { continue }
      let place = place(of: visit)
      places[visit] = place
      pending += place.inside.map(\.visit)
    }
  }

  /// Goes from the outside in and by the members' names, so that the nearest is told first, whatever the order in which
  /// schemas name their members. Of schemas that lead to themselves, each is gone through once on a way.
  private mutating func tell(_ start: Visit) {
    let telling = leadingToMembers()
    guard telling.contains(start) else { return }
    var pending = [Step(start)]
    var next = 0
    while next < pending.count, unknown.count + absent.count < Self.limit {
      let step = pending[next]
      next += 1
      guard let place = places[step.visit] else { continue }
      unknown += place.unknown.map { $0.at(step.pointer) }
      absent += place.absent.map { $0.at(step.pointer) }
      if step.pointer.tokens.count >= Self.depthLimit { continue }
      for (token, visit) in place.inside where telling.contains(visit) && !step.comesFrom(visit) {
        pending.append(Step(visit, at: step.pointer.appending(token), outer: step))
      }
    }
  }

  /// The places that something is to be told of, and those that lead there.
  private func leadingToMembers() -> Set<Visit> {
    var outer: [Visit: [Visit]] = [:]
    for (visit, place) in places {
      for (_, inner) in place.inside { outer[inner, default: []].append(visit) }
    }
    var pending = places.filter(\.value.isTelling).map(\.key)
    var telling = Set(pending)
    while let visit = pending.popLast() {
      for one in outer[visit] ?? [] where telling.insert(one).inserted { pending.append(one) }
    }
    return telling
  }

  private func place(of visit: Visit) -> Place {
    let (ours, theirs) = (shape(of: visit.values), shape(of: visit.bounds))
    var place = Place()
    func look(_ values: [Int], _ bounds: [Int], at token: String) {
      place.inside.append((token, Visit(values: values, bounds: bounds)))
    }
    if ours.hasMembers, theirs.hasMembers {
      for (name, nodes) in ours.sortedProperties where !ours.withheld.contains(name) {
        if let others = theirs.nodes(of: name) {
          look(nodes, others, at: name)
        } else if !theirs.covers(name) {
          place.unknown.append(member(name, nodes, ours, theirs))
        }
      }
      for (name, nodes) in theirs.sortedProperties where !theirs.withheld.contains(name) {
        if ours.nodes(of: name) == nil, !ours.covers(name) {
          place.absent.append(member(name, nodes, theirs, ours))
        }
      }
    }
    if !ours.others.isEmpty, !theirs.others.isEmpty { look(ours.others, theirs.others, at: "*") }
    if !ours.elements.isEmpty, !theirs.elements.isEmpty { look(ours.elements, theirs.elements, at: "*") }
    return place
  }

  private func member(_ name: String, _ nodes: [Int], _ own: Shape, _ other: Shape) -> Member {
    Member(
      name: name, isRequired: own.required.contains(name), schema: schema.source(of: nodes[0]),
      other: schema.source(of: other.nodes[0]))
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
          if let additional = object.additional, !schema.takesAnything(additional) { shape.others.append(additional) }
        case .types(let types):
          if isCertain, types.kinds & JSONKind.object.bit == 0 { shape.mayBeObject = false }
        case .required(let names): if isCertain { shape.required.formUnion(names) }
        case .items(let prefix, let rest): shape.elements += prefix + [rest].compactMap { $0 }
        case .unevaluatedProperties(let node): if !schema.takesAnything(node) { shape.others.append(node) }
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
