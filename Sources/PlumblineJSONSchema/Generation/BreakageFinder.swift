import PlumblineJSONTree

/// A search for changes that make a value violate a single keyword. It proposes changes place by place and keyword by
/// keyword, and keeps those that violate only the intended keyword.
///
/// The subschemas that apply at a place are computed on the way down, through `$ref`, `allOf`, and the branches and
/// conditions that hold for the value there. For keywords other than plain bounds and names, the proposal is a value
/// generated for a set of goals, one of them negated.
struct BreakageFinder {
  private static let workLimit = 20_000
  private static let depthLimit = 40

  let schema: Schema
  let value: JSON
  let limit: Int
  /// The keywords that must not be violated.
  let kept: Set<String>
  private(set) var found: [Breakage] = []
  private var work = 0
  private var known: Set<String> = []
  /// The subschemas that must continue to hold at the current place, except for the fact to violate, ``current``.
  private(set) var core: [Int] = []
  private(set) var current = FactPlace(node: 0, index: 0)

  init(schema: Schema, value: JSON, limit: Int, keeping kept: Set<String>) {
    self.schema = schema
    self.value = value
    self.limit = limit
    self.kept = kept
  }

  var isDone: Bool { found.count >= limit || work >= Self.workLimit }

  mutating func find() {
    var pending: [(nodes: [Int], pointer: JSONPointer, value: JSON)] = [([schema.root], JSONPointer(), value)]
    while let (starts, pointer, place) = pending.popLast(), !isDone {
      let nodes = applying(starts, place, withBranches: true)
      let facts = nodes.flatMap { node in
        schema.compiled.facts(of: node).enumerated().map { (FactPlace(node: node, index: $0.offset), $0.element) }
      }
      core = applying(starts, place, withBranches: false)
      for (factPlace, fact) in facts where !isDone && !isKept(fact) {
        current = factPlace
        breakFact(fact, pointer, place)
      }
      guard pointer.tokens.count < Self.depthLimit else { continue }
      var inner: [(nodes: [Int], pointer: JSONPointer, value: JSON)] = []
      let objects = facts.compactMap { pair -> KnownNames? in
        guard case .object(let object) = pair.1 else { return nil }
        return KnownNames(object)
      }
      for (name, member) in place.members {
        let text = Array(name.utf8)
        let nodes = objects.flatMap { $0.schemas(for: name, text, undecided: false).nodes }
        inner.append((nodes, pointer.appending(name), member))
      }
      for (index, element) in place.elements.enumerated().prefix(3) {
        inner.append((elementNodes(index, element, facts.map(\.1)), pointer.appending(index), element))
      }
      pending += inner.reversed().filter { !$0.nodes.isEmpty }
    }
  }

  /// Returns a Boolean value that indicates whether all keywords that could violate a fact must be kept.
  private func isKept(_ fact: SchemaFact) -> Bool {
    switch fact {
    case .types: kept.contains("type")
    case .required: kept.contains("required")
    case .object: kept.contains("additionalProperties")
    case .unevaluatedProperties: kept.contains("unevaluatedProperties")
    default: false
    }
  }

  /// Returns the subschemas that apply to a value along with the given ones, and that the value satisfies.
  private func applying(_ starts: [Int], _ value: JSON, withBranches: Bool) -> [Int] {
    let compiled = schema.compiled
    func holds(_ node: Int) -> Bool { compiled.judge(value, by: node) == true }
    var found: [Int] = []
    var seen: Set<Int> = []
    var pending = Array(starts.reversed())
    while let node = pending.popLast() {
      if !seen.insert(node).inserted { continue }
      found.append(node)
      var more: [Int] = []
      for fact in compiled.facts(of: node) {
        switch fact {
        case .reference(let target): more.append(target)
        case .allOf(let branches): more += branches
        case .anyOf(let branches), .oneOf(let branches):
          if withBranches { more += branches.filter(holds) }
        case .conditional(let test, let then, let otherwise):
          if withBranches, let branch = holds(test) ? then : otherwise { more.append(branch) }
        case .dependentSchemas(let list):
          if withBranches { more += list.filter { value[$0.name] != nil }.map(\.node) }
        default: break
        }
      }
      pending += more.reversed()
    }
    return found
  }

  private func elementNodes(_ index: Int, _ element: JSON, _ facts: [SchemaFact]) -> [Int] {
    var nodes: [Int] = []
    for fact in facts {
      switch fact {
      case .items(let prefix, let rest):
        if let node = index < prefix.count ? prefix[index] : rest { nodes.append(node) }
      default: break
      }
    }
    return nodes
  }

  /// Validates a change. All of its violations must be of the same keyword at the same location.
  ///
  /// - Returns: `true` if the change is a breakage, even if it isn't a new one.
  mutating func propose(_ changed: JSON?, breaking keyword: String?, _ change: @autoclosure () -> String) -> Bool {
    guard let changed, !isDone else { return false }
    work += 1
    guard !schema.isValid(changed) else { return false }
    let violations = schema.violations(of: changed, limit: 8)
    guard let first = violations.first, keyword.map({ $0 == first.keyword }) ?? !kept.contains(first.keyword),
      violations.allSatisfy({ $0.keyword == first.keyword && $0.instance == first.instance })
    else { return false }
    let text = change()
    let breakage = Breakage(
      keyword: first.keyword, pointer: first.instance, schemaPointer: first.schemaPointer, value: changed, change: text)
    if known.insert("\(breakage) \(breakage.schemaPointer)").inserted { found.append(breakage) }
    return true
  }

  /// Returns the whole value with the value at a place replaced.
  func replaced(_ pointer: JSONPointer, _ new: JSON) -> JSON? {
    pointer.tokens.isEmpty ? new : value.replacing(pointer, with: new)
  }
}

/// A change that makes a valid value invalid, with the violated keyword, the location, and the resulting value.
public struct Breakage: Sendable, CustomStringConvertible {
  /// The only keyword that the changed value violates.
  public let keyword: String
  /// The location of the violation in the changed value, as in ``Violation/instance``.
  public let pointer: JSONPointer
  /// The keyword's location in the schema's file.
  public let schemaPointer: JSONPointer
  /// The whole changed value.
  public let value: JSON
  /// A short description of the change, such as `'id' removed` or `null instead of an integer`.
  public let change: String

  /// The breakage in the form `keyword at pointer: change`.
  public var description: String { "\(keyword) at '\(pointer)': \(change)" }
}

extension Schema {
  /// Returns up to `limit` single changes that make a valid value invalid, in the order of the value. The array is
  /// empty if the value itself is invalid.
  ///
  ///     schema.breakages(of: ["id": 7]).map(\.description)
  ///     // ["required at '': 'id' removed", "type at '/id': null instead of a number", …]
  ///
  /// A change replaces, removes, or adds one value at one location. Each change has been validated: the changed value
  /// violates the given keyword at the given location, and no other keyword anywhere. A keyword that can be violated in
  /// several ways may have several breakages: `required` has one for each name, `type` one for each other type, and
  /// other keywords only the first that works. Keywords that can't be violated alone, such as a `type` beside an `enum`
  /// of that type, have none, and neither do the keywords in `kept`.
  public func breakages(of value: JSON, limit: Int = 200, keeping kept: Set<String> = []) -> [Breakage] {
    guard limit > 0, isValid(value) else { return [] }
    var finder = BreakageFinder(schema: self, value: value, limit: limit, keeping: kept)
    finder.find()
    return finder.found
  }
}
