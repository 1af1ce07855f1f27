import PlumblineJSONTree

/// Compares two schemas part by part, where comparing them as wholes hides a change.
///
/// By the letter, a schema that nothing satisfies says nothing of its other members, and an alternative that takes anything takes
/// what the others were changed to. No author means that. So what is beside and below an empty part is compared for itself,
/// and so are alternatives that belong together: the same by `$ref` or title, by the values that mark them, or the most alike.
final class PartComparison {
  /// Why a part isn't seen in the whole.
  enum Cover {
    /// Nothing satisfies a schema around it.
    case empty
    /// Another alternative may take what this one doesn't any more.
    case alternative
  }

  /// What keeps values of a part from being values of its counterpart.
  struct Found {
    let path: [String]
    let gap: GapFinder.Gap
    let cover: Cover
    /// The part's nodes: the values, and what is to take them.
    let values: [Int]
    let bounds: Int
  }

  private struct Visit: Hashable {
    let values: [Int]
    let bounds: [Int]
    let isCovered: Bool
  }

  /// What surely applies at one place.
  private struct Outline {
    var properties: [(name: String, nodes: [Int])] = []
    var required: [String] = []
    var elements: [Int] = []
    var choices: [[Int]] = []

    mutating func add(_ node: Int, named name: String) {
      if let place = properties.firstIndex(where: { $0.name == name }) {
        properties[place].nodes.append(node)
      } else {
        properties.append((name, [node]))
      }
    }
  }

  private static let depthLimit = 40
  private static let branchLimit = 64

  private let proof: InclusionProof
  private var visited: Set<Visit> = []
  private(set) var found: [Found] = []

  init(_ proof: InclusionProof) { self.proof = proof }

  private var schema: CompiledSchema { proof.schema }

  /// Compares what two places say.
  func compare(_ values: [Int], _ bounds: [Int], _ path: [String] = [], under cover: Cover? = nil) {
    let (values, bounds) = (values.map(schema.resolved), bounds.map(schema.resolved))
    guard path.count < Self.depthLimit, proof.spend(1), !isSame(values, bounds),
      visited.insert(Visit(values: values, bounds: bounds, isCovered: cover != nil)).inserted
    else { return }
    let set = ValueSet(values)
    let isEmpty = proof.isEmpty(set)
    if let cover, !isEmpty {
      for bound in bounds where !proof.includes(set, in: bound) {
        let finder = GapFinder(proof)
        finder.find(set, bound)
        found += finder.gaps.map { Found(path: path, gap: $0, cover: cover, values: values, bounds: bound) }
      }
    }
    let (ours, theirs) = (outline(values), outline(bounds))
    let inner = isEmpty ? cover ?? .empty : cover
    if isEmpty { compareRequired(ours, theirs, values, bounds, path, inner ?? .empty) }
    for (name, nodes) in ours.properties {
      guard let others = theirs.properties.first(where: { $0.name == name })?.nodes else { continue }
      compare(nodes, others, path + [name], under: inner)
    }
    if !ours.elements.isEmpty, !theirs.elements.isEmpty {
      compare(ours.elements, theirs.elements, path + ["*"], under: inner)
    }
    guard ours.choices.count == theirs.choices.count else { return }
    for (one, other) in zip(ours.choices, theirs.choices) { compareBranches(one, other, path) }
  }

  private func isSame(_ values: [Int], _ bounds: [Int]) -> Bool {
    values.count == bounds.count && zip(values, bounds).allSatisfy { proof.isSame($0, $1) }
  }

  /// A member that only the bounds ask for, where the set is empty and no proof looks at it.
  private func compareRequired(
    _ ours: Outline, _ theirs: Outline, _ values: [Int], _ bounds: [Int], _ path: [String], _ cover: Cover
  ) {
    for name in theirs.required where !ours.required.contains(name) {
      for bound in bounds {
        for rule in schema.rules(of: bound) where rule.kind == .required {
          guard case .required(let names)? = schema.fact(rule), names.contains(name) else { continue }
          let gap = GapFinder.Gap(
            path: [], set: ValueSet(values), rule: rule, node: bound, keyword: rule.kind.keyword, detail: name, ways: []
          )
          found.append(Found(path: path, gap: gap, cover: cover, values: values, bounds: bound))
        }
      }
    }
  }

  private func outline(_ starts: [Int]) -> Outline {
    var outline = Outline()
    var seen: Set<Int> = []
    var pending = Array(starts.reversed())
    while let node = pending.popLast() {
      guard seen.insert(node).inserted else { continue }
      for fact in schema.facts(of: node) {
        switch fact {
        case .object(let object): for (name, node) in object.properties { outline.add(node, named: name) }
        case .required(let names): outline.required += names
        case .items(let prefix, let rest): if prefix.isEmpty, let rest { outline.elements.append(rest) }
        case .reference(let inner): pending.append(inner)
        case .allOf(let branches): pending += branches.reversed()
        case .anyOf(let branches), .oneOf(let branches): outline.choices.append(branches)
        default: break
        }
      }
    }
    return outline
  }

  // MARK: - Alternatives

  private func compareBranches(_ values: [Int], _ bounds: [Int], _ path: [String]) {
    guard values.count <= Self.branchLimit, bounds.count <= Self.branchLimit else { return }
    var rest = bounds
    var changed: [Int] = []
    for branch in values {
      if let same = rest.firstIndex(where: { proof.isSame(schema.resolved(branch), schema.resolved($0)) }) {
        rest.remove(at: same)
      } else {
        changed.append(branch)
      }
    }
    for branch in changed {
      guard let place = counterpart(of: branch, among: rest) else { continue }
      let other = rest.remove(at: place)
      // Alternatives that are told apart hide nothing from one another.
      let isOverlapped = bounds.contains { $0 != other && !proof.isDisjoint(ValueSet([other]), from: $0) }
      compare([branch], [other], path, under: isOverlapped ? .alternative : nil)
    }
  }

  /// The alternative that is meant by another one: of its name, else the most alike.
  private func counterpart(of branch: Int, among others: [Int]) -> Int? {
    if let name = name(of: branch), let place = others.firstIndex(where: { self.name(of: $0) == name }) { return place }
    if others.count == 1 { return likeness(branch, others[0]) > 0 ? 0 : nil }
    let scores = others.map { likeness(branch, $0) }
    guard let best = scores.max(), best > 0 else { return nil }
    return scores.firstIndex(of: best)
  }

  /// What an author calls an alternative.
  private func name(of node: Int) -> String? {
    let source = schema.source(of: node)
    if let reference = source["$ref"]?.string { return reference.split(separator: "/").last.map(String.init) }
    return source["title"]?.string
  }

  /// How much two alternatives have in common: the members that both name, and the kinds that both take.
  private func likeness(_ one: Int, _ other: Int) -> Int {
    let (ours, theirs) = (outline([one]), outline([other]))
    let shared = ours.properties.count { member in theirs.properties.contains { $0.name == member.name } }
    if shared > 0 { return shared }
    let kinds = proof.known(ValueSet([one])).kinds & proof.known(ValueSet([other])).kinds
    return kinds != 0 && ours.properties.isEmpty && theirs.properties.isEmpty ? 1 : 0
  }
}
