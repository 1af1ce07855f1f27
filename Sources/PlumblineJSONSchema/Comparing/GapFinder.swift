import PlumblineJSONTree

/// Looks for the places at which a proof fails, and for the rule at each that some value may break.
///
/// It goes the way of `InclusionProof` again, down to members, elements and branches, and stops at rules that apply no
/// schemas. Of a choice it follows the way that is meant: the only branch of a kind, the one for a member's value, or the
/// one with the fewest gaps.
final class GapFinder {
  /// One step into a value: the set at hand, and what is looked at inside of it.
  struct Step {
    enum Part {
      case member(String)
      case other(Pattern?)
      case element(Int, isAny: Bool)
    }

    let set: ValueSet
    let part: Part

    var token: String {
      switch part {
      case .member(let name): name
      case .other: "*"
      case .element(let index, let isAny): isAny ? "*" : String(index)
      }
    }
  }

  /// A rule that a value of a set may break.
  struct Gap {
    var path: [Step]
    var set: ValueSet
    var rule: Rule
    /// The node that the rule is one of.
    var node: Int
    var keyword: String
    var detail: String?
    /// Whether more than one alternative takes what exactly one is to take.
    var isAmbiguous = false
    /// What its author calls the alternative that it is in.
    var alternative: String?
    /// Values that break it, where they are known.
    var values: [JSON] = []
    /// What else a value needs so that it breaks the rule, a list for each way.
    var ways: [[Requirement]]

    var pointer: JSONPointer { JSONPointer(tokens: path.map(\.token)) }

    /// The same at another place.
    ///
    /// - Parameter depth: how many steps lead to the place that it was found from.
    func moved(from depth: Int, to path: [Step]) -> Gap {
      var gap = self
      gap.path = path + self.path[depth...]
      return gap
    }
  }

  /// What was found from a place.
  private struct Answer {
    let gaps: [Gap]
    /// How many steps lead there.
    let depth: Int
  }

  /// So many that no document reaches it: a gap that isn't looked at may be the one that breaks.
  private static let limit = 2000
  /// The places that are named of gaps that were found elsewhere before: they have one cause.
  private static let repeatedLimit = 40
  private static let branchLimit = 8

  private struct Key: Hashable {
    let pointer: JSONPointer
    let document: Int32
    let place: Int32
    let keyword: String
    let detail: String?
  }

  private let proof: InclusionProof
  /// Those of places that are like no place before, and those of places where the same is asked again.
  private var first: [Gap] = []
  private var repeated: [Gap] = []
  private var keys: Set<Key> = []
  private var answers: [InclusionProof.Question: Answer] = [:]
  /// The questions that are being asked: of a schema that uses itself, a branch leads back to them.
  private var open: Set<InclusionProof.Question> = []
  /// Choices that are taken apart within one another, by ways or by trials.
  private var splits = 0
  /// The same of choices between two, such as null or a value.
  private var pairs = 0
  private static let pairLimit = 16
  /// The alternative at hand.
  private var alternative: String?

  init(_ proof: InclusionProof) { self.proof = proof }

  private var schema: CompiledSchema { proof.schema }

  /// What was found, the first of each kind first.
  var gaps: [Gap] { Array((first + repeated).prefix(Self.limit)) }

  /// Finds what keeps values of a set from satisfying a node.
  func find(_ set: ValueSet, _ bound: Int, _ path: [Step] = []) {
    let node = schema.resolved(bound)
    guard first.count < Self.limit, path.count < InclusionProof.depthLimit, proof.spend(1),
      !proof.includes(set, in: node)
    else { return }
    let question = InclusionProof.Question(set: set, node: node)
    guard !open.contains(question) else { return }
    if let answer = answers[question] {
      for gap in answer.gaps where repeated.count < Self.repeatedLimit {
        add(gap.moved(from: answer.depth, to: path), isRepeated: true)
      }
      return
    }
    open.insert(question)
    defer { open.remove(question) }
    let before = (first: first.count, repeated: repeated.count)
    if !proof.isEmpty(set) { findRules(set, node, path) }
    answers[question] = Answer(
      gaps: Array(first[before.first...] + repeated[before.repeated...]), depth: path.count)
  }

  /// Returns a Boolean value that indicates whether a choice may be taken apart: one of two, such as null or a value, always.
  private func canSplit(_ ways: [ValueSet]) -> Bool {
    ways.count <= 2 ? pairs < Self.pairLimit : splits < InclusionProof.splitLimit
  }

  /// Goes on in an alternative.
  private func within(_ branch: Int?, of branches: [Int], _ find: () -> Void) {
    let outer = alternative
    alternative = branch.flatMap { schema.name(ofAlternative: $0, among: branches) } ?? outer
    find()
    alternative = outer
  }

  private func findRules(_ set: ValueSet, _ node: Int, _ path: [Step]) {
    let known = proof.known(set)
    if let ways = proof.choiceWays(of: set, known), ways.count <= 64, canSplit(ways) {
      let outer = (splits, pairs)
      if ways.count > 2 { splits += 1 } else { pairs += 1 }
      let branches = known.choices.first?.kind.branches ?? []
      for (index, way) in ways.enumerated() {
        within(index < branches.count ? branches[index] : nil, of: branches) { find(way, node, path) }
      }
      (splits, pairs) = outer
      return
    }
    for rule in schema.rules(of: node) where !proof.keeps(rule, known, set) { find(rule, node, known, set, path) }
  }

  /// Finds what keeps values of a set from keeping a rule.
  func find(_ rule: Rule, _ node: Int, _ known: KnownFacts, _ set: ValueSet, _ path: [Step]) {
    var gap = Gap(path: path, set: set, rule: rule, node: node, keyword: rule.kind.keyword, ways: [])
    guard rule.kind != .dynamicReference, let fact = schema.fact(rule) else { return add(gap) }
    switch fact {
    case .reference(let inner): find(set, inner, path)
    case .allOf(let branches): for inner in branches { find(set, inner, path) }
    case .conditional(let test, let then, let otherwise):
      if let then { find(set.inserting(test), then, path) }
      if let otherwise { find(set.excluding(test), otherwise, path) }
    case .dependentSchemas(let list): for entry in list { find(set.requiring(entry.name), entry.node, path) }
    case .object(let object): find(object, known, set, path)
    case .items(let prefix, let rest): find(prefix, rest, known, set, path)
    case .anyOf(let branches), .oneOf(let branches): find(branches, rule, node, known, set, path)
    case .required(let names):
      for name in names where !known.required.contains(name) {
        gap.detail = name
        gap.ways = [[.types(.object), .forbidden(name)]]
        add(gap)
      }
    case .never:
      gap.detail = path.last?.token
      gap.ways = [[]]
      add(gap)
    case .types(let types): find(types, known, gap)
    case .values(let list): find(list, known, gap)
    default:
      gap.ways = fact.negations
      add(gap)
    }
  }

  private func find(_ types: TypeSet, _ known: KnownFacts, _ gap: Gap) {
    var gap = gap
    let extra = TypeSet(rawValue: known.kinds & ~types.kinds)
    if extra.contains(.null) {
      gap.detail = "null"
      gap.ways = [[.types(.null)]]
      add(gap)
    }
    let others = extra.subtracting(.null)
    if !others.isEmpty {
      gap.detail = others.names.joined(separator: ", ")
      gap.ways = [[.types(others)]]
      add(gap)
    }
    if types.needsInteger, known.kinds & JSONKind.number.bit != 0, !known.isInteger {
      gap.detail = "number"
      gap.ways = [[.types(.number), .fraction]]
      add(gap)
    }
  }

  private func find(_ list: [JSON], _ known: KnownFacts, _ gap: Gap) {
    var gap = gap
    guard let values = proof.finiteValues(known, gap.set) else {
      gap.ways = [[.excluding(list)]]
      return add(gap)
    }
    for value in values.filter({ !list.contains($0) }) {
      gap.detail = value.text
      gap.values = [value]
      add(gap)
    }
  }

  private func find(_ object: SchemaFact.Object, _ known: KnownFacts, _ set: ValueSet, _ path: [Step]) {
    let listed = Dictionary(object.properties.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first })
    for name in known.named where proof.mayHave(name, known, set) {
      guard let member = known.member(name, in: set, of: schema),
        let nodes = proof.nodes(for: name, in: object, listed)
      else { continue }
      for node in nodes { find(member, node, path + [Step(set: set, part: .member(name))]) }
    }
    for other in known.others(of: schema) where !proof.isEmptyInside(other.goals) {
      let inside = path + [Step(set: set, part: .other(other.pattern))]
      let nodes = (other.isFree ? [] : object.patterns.map(\.node)) + [object.additional].compactMap { $0 }
      for node in nodes { find(other.goals, node, inside) }
      if other.isFree { continue }
      for property in object.properties where !known.named.contains(property.name) {
        guard other.pattern?.matches(Array(property.name.utf8)) ?? true,
          let member = known.member(property.name, in: set, of: schema)
        else { continue }
        find(member, property.node, path + [Step(set: set, part: .member(property.name))])
      }
    }
  }

  private func find(_ prefix: [Int], _ rest: Int?, _ known: KnownFacts, _ set: ValueSet, _ path: [Step]) {
    let end = max(prefix.count, known.prefixCount)
    for index in 0..<end where index < known.maxItems {
      guard let node = index < prefix.count ? prefix[index] : rest else { continue }
      find(known.element(index, of: schema), node, path + [Step(set: set, part: .element(index, isAny: false))])
    }
    guard let rest, end < known.maxItems else { return }
    find(known.element(end, of: schema), rest, path + [Step(set: set, part: .element(end, isAny: true))])
  }

  private func add(_ found: Gap, isRepeated: Bool = false) {
    var gap = found
    gap.alternative = gap.alternative ?? alternative
    let key = Key(
      pointer: gap.pointer, document: gap.rule.document, place: gap.rule.place, keyword: gap.keyword, detail: gap.detail
    )
    if isRepeated {
      if repeated.count < Self.repeatedLimit, keys.insert(key).inserted { repeated.append(gap) }
    } else if first.count < Self.limit, keys.insert(key).inserted {
      first.append(gap)
    }
  }
}

// MARK: - Branches

extension GapFinder {
  private func find(
    _ branches: [Int], _ rule: Rule, _ node: Int, _ known: KnownFacts, _ set: ValueSet, _ path: [Step]
  ) {
    var whole = Gap(path: path, set: set, rule: rule, node: node, keyword: rule.kind.keyword, ways: [])
    if let list = KnownFacts.listed(branches, schema) {
      whole.keyword = Rule.Kind.enumeration.keyword
      // An alternative may list a value that something else in it refuses.
      return find(list.filter { schema.judge($0, by: node) != false }, known, whole)
    }
    if let values = proof.finiteValues(known, set) {
      whole.values = values.filter { schema.judge($0, by: node) == false }
      return add(whole)
    }
    whole.ways = schema.fact(rule)?.negations ?? []
    if let ways = proof.ways(of: set, known, for: node), ways.count <= 64, canSplit(ways) {
      let outer = (splits, pairs)
      if ways.count > 2 { splits += 1 } else { pairs += 1 }
      for way in ways where !proof.includes(way, in: node) { find(way, node, path) }
      (splits, pairs) = outer
      return
    }
    let fitting = branches.filter { proof.includes(set, in: $0) }
    if !fitting.isEmpty {
      whole.isAmbiguous = true
      return add(whole)
    }
    var possible = branches.filter { !proof.isDisjoint(set, from: $0) }
    if possible.isEmpty { possible = branches }
    if possible.count > Self.branchLimit || possible.count > 1 && splits >= InclusionProof.splitLimit {
      return add(whole)
    }
    // The only one that is possible is the one that is meant.
    if possible.count == 1 {
      let before = first.count + repeated.count
      within(possible[0], of: branches) { find(set, possible[0], path) }
      // What was found there before may be named at other places already.
      let known = answers[InclusionProof.Question(set: set, node: schema.resolved(possible[0]))]?.gaps.isEmpty == false
      if !known, first.count + repeated.count == before { add(whole) }
      return
    }
    let trials = possible.map { branch in
      let trial = GapFinder(proof)
      trial.splits = splits + 1
      trial.pairs = pairs
      trial.open = open
      trial.alternative = alternative
      trial.within(branch, of: branches) { trial.find(set, branch, path) }
      return trial
    }
    var best: GapFinder?
    var least = Int.max
    for trial in trials where !trial.first.isEmpty {
      let distance = trial.first.reduce(0) { $0 + (isTelling($1, below: path, among: branches) ? 10 : 1) }
      if distance < least { (best, least) = (trial, distance) }
    }
    guard let best, least <= 2 else { return add(whole) }
    for gap in best.first { add(gap) }
    for gap in best.repeated { add(gap, isRepeated: true) }
  }

  /// Whether a gap tells that another branch is meant: a value of the member that marks branches, or another kind of value
  /// altogether.
  private func isTelling(_ gap: Gap, below path: [Step], among branches: [Int]) -> Bool {
    switch gap.rule.kind {
    case .constant, .enumeration:
      guard gap.path.count == path.count + 1, case .member(let name) = gap.path[path.count].part else {
        return gap.path.count == path.count
      }
      return marks(name, branches)
    case .types: return gap.path.count == path.count
    default: return false
    }
  }

  /// Whether branches are told apart by a member: each lists its values, and they don't list the same.
  private func marks(_ name: String, _ branches: [Int]) -> Bool {
    var lists: [Set<JSON>] = []
    for branch in branches {
      let set = ValueSet([schema.resolved(branch)])
      guard let member = proof.known(set).member(name, in: set, of: schema), let values = proof.known(member).values
      else { return false }
      lists.append(Set(values))
    }
    return Set(lists).count > 1
  }
}
