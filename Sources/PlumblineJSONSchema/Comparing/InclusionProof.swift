import PlumblineJSONTree

/// A prover that shows that each value of a set satisfies a schema, or finds no proof.
///
/// # The question
///
/// `includes(S, b)` asks whether each value of the set `S` satisfies the node `b`. Each rule of `b` is compared with
/// the known facts about `S` (`KnownFacts`). For example, `{"minimum": 3}` holds if a `minimum` of 3 or more is known.
/// Rules that apply schemas recurse into a member, an element or a branch. If no proof is found, `S` is split by kind,
/// by the values of a member, or at an open choice, and each part is examined separately.
///
/// `isEmpty(S)` asks whether `S` contains no value at all. It decides `not`, conditions, and the branches of `oneOf`
/// that must not hold. If `S` requires that a node `e` doesn't hold, `isEmpty` uses the first question: `S` is empty if
/// `S` without that requirement is included in `e`.
///
/// # Why the answers are sound
///
/// A yes is a proof; a no only means that no proof was found. If a question recurs inside itself, at a member or an
/// element, the answer is assumed to be yes. Values are finite, so this is a proof by induction on their depth. If the
/// assumption turns out to be wrong, the answers that depend on it are discarded. If a question recurs at the same
/// place in a value, the answer is no.
///
/// Members that `S` doesn't name are assumed never to occur, unless `S` describes additional members. This is how
/// people read contracts.
///
/// Steps are counted. Once they are used up, all answers are no, and `isSpent` is true.
final class InclusionProof {
  struct Question: Hashable {
    let set: ValueSet
    let node: Int
  }

  static let depthLimit = 200
  /// The maximum nesting depth of choices that are split at the same place in a value.
  static let splitLimit = 6

  /// The maximum number of sets whose facts are cached.
  private static let factsLimit = 4096

  private(set) var schema: CompiledSchema
  private var sameness: SchemaSameness
  private(set) var isSpent = false
  private var steps: Int
  private var facts: [ValueSet: KnownFacts] = [:]
  private var proven: Set<Question> = []
  private var failed: Set<Question> = []
  private var empty: [ValueSet: Bool] = [:]
  private var emptying: Set<ValueSet> = []
  /// The open questions, each with its depth in the value.
  private var asked: [Question: Int] = [:]
  private var assumed: Set<Question> = []
  /// The answers that depend on questions that are still open.
  private var provisional: Set<Question> = []
  private(set) var level = 0
  private var depth = 0
  private var splits = 0
  var texts: [TextQuestion: Bool] = [:]
  /// The members that discriminators use to identify alternatives, by rule.
  var marks: [UnionKey: String?] = [:]
  /// Boolean values that indicate whether nodes may list their values.
  var listing: [Int: Bool] = [:]
  /// The alternatives without the values that discriminators use to identify them, by rule.
  var bareBranches: [UnionKey: [Int: Int]] = [:]

  init(_ schema: CompiledSchema, steps: Int) {
    self.schema = schema
    self.steps = steps
    sameness = SchemaSameness(schema)
  }

  /// Begins an independent question. The schema's tables may have grown since the last question, but known facts about
  /// nodes stay valid.
  func begin(in schema: CompiledSchema, steps: Int) {
    self.schema = schema
    self.steps = steps
    isSpent = false
    sameness.schema = schema
  }

  /// Runs a closure with a separate step budget.
  ///
  /// - Returns: `true` if the steps were enough.
  func spending(_ steps: Int, _ work: () -> Void) -> Bool {
    let outer = (self.steps, isSpent)
    (self.steps, isSpent) = (steps, false)
    work()
    let isEnough = !isSpent
    (self.steps, isSpent) = outer
    return isEnough
  }

  /// Returns a Boolean value that indicates whether every value of a set provably satisfies a node.
  func includes(_ set: ValueSet, in bound: Int) -> Bool {
    let node = schema.resolved(bound)
    let question = Question(set: set, node: node)
    if proven.contains(question) || provisional.contains(question) { return true }
    if failed.contains(question) { return false }
    if let above = asked[question] {
      guard above < level else { return false }
      assumed.insert(question)
      return true
    }
    guard spend(1), depth < Self.depthLimit else { return false }
    asked[question] = level
    depth += 1
    let holds = decide(set, node)
    depth -= 1
    asked[question] = nil
    if holds {
      provisional.insert(question)
    } else {
      if assumed.remove(question) != nil { provisional.removeAll() }
      if !isSpent { failed.insert(question) }
    }
    if asked.isEmpty {
      proven.formUnion(provisional)
      provisional.removeAll()
      assumed.removeAll()
    }
    return holds
  }

  /// Returns the same answer as `includes(_:in:)`, one level deeper in the value.
  func includesInside(_ set: ValueSet, in bound: Int) -> Bool {
    let outer = splits
    level += 1
    splits = 0
    defer {
      level -= 1
      splits = outer
    }
    return includes(set, in: bound)
  }

  func known(_ set: ValueSet) -> KnownFacts {
    if let facts = facts[set] { return facts }
    let made = KnownFacts(set, schema)
    // The facts of all sets of a large document don't fit in memory. Questions asked in succession tend to share sets.
    if facts.count >= Self.factsLimit { facts.removeAll(keepingCapacity: true) }
    facts[set] = made
    return made
  }

  /// Uses up steps. Returns `false` if none are left.
  func spend(_ count: Int) -> Bool {
    steps -= count
    if steps < 0 { isSpent = true }
    return !isSpent
  }

  /// Returns a Boolean value that indicates whether two nodes have the same requirements.
  func isSame(_ left: Int, _ right: Int) -> Bool { sameness.holds(left, right) }

  private func decide(_ set: ValueSet, _ node: Int) -> Bool {
    let rules = schema.rules(of: node)
    // Compare nodes before collecting facts, which takes longer. Most parts of a changed schema are unchanged.
    if rules.isEmpty || set.nodes.contains(where: { isSame($0, node) }) { return true }
    let known = known(set)
    if known.kinds == 0 || known.nodes.contains(where: { isSame($0, node) }) { return true }
    if let values = finiteValues(known, set) {
      return values.allSatisfy { schema.judge($0, by: node) == true }
    }
    if rules.allSatisfy({ keeps($0, of: node, known, set) }) { return true }
    if isEmpty(set) { return true }
    guard splits < Self.splitLimit, let ways = ways(of: set, known, for: node) else { return false }
    splits += 1
    defer { splits -= 1 }
    return ways.allSatisfy { includes($0, in: node) }
  }

  /// Returns all values of a set if they can be listed, without those that violate the set's other rules.
  func finiteValues(_ known: KnownFacts, _ set: ValueSet) -> [JSON]? {
    var candidates: [JSON]
    if let values = known.values {
      candidates = values
    } else if known.kinds & ~(JSONKind.null.bit | JSONKind.bool.bit) == 0 {
      candidates = [.null, true, false]
    } else {
      return nil
    }
    candidates.removeAll { value in
      known.kinds & value.kind.bit == 0 || set.nodes.contains { schema.judge(value, by: $0) == false }
        || set.excluded.contains { schema.judge(value, by: $0) == true }
    }
    return candidates
  }
}

extension InclusionProof {
  /// Returns a Boolean value that indicates whether a set is provably empty.
  func isEmpty(_ set: ValueSet) -> Bool {
    if let answer = empty[set] { return answer }
    // A recurring question proves nothing.
    guard emptying.insert(set).inserted else { return false }
    defer { emptying.remove(set) }
    guard spend(1), depth < Self.depthLimit else { return false }
    depth += 1
    defer { depth -= 1 }
    let answer = findsEmpty(set)
    // A verdict that depends on an open question isn't cached.
    if !isSpent, asked.isEmpty || !answer { empty[set] = answer }
    return answer
  }

  /// Returns a Boolean value that indicates whether provably no value of a set satisfies a node.
  func isDisjoint(_ set: ValueSet, from node: Int) -> Bool { isApart(set, from: node) || isEmpty(set.inserting(node)) }

  private func findsEmpty(_ set: ValueSet) -> Bool {
    let known = known(set)
    if known.kinds == 0 { return true }
    if let values = finiteValues(known, set) { return values.isEmpty }
    let excluded = Array(Set(known.excluded)).sorted()
    if excluded.contains(where: { node in known.nodes.contains { isSame($0, node) } }) { return true }
    if isEmptyByKind(known, set) { return true }
    // The nodes that must not hold come from the set itself, or from a `not` in its schemas.
    if excluded.contains(where: { !isApart(set, from: $0) && includes(set.admitting($0), in: $0) }) { return true }
    guard splits < Self.splitLimit, let ways = choiceWays(of: set, known) else { return false }
    splits += 1
    defer { splits -= 1 }
    return ways.allSatisfy(isEmpty)
  }

  /// Returns a Boolean value that indicates whether every possible kind of value leads to a contradiction.
  private func isEmptyByKind(_ known: KnownFacts, _ set: ValueSet) -> Bool {
    if known.kinds & ~(JSONKind.object.bit | JSONKind.array.bit) != 0 { return false }
    if known.kinds & JSONKind.object.bit != 0 {
      let isContradicted = known.required.sorted().contains { name in
        known.member(name, of: schema).map(isEmptyInside) ?? !known.objects.isEmpty
      }
      if !isContradicted { return false }
    }
    if known.kinds & JSONKind.array.bit != 0 {
      let needed = min(known.minItems, known.prefixCount + 1)
      if !(0..<needed).contains(where: { isEmptyInside(known.element($0, of: schema)) }) { return false }
    }
    return true
  }

  func isEmptyInside(_ set: ValueSet) -> Bool {
    let outer = splits
    level += 1
    splits = 0
    defer {
      level -= 1
      splits = outer
    }
    return isEmpty(set)
  }
}

extension InclusionProof {
  /// Splits a set into smaller sets to examine one by one, or returns `nil` if the set can't be split.
  func ways(of set: ValueSet, _ known: KnownFacts, for node: Int) -> [ValueSet]? {
    if let ways = choiceWays(of: set, known) { return ways }
    guard schema.rules(of: node).contains(where: { $0.kind.leavesChoice }) else { return nil }
    let kinds = JSONKind.allCases.filter { known.kinds & $0.bit != 0 }
    if kinds.count > 1 { return kinds.map { set.limited(to: $0.bit) } }
    return memberWays(of: set, known)
  }

  /// Returns one set for each way to make the first open choice of a set.
  func choiceWays(of set: ValueSet, _ known: KnownFacts) -> [ValueSet]? {
    guard let choice = known.choices.first else { return nil }
    var settled = set
    settled.settle(choice.key)
    switch choice.kind {
    case .any(let branches): return branches.map(settled.inserting)
    case .one(let branches):
      return branches.map { chosen in
        branches.filter { $0 != chosen }.reduce(settled.inserting(chosen)) { $0.excluding($1) }
      }
    case .condition(let test, let then, let otherwise):
      let holds = settled.inserting(test)
      let fails = settled.excluding(test)
      return [then.map(holds.inserting) ?? holds, otherwise.map(fails.inserting) ?? fails]
    case .member(let name, let node):
      return [set.requiring(name).inserting(node), set.forbidding(name)]
    }
  }

  /// Returns a set for each value of the first member that is required and has few values.
  private func memberWays(of set: ValueSet, _ known: KnownFacts) -> [ValueSet]? {
    guard known.kinds == JSONKind.object.bit else { return nil }
    for name in known.named where known.required.contains(name) {
      guard let member = known.member(name, of: schema), member.values == nil else { continue }
      let inside = self.known(member)
      guard let values = finiteValues(inside, member), values.count > 1, values.count <= 64 else { continue }
      return values.map { value in
        var way = set
        way.fix(name, value)
        return way
      }
    }
    return nil
  }
}

extension Rule.Kind {
  /// A Boolean value that indicates whether there are several ways to satisfy or violate the rule.
  var leavesChoice: Bool {
    switch self {
    case .anyOf, .oneOf, .not, .conditional, .dependentSchemas, .reference, .allOf: true
    default: false
    }
  }
}
