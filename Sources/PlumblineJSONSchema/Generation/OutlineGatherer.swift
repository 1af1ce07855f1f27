import PlumblineJSONTree

/// A builder for a schema's outline, which merges the statements of all schemas at each place.
struct OutlineGatherer {
  private static let deepest = 24
  /// The maximum nesting depth of choices to examine. Anything deeper is unknown.
  private static let mostChoices = 64

  /// The merged rules for one place.
  private struct Sayings {
    var types: TypeSet?
    var values: [JSON]?
    var mayBeNull = false
    var required: Set<String> = []
    var properties: [(name: String, node: Int)] = []
    var others: [Int] = []
    var elements: [Int] = []
  }

  /// A place whose contents haven't been examined yet.
  private struct Pending {
    let place: Int
    let starts: [Int]
    /// The schemas of the places on the path, for detecting recursion.
    let path: [Set<Int>]
  }

  private let compiled: CompiledSchema
  private let limit: Int
  private var places: [ValueOutline.Place] = []
  private var pending: [Pending] = []
  private var isCut = false

  init(_ compiled: CompiledSchema, limit: Int) {
    self.compiled = compiled
    self.limit = limit
  }

  mutating func outline(from root: Int) -> ValueOutline {
    places = [ValueOutline.Place(JSONPointer())]
    pending = [Pending(place: 0, starts: [root], path: [])]
    var next = 0
    while next < pending.count {
      look(at: pending[next])
      next += 1
    }
    return ValueOutline(places: places, isCut: isCut)
  }

  private mutating func look(at one: Pending) {
    var visited: Set<Int> = []
    let said = sayings(one.starts, &visited)
    places[one.place].allowsNull = said.mayBeNull && said.types != .null
    let values = said.values?.filter { !$0.isNull } ?? []
    if values.count > 1 { places[one.place].values = values }
    guard !one.path.contains(visited) else { return }
    guard one.path.count < Self.deepest else {
      if !(said.properties.isEmpty && said.others.isEmpty && said.elements.isEmpty) { isCut = true }
      return
    }
    let path = one.path + [visited]
    let nodes = Dictionary(grouping: said.properties, by: \.name).mapValues { $0.map(\.node) }
    for (name, _) in said.properties where places[one.place].members[name] == nil {
      guard let place = add(below: one.place, name, nodes[name] ?? [], path) else { return }
      places[place].isOptional = !said.required.contains(name)
      places[one.place].members[name] = place
    }
    if !said.others.isEmpty { places[one.place].others = add(below: one.place, "*", said.others, path) }
    if !said.elements.isEmpty { places[one.place].elements = add(below: one.place, "*", said.elements, path) }
  }

  private mutating func add(below place: Int, _ token: String, _ starts: [Int], _ path: [Set<Int>]) -> Int? {
    guard places.count < limit else {
      isCut = true
      return nil
    }
    places.append(ValueOutline.Place(places[place].pointer.appending(token)))
    pending.append(Pending(place: places.count - 1, starts: starts, path: path))
    return places.count - 1
  }

  /// Returns the merged rules of nodes and of all nodes that apply along with them. For alternatives, the result covers
  /// everything that any of them allows. A node counts only once, no matter how many paths lead to it.
  private mutating func sayings(_ starts: [Int], _ visited: inout Set<Int>, within choices: Int = 0) -> Sayings {
    var said = Sayings()
    guard choices < Self.mostChoices else {
      isCut = true
      return said
    }
    var certain = starts
    while let node = certain.popLast() {
      guard visited.insert(node).inserted else { continue }
      for fact in compiled.facts(of: node) {
        switch fact {
        case .reference(let target): certain.append(target)
        case .allOf(let branches): certain += branches
        case .anyOf(let branches), .oneOf(let branches):
          join(branches.map { sayings([$0], &visited, within: choices + 1) }, to: &said)
        case .conditional(_, let then, let otherwise):
          // It isn't known which of the two branches applies, so neither makes a member required.
          var sides: [Sayings] = []
          for side in [then, otherwise] {
            sides.append(side.map { sayings([$0], &visited, within: choices + 1) } ?? Sayings())
          }
          join(sides, to: &said, names: true)
        case .dependentSchemas(let list):
          let parts = list.map { sayings([$0.node], &visited, within: choices + 1) }
          join(parts + [Sayings()], to: &said, names: true)
        default: add(fact, to: &said)
        }
      }
    }
    let allowsNull = said.types?.contains(.null) ?? false
    let listsNull = said.values?.contains(where: \.isNull) ?? false
    if said.types != nil || said.values != nil {
      said.mayBeNull = said.mayBeNull || (said.types == nil || allowsNull) && (said.values == nil || listsNull)
    }
    return said
  }

  private func add(_ fact: SchemaFact, to said: inout Sayings) {
    switch fact {
    case .types(let types): said.types = said.types.map { $0.intersection(types) } ?? types
    case .values(let values):
      guard let known = said.values else {
        said.values = values
        return
      }
      let common = Set(values)
      said.values = known.filter { common.contains($0) }
    case .required(let names): said.required.formUnion(names)
    case .object(let object):
      said.properties +=
        object.withheld.isEmpty
        ? object.properties : object.properties.filter { !object.withheld.contains($0.name) }
      said.others += object.patterns.map(\.node)
      if let additional = object.additional { said.others.append(additional) }
    case .items(let prefix, let rest): said.elements += prefix + (rest.map { [$0] } ?? [])
    default: break
    }
  }

  /// Adds alternatives. The members of any alternative may occur, and a member is required if every alternative
  /// requires it.
  private func join(_ branches: [Sayings], to said: inout Sayings, names namesOnly: Bool = false) {
    let objects = branches.filter { !($0.types == .null) }
    said.required.formUnion(
      objects.dropFirst().reduce(objects.first?.required ?? []) { $0.intersection($1.required) })
    for branch in branches {
      said.properties += branch.properties
      said.others += branch.others
      said.elements += branch.elements
    }
    if namesOnly { return }
    if branches.contains(where: \.mayBeNull) { said.mayBeNull = true }
    let lists = objects.map(\.values)
    if !lists.isEmpty, lists.allSatisfy({ $0 != nil }) {
      var seen: Set<JSON> = []
      let joined = lists.flatMap { $0 ?? [] }.filter { seen.insert($0).inserted }
      said.values = said.values ?? joined
    }
  }
}

extension Schema {
  /// Returns an outline of the variation that the schema allows. The outline has at most `limit` places, starting with
  /// those nearest the root.
  public func outline(limit: Int = 2_000) -> ValueOutline {
    var gatherer = OutlineGatherer(compiled, limit: max(1, limit))
    return gatherer.outline(from: root)
  }
}
