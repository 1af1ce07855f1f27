import PlumblineJSONTree

/// Makes a whole value that shows a gap: one schema takes it, and the other refuses it.
///
/// The value that breaks the rule is made first, then what is around it from the inside out, each by the set that was looked
/// at there. Where that fails, a value is made for both schemas at once, the one to be kept and the other to be broken. The
/// validator has the last word on both.
struct WitnessSearch {
  private static let seeds: [UInt64] = [0, 1, 2]

  /// What takes long to find where a schema leads to many others, and is asked for again by the next gap.
  private final class Known {
    /// The heights of nodes, by the root that they are counted from.
    var heights: [Int: SchemaHeights] = [:]
    /// What was found in whole sets, and that nothing was.
    var wholes: [ValueSet: JSON?] = [:]
  }

  private let known = Known()

  let schema: CompiledSchema
  /// The node whose values are asked about, and the one that refuses.
  let values: Int
  let bounds: Int

  init(schema: CompiledSchema, values: Int, bounds: Int) {
    self.schema = schema
    self.values = values
    self.bounds = bounds
  }

  private func heights(from root: Int) -> SchemaHeights {
    if let heights = known.heights[root] { return heights }
    let made = SchemaHeights(schema, from: root)
    known.heights[root] = made
    return made
  }

  /// A value that shows the gap; nil where none is found.
  func witness(of gap: GapFinder.Gap) -> JSON? {
    for value in gap.values {
      if let whole = whole(value, gap.path), isWitness(whole) { return whole }
    }
    // Where there are many ways, most values go one of them by themselves.
    for way in gap.ways.count > 1 ? [[]] + gap.ways : gap.ways {
      if let value = value(for: gap, way), let whole = whole(value, gap.path), isWitness(whole) { return whole }
    }
    return any(in: gap.path.first?.set ?? gap.set)
  }

  /// A value that one takes and the other refuses, whatever the reason.
  func any(in set: ValueSet) -> JSON? {
    if let known = known.wholes[set] { return known }
    let made = made(in: set) { maker, goals, more in
      // Where most values do, a plain one will.
      maker.value(goals, with: more, attempts: 8, where: isWitness)
        ?? maker.value(goals + [Goal(node: bounds, isNegated: true)], with: more, attempts: 96, where: isWitness)
    }
    known.wholes[set] = .some(made)
    return made
  }

  func isWitness(_ value: JSON) -> Bool {
    schema.judge(value, by: values) == true && schema.judge(value, by: bounds) == false && isDocumented(value)
  }

  /// Whether it has no member that nothing names: such never come.
  private func isDocumented(_ value: JSON) -> Bool {
    guard value.kind == .object || value.kind == .array else { return true }
    return DocumentationWalk.walking(value.document, by: schema) { walk in
      walk.visit([AppliedNode(node: values, scope: 0)], value.node)
      return walk.found.isEmpty
    }
  }

  /// A value that breaks the rule, made in one of the ways to break it.
  private func value(for gap: GapFinder.Gap, _ way: [Requirement]) -> JSON? {
    made(in: gap.set) { maker, goals, more in
      maker.value(goals, with: more + way) { holds($0, gap.set) && schema.judge($0, by: gap.node) == false }
    }
  }

  /// The value with all that is around it.
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
      && set.nodes.allSatisfy { schema.judge(value, by: $0) == true }
      && set.excluded.allSatisfy { schema.judge(value, by: $0) == false }
      && set.fixed.allSatisfy { value[$0.name] == $0.value }
  }

  /// Asks makers of several plans and seeds, with what the set asks for beside its nodes.
  ///
  /// What must not hold is left out first: as a rule the branch that is meant is no other one by itself, and there are many
  /// ways to break each of the others.
  private func made(in set: ValueSet, _ make: (inout ValueMaker, [Goal], [Requirement]) -> JSON?) -> JSON? {
    var more: [Requirement] = []
    if set.kinds != 0x3F { more.append(.types(TypeSet(rawValue: set.kinds))) }
    if !set.present.isEmpty { more.append(.fact(.required(set.present))) }
    more += set.missing.map { .forbidden($0) }
    if let values = set.values { more.append(.fact(.values(values))) }
    let root = set.nodes.first ?? values
    let heights = heights(from: root)
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
