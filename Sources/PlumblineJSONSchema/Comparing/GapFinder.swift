import PlumblineJSONTree

/// Looks for the places at which a proof fails, and for the rule at each that some value may break.
///
/// It goes the way of `InclusionProof` again, down to members, elements and branches, and stops at rules that apply no
/// schemas. Of a choice it follows the way that is meant: the only branch of a kind, the one for a member's value, or the
/// one with the fewest gaps. Each question about a place is gone through once, in however many values the place is.
final class GapFinder {
  /// One step into a value: the set at hand, and what is looked at inside of it.
  struct Step: PlaceStep {
    enum Part {
      case member(String)
      case other(Pattern?)
      case element(Int, isAny: Bool)
    }

    let set: ValueSet
    let part: Part
    /// What its author calls the alternative that is gone on in.
    var alternative: String?

    var token: String? {
      switch part {
      case .member(let name): name
      case .other: "*"
      case .element(let index, let isAny): isAny ? "*" : String(index)
      }
    }
  }

  /// A rule that a value of a set may break.
  struct Gap {
    var path: [Step] = []
    /// Where the gap is: that of the path.
    var pointer = JSONPointer()
    /// The question about its place alone, which many values share; `nil` where nothing was asked of it.
    var question: InclusionProof.Question?
    /// What numbers it among those of all places.
    var number = 0
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
    var ways: [[Requirement]] = []
  }

  /// What was found from a place on.
  struct Answer {
    /// The first of each kind first.
    fileprivate(set) var gaps: [Gap] = []
    /// Those that aren't told of at one more place.
    fileprivate(set) var leftOut: [KnownGaps.LeftOut] = []
    /// Whether each place was gone through within the steps; else some gaps may be missing.
    fileprivate(set) var isFinished = true
  }

  private typealias Question = InclusionProof.Question
  private typealias Places = PlaceGraph<Question, Step, Room>

  /// What keeps a set's values from satisfying a node, at their own place: gaps, and the members and elements that have some.
  private struct Room {
    var gaps: [Gap] = []
    var exits: [(step: Step, key: Question)] = []
    var isFinished = true
    private var known: Set<GapKey> = []
    private var entered: Set<ExitKey> = []

    var isEmpty: Bool { gaps.isEmpty && exits.isEmpty }

    mutating func add(_ gap: Gap) {
      if known.insert(GapKey(gap, at: nil)).inserted { gaps.append(gap) }
    }

    mutating func add(_ step: Step, to question: Question) {
      let key = ExitKey(token: step.token, question: question)
      if entered.insert(key).inserted { exits.append((step, question)) }
    }

    mutating func add(_ other: Room) {
      for gap in other.gaps { add(gap) }
      for exit in other.exits { add(exit.step, to: exit.key) }
    }
  }

  private struct GapKey: Hashable {
    let pointer: JSONPointer?
    let document: Int32
    let place: Int32
    let keyword: String
    let detail: String?

    init(_ gap: Gap, at pointer: JSONPointer?) {
      self.pointer = pointer
      document = gap.rule.document
      place = gap.rule.place
      keyword = gap.keyword
      detail = gap.detail
    }
  }

  private struct ExitKey: Hashable {
    let token: String?
    let question: Question
  }

  /// So many that no document reaches it: a gap that isn't looked at may be the one that breaks.
  private static let limit = 2000
  private static let branchLimit = 8
  /// How many gaps of a branch are counted.
  private static let weightLimit = 3
  /// So many places are gone through for the sake of one another.
  private static let nestingLimit = 60
  private static let pairLimit = 16

  private let proof: InclusionProof
  /// The steps of one place.
  private let steps: Int
  private let places = Places(depthLimit: InclusionProof.depthLimit, repeatedLimit: 40)
  /// The questions whose places are being gone through.
  private var entered: Set<Question> = []
  /// The place at hand.
  private var room = Room()
  /// How many gaps were found so far.
  private var count = 0
  /// The questions that are being asked of it: of a schema that uses itself, a branch leads back to them.
  private var open: Set<Question> = []
  /// Choices that are taken apart within one another, by ways or by trials.
  private var splits = 0
  /// The same of choices between two, such as null or a value.
  private var pairs = 0
  /// The alternative at hand.
  private var alternative: String?

  init(_ proof: InclusionProof, steps: Int) {
    self.proof = proof
    self.steps = steps
  }

  private var schema: CompiledSchema { proof.schema }

  /// What keeps values of a set from satisfying a node.
  ///
  /// - Parameter isTold: whether something is told of at one more place.
  func gaps(of set: ValueSet, in bound: Int, where isTold: (ChangeID) -> Bool = { _ in true }) -> Answer {
    answer(from: [(nil, Question(set: set, node: schema.resolved(bound)))], where: isTold)
  }

  /// What keeps values of a set from keeping one rule of a node.
  func gaps(of set: ValueSet, in rule: Rule, of node: Int) -> Answer {
    let room = self.room { find(rule, node, proof.known(set), set) }
    guard room.isFinished else { return Answer(isFinished: false) }
    var answer = answer(from: room.exits.map { ($0.step, $0.key) }) { _ in true }
    answer.gaps = room.gaps + answer.gaps
    return answer
  }

  private func answer(from starts: [(step: Step?, key: Question)], where isTold: (ChangeID) -> Bool) -> Answer {
    var answer = Answer()
    var repeated: [Gap] = []
    var known: Set<GapKey> = []
    places.tell(from: starts, looking: look) { way, room, isRepeated in
      guard room.isFinished else {
        answer.isFinished = false
        return false
      }
      if room.gaps.isEmpty { return true }
      let outer = way.nearest(\.alternative)
      var told: [Gap] = []
      for gap in room.gaps {
        let id = ChangeID(.gap, gap.number, in: gap.alternative ?? outer)
        guard !isTold(id) else {
          told.append(gap)
          continue
        }
        answer.leftOut.append(
          KnownGaps.LeftOut(
            id: id, rule: gap.rule, keyword: gap.keyword,
            detail: gap.rule.kind == .never ? way.nearest(\.token) : gap.detail, alternative: id.alternative,
            pointer: { way.pointer }))
      }
      if told.isEmpty { return true }
      let path = way.steps
      let pointer = way.pointer
      for var gap in told {
        gap.path = path
        gap.pointer = pointer
        gap.question = way.key
        gap.alternative = gap.alternative ?? outer
        if gap.rule.kind == .never { gap.detail = pointer.tokens.last }
        guard known.insert(GapKey(gap, at: pointer)).inserted else { continue }
        if isRepeated { repeated.append(gap) } else { answer.gaps.append(gap) }
      }
      return answer.gaps.count < Self.limit
    }
    answer.gaps += repeated
    return answer
  }

  // MARK: - One place

  private func look(_ question: Question) -> Places.Place {
    entered.insert(question)
    defer { entered.remove(question) }
    let room = self.room { ask(question) }
    return Places.Place(content: room.gaps.isEmpty && room.isFinished ? nil : room, exits: room.exits)
  }

  /// What is found at a place that is begun with, with steps of its own.
  private func room(_ find: () -> Void) -> Room {
    let outer = (room, open, splits, pairs, alternative)
    (room, open, splits, pairs, alternative) = (Room(), [], 0, 0, nil)
    let isFinished = proof.spending(steps, find)
    var made = room
    (room, open, splits, pairs, alternative) = outer
    if !isFinished {
      // Without steps every proof fails, wherever one looks.
      made = Room()
      made.isFinished = false
    }
    return made
  }

  private func ask(_ question: Question) {
    open.insert(question)
    defer { open.remove(question) }
    if !proof.isEmpty(question.set) { findRules(question.set, question.node) }
  }

  /// Finds what keeps values of a set from satisfying a node, at the same place.
  private func find(_ set: ValueSet, _ bound: Int) {
    let question = Question(set: set, node: schema.resolved(bound))
    guard proof.spend(1), !proof.includes(set, in: question.node), !open.contains(question) else { return }
    ask(question)
  }

  /// Goes on inside of the value, where something keeps values from satisfying a node.
  private func enter(_ set: ValueSet, _ bound: Int, _ part: Step.Part, of outer: ValueSet) {
    let node = schema.resolved(bound)
    guard proof.spend(1), !proof.includes(set, in: node) else { return }
    room.add(Step(set: outer, part: part, alternative: alternative), to: Question(set: set, node: node))
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

  private func findRules(_ set: ValueSet, _ node: Int) {
    let known = proof.known(set)
    if let ways = proof.choiceWays(of: set, known), ways.count <= 64, canSplit(ways) {
      let outer = (splits, pairs)
      if ways.count > 2 { splits += 1 } else { pairs += 1 }
      let branches = known.choices.first?.kind.branches ?? []
      for (index, way) in ways.enumerated() {
        within(index < branches.count ? branches[index] : nil, of: branches) { find(way, node) }
      }
      (splits, pairs) = outer
      return
    }
    for rule in schema.rules(of: node) where !proof.keeps(rule, known, set) { find(rule, node, known, set) }
  }

  /// Finds what keeps values of a set from keeping a rule.
  private func find(_ rule: Rule, _ node: Int, _ known: KnownFacts, _ set: ValueSet) {
    var gap = Gap(set: set, rule: rule, node: node, keyword: rule.kind.keyword)
    guard rule.kind != .dynamicReference, let fact = schema.fact(rule) else { return add(gap) }
    switch fact {
    case .reference(let inner): find(set, inner)
    case .allOf(let branches): for inner in branches { find(set, inner) }
    case .conditional(let test, let then, let otherwise):
      if let then { find(set.inserting(test), then) }
      if let otherwise { find(set.excluding(test), otherwise) }
    case .dependentSchemas(let list): for entry in list { find(set.requiring(entry.name), entry.node) }
    case .object(let object): find(object, known, set)
    case .items(let prefix, let rest): find(prefix, rest, known, set)
    case .anyOf(let branches), .oneOf(let branches): find(branches, rule, node, known, set)
    case .required(let names):
      for name in names where !known.required.contains(name) {
        gap.detail = name
        gap.ways = [[.types(.object), .forbidden(name)]]
        add(gap)
      }
    case .never:
      // The member's name, which is told where it is known.
      gap.ways = [[]]
      add(gap)
    case .types(let types): find(types, known, gap)
    case .propertyNames(let names): find(names: names, fact, known, gap)
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

  /// Names that are listed are told one by one.
  private func find(names: Int, _ fact: SchemaFact, _ known: KnownFacts, _ gap: Gap) {
    var gap = gap
    gap.ways = fact.negations
    let listed = known.propertyNames.isEmpty ? nil : proof.known(ValueSet(known.propertyNames)).values
    let refused = (listed ?? []).filter { schema.judge($0, by: names) == false }
    guard !refused.isEmpty else { return add(gap) }
    for name in refused {
      gap.detail = name.text
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

  private func find(_ object: SchemaFact.Object, _ known: KnownFacts, _ set: ValueSet) {
    let listed = Dictionary(object.properties.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first })
    for name in known.named where proof.mayHave(name, known, set) {
      guard let member = known.member(name, of: schema),
        let nodes = proof.nodes(for: name, in: object, listed)
      else { continue }
      for node in nodes { enter(member, node, .member(name), of: set) }
    }
    for other in known.others(of: schema) where !proof.isEmptyInside(other.goals) {
      let nodes = (other.isFree ? [] : object.patterns.map(\.node)) + [object.additional].compactMap { $0 }
      for node in nodes { enter(other.goals, node, .other(other.pattern), of: set) }
      if other.isFree { continue }
      for property in object.properties where !known.names(property.name) {
        guard other.pattern?.matches(Array(property.name.utf8)) ?? true,
          let member = known.member(property.name, of: schema)
        else { continue }
        enter(member, property.node, .member(property.name), of: set)
      }
    }
  }

  private func find(_ prefix: [Int], _ rest: Int?, _ known: KnownFacts, _ set: ValueSet) {
    let end = max(prefix.count, known.prefixCount)
    for index in 0..<end where index < known.maxItems {
      guard let node = index < prefix.count ? prefix[index] : rest else { continue }
      enter(known.element(index, of: schema), node, .element(index, isAny: false), of: set)
    }
    guard let rest, end < known.maxItems else { return }
    enter(known.element(end, of: schema), rest, .element(end, isAny: true), of: set)
  }

  private func add(_ found: Gap) {
    var gap = found
    count += 1
    gap.number = count
    gap.alternative = gap.alternative ?? alternative
    room.add(gap)
  }
}

// MARK: - Branches

extension GapFinder {
  private func find(
    _ branches: [Int], _ rule: Rule, _ node: Int, _ known: KnownFacts, _ set: ValueSet
  ) {
    var whole = Gap(set: set, rule: rule, node: node, keyword: rule.kind.keyword)
    if let list = KnownFacts.listed(branches, schema) {
      whole.keyword = Rule.Kind.enumeration.keyword
      // An alternative may list a value that something else in it refuses.
      return find(list.filter { schema.judge($0, by: node) != false }, known, whole)
    }
    if let values = proof.finiteValues(known, set) {
      whole.values = values.filter { schema.judge($0, by: node) == false }
      // Null alone is told as it is where a type leaves it out.
      if whole.values == [.null] { (whole.keyword, whole.detail) = (Rule.Kind.types.keyword, "null") }
      return add(whole)
    }
    whole.ways = schema.fact(rule)?.negations ?? []
    if let ways = proof.ways(of: set, known, for: node), ways.count <= 64, canSplit(ways) {
      let outer = (splits, pairs)
      if ways.count > 2 { splits += 1 } else { pairs += 1 }
      for way in ways where !proof.includes(way, in: node) { find(way, node) }
      (splits, pairs) = outer
      return
    }
    let bare = proof.unmarked(branches, of: rule, for: known)
    var possible = branches.filter { !proof.isDisjoint(set, from: bare[$0] ?? $0) }
    if possible.contains(where: { proof.includes(set, in: bare[$0] ?? $0) }) {
      whole.isAmbiguous = true
      return add(whole)
    }
    // What changed may be why the one that is meant isn't possible any more, while others still are.
    if let meant = schema.namesake(of: set.nodes, among: branches) ?? likest(known, set, among: branches, but: possible)
    {
      let found = trial(meant, of: branches, set, bare)
      if !found.isEmpty { return room.add(found) }
    }
    if possible.isEmpty { possible = branches.filter { !isOfNull($0) || known.kinds & JSONKind.null.bit != 0 } }
    if possible.isEmpty { possible = branches }
    if possible.count > Self.branchLimit || possible.count > 1 && splits >= InclusionProof.splitLimit {
      return add(whole)
    }
    // The only one that is possible is the one that is meant.
    if possible.count == 1 {
      let found = trial(possible[0], of: branches, set, bare)
      return found.isEmpty ? add(whole) : room.add(found)
    }
    splits += 1
    let trials = possible.map { trial($0, of: branches, set, bare) }
    splits -= 1
    var best: Room?
    var least = Int.max
    for trial in trials where !trial.isEmpty {
      let distance = distance(of: trial, among: branches)
      if distance < least { (best, least) = (trial, distance) }
    }
    guard let best, least <= 2 else { return add(whole) }
    room.add(best)
  }

  /// The branch that has more members in common with a set than each other one; `nil` where none has, where it is one
  /// of those that are possible, or where a mark says that another is meant.
  private func likest(_ known: KnownFacts, _ set: ValueSet, among branches: [Int], but possible: [Int]) -> Int? {
    let names = Set(known.named)
    let shares = branches.map { branch in
      proof.known(ValueSet([schema.resolved(branch)])).named.count { names.contains($0) }
    }
    guard let most = shares.max(), most > 0, let place = shares.firstIndex(of: most),
      place == shares.lastIndex(of: most)
    else { return nil }
    let branch = branches[place]
    return possible.contains(branch) || proof.isApart(set, from: branch) ? nil : branch
  }

  /// Whether a branch takes null alone.
  private func isOfNull(_ branch: Int) -> Bool {
    proof.known(ValueSet([schema.resolved(branch)])).kinds == JSONKind.null.bit
  }

  /// What is found in one branch.
  ///
  /// - Parameter bare: what is looked at of branches, where that is another.
  private func trial(_ branch: Int, of branches: [Int], _ set: ValueSet, _ bare: [Int: Int]) -> Room {
    let outer = room
    room = Room()
    within(branch, of: branches) { find(set, bare[branch] ?? branch) }
    defer { room = outer }
    return room
  }

  /// How far a branch is from what is meant: its gaps, and more where one tells that another branch is.
  private func distance(of trial: Room, among branches: [Int]) -> Int {
    var distance = trial.gaps.reduce(0) { $0 + ($1.rule.kind.tellsBranches ? 10 : 1) }
    for (step, question) in trial.exits {
      guard case .member(let name) = step.part, !entered.contains(question), entered.count < Self.nestingLimit,
        let inside = places.place(at: question, look).content
      else {
        distance += weight(of: question)
        continue
      }
      let isTelling = inside.gaps.contains { $0.rule.kind.listsValues } && marks(name, branches)
      distance += isTelling ? 10 : weight(of: question)
    }
    return distance
  }

  /// How many gaps are found from a place on, of which few are counted.
  private func weight(of question: Question) -> Int {
    var weight = 0
    var pending = [question]
    var seen = entered
    while entered.count < Self.nestingLimit, weight < Self.weightLimit, let question = pending.popLast() {
      guard seen.insert(question).inserted else { continue }
      let place = places.place(at: question, look)
      weight += place.content?.gaps.count ?? 0
      pending += place.exits.map(\.key)
    }
    return min(weight, Self.weightLimit)
  }

  /// Whether branches are told apart by a member: each lists its values, and they don't list the same.
  private func marks(_ name: String, _ branches: [Int]) -> Bool {
    var lists: [Set<JSON>] = []
    for branch in branches {
      let set = ValueSet([schema.resolved(branch)])
      guard let member = proof.known(set).member(name, of: schema), let values = proof.known(member).values
      else { return false }
      lists.append(Set(values))
    }
    return Set(lists).count > 1
  }
}

extension Rule.Kind {
  /// Whether it lists the values that are taken.
  fileprivate var listsValues: Bool { self == .constant || self == .enumeration }

  /// Whether what breaks it is of another branch: it is another kind of value altogether, or not one of those that are listed.
  fileprivate var tellsBranches: Bool { self == .types || listsValues }
}
