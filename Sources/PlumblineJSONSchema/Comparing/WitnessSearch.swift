import PlumblineJSONTree

/// A search for whole values that demonstrate gaps: one schema accepts them, and the other rejects them.
///
/// The search first generates a value that violates the rule, and then the enclosing values from the inside out, each
/// from the set that was examined there. If that fails, a value is generated for both schemas at once, so that it
/// satisfies one and violates the other. The validator confirms every result.
struct WitnessSearch {
  private static let seeds: [UInt64] = [0, 1, 2]

  /// The state that all searches of a comparison share.
  final class Memory {
    /// The maximum number of failed searches for a whole value. A search is slow and usually fails for every gap at a
    /// place.
    private static let patience = 24

    private var heights = SchemaHeights()
    private var failures = 0

    fileprivate var isPatient: Bool { failures < Self.patience }

    fileprivate func noteFailure() { failures += 1 }

    /// Returns the heights of nodes, which are slow to determine if a schema leads to many others.
    fileprivate func heights(from root: Int, in schema: CompiledSchema) -> SchemaHeights {
      heights.cover(root, in: schema)
      return heights
    }
  }

  /// Cached results that the search for the next gap reuses.
  private final class Known {
    /// The values found in whole sets, or `nil` for a set without one.
    var wholes: [ValueSet: JSON?] = [:]
  }

  private let known = Known()
  private let memory: Memory

  let schema: CompiledSchema
  /// The node whose values are compared. Its counterpart, ``bounds``, is the node that rejects some of them.
  let values: Int
  let bounds: Int

  init(schema: CompiledSchema, values: Int, bounds: Int, memory: Memory) {
    self.schema = schema
    self.values = values
    self.bounds = bounds
    self.memory = memory
  }

  /// Returns a value that shows the gap, or `nil` if none is found.
  func witness(of gap: GapFinder.Gap) -> JSON? {
    for value in gap.values {
      if let whole = whole(value, gap.path), isWitness(whole) { return whole }
    }
    // If there is more than one way, most values violate the rule in one of them, so try without a particular way
    // first.
    for way in gap.ways.count > 1 ? [[]] + gap.ways : gap.ways {
      if let value = value(for: gap, way), let whole = whole(value, gap.path), isWitness(whole) { return whole }
    }
    // The value must be rejected at the location of this gap, not because of a different gap.
    guard let value = any(in: gap.path.first?.set ?? gap.set), part(of: value, at: gap) != nil else { return nil }
    return value
  }

  /// Returns the part of a whole value that is rejected at the location of a gap, or `nil` if none is.
  func part(of whole: JSON, at gap: GapFinder.Gap) -> JSON? {
    gap.path.reduce([whole]) { values, step in values.flatMap { Self.parts($0, step.part) } }
      .first { judge($0, by: gap.node) == false }
  }

  private static func parts(_ value: JSON, _ part: GapFinder.Step.Part) -> [JSON] {
    switch part {
    case .member(let name): return value[name].map { [$0] } ?? []
    case .other(let pattern):
      return value.kind == .object
        ? value.members.filter { pattern?.matches(Array($0.key.utf8)) ?? true }.map(\.value) : []
    case .element(let index, let isAny):
      guard value.kind == .array else { return [] }
      let rest = value.elements.map { $0 }.dropFirst(index)
      return Array(isAny ? rest : rest.prefix(1))
    }
  }

  /// Returns a value that one schema accepts and the other rejects for any reason.
  func any(in set: ValueSet) -> JSON? {
    if let known = known.wholes[set] { return known }
    guard memory.isPatient else { return nil }
    let made = made(in: set) { maker, goals, more in
      // If most values qualify, a simple one will.
      maker.value(goals, with: more, attempts: 8, where: isWitness)
        ?? maker.value(goals + [Goal(node: bounds, isNegated: true)], with: more, attempts: 96, where: isWitness)
    }
    if made == nil { memory.noteFailure() }
    known.wholes[set] = .some(made)
    return made
  }

  /// The maximum depth of validation. A comparison has its own stack, and this search may use half of it.
  private static let depth = Validator.farLimit / 2

  private func judge(_ value: JSON, by node: Int) -> Bool? { schema.judge(value, by: node, depth: Self.depth) }

  func isWitness(_ value: JSON) -> Bool {
    judge(value, by: values) == true && judge(value, by: bounds) == false && isDocumented(value)
  }

  /// Returns a Boolean value that indicates whether all members of a value are named. Unnamed members are assumed never
  /// to occur.
  private func isDocumented(_ value: JSON) -> Bool {
    guard value.kind == .object || value.kind == .array else { return true }
    return DocumentationWalk.walking(value.document, by: schema, depth: Self.depth) { walk in
      walk.visit([AppliedNode(node: values, scope: 0)], value.node)
      return walk.found.isEmpty
    }
  }

  /// Returns a value that violates the rule in one of the possible ways.
  private func value(for gap: GapFinder.Gap, _ way: [Requirement]) -> JSON? {
    made(in: gap.set) { maker, goals, more in
      maker.value(goals, with: more + way) { holds($0, gap.set) && judge($0, by: gap.node) == false }
    }
  }

  /// Returns the whole value that contains a value at the end of a path.
  private func whole(_ value: JSON, _ path: [GapFinder.Step]) -> JSON? {
    var whole = value
    for step in path.reversed() {
      guard let outer = outer(whole, step) else { return nil }
      whole = outer
    }
    return whole
  }

  private func outer(_ inner: JSON, _ step: GapFinder.Step) -> JSON? {
    let needed: [Requirement]
    let name: String?
    switch step.part {
    case .member(let member):
      needed = [.types(.object), .fact(.required([member]))]
      name = member
    case .other(let pattern):
      needed = [.types(.object)]
      name = pattern.map { $0.sample() } ?? "other"
    case .element(let index, _):
      needed = [.types(.array), .fact(.minItems(index + 1))]
      name = nil
    }
    func placed(_ value: JSON) -> JSON? {
      if let name { return value.kind == .object ? value.setting(name, to: inner) : nil }
      guard case .element(let index, _) = step.part, value.kind == .array, index < value.count else { return nil }
      return .array(value.elements.enumerated().map { $0.offset == index ? inner : $0.element })
    }
    var found: JSON?
    _ = made(in: step.set) { maker, goals, more in
      maker.value(goals, with: more + needed) { value in
        guard let whole = placed(value), holds(whole, step.set) else { return false }
        found = whole
        return true
      }
    }
    return found
  }

  private func holds(_ value: JSON, _ set: ValueSet) -> Bool {
    set.kinds & value.kind.bit != 0
      && set.nodes.allSatisfy { judge(value, by: $0) == true }
      && set.excluded.allSatisfy { judge(value, by: $0) == false }
      && set.fixed.allSatisfy { value[$0.name] == $0.value }
  }

  /// Tries value makers with several plans and seeds, given the set's requirements other than its nodes.
  ///
  /// Goals that must not hold are left out at first: a value of the intended branch rarely fits a second branch, and
  /// there are many ways to violate each of the others.
  private func made(in set: ValueSet, _ make: (inout ValueMaker, [Goal], [Requirement]) -> JSON?) -> JSON? {
    var more: [Requirement] = []
    if set.kinds != 0x3F { more.append(.types(TypeSet(rawValue: set.kinds))) }
    if !set.present.isEmpty { more.append(.fact(.required(set.present))) }
    more += set.missing.map { .forbidden($0) }
    if let values = set.values { more.append(.fact(.values(values))) }
    let root = set.nodes.first ?? values
    let heights = memory.heights(from: root, in: schema)
    let plain = set.goals.filter { !$0.isNegated }
    for goals in plain.count == set.goals.count ? [plain] : [plain, set.goals] {
      for seed in Self.seeds {
        for size in [GenerationSize.minimal, .typical] {
          for plan in ValueMaker.Plan.plans(for: size).prefix(1) {
            var maker = ValueMaker(schema, root: root, plan: plan, seed: seed, heights: heights)
            if let value = make(&maker, goals, more) { return value }
          }
        }
      }
    }
    return nil
  }
}
