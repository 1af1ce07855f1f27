import PlumblineJSONTree

/// Compares two schemas part by part, where comparing them as wholes hides a change or takes too long.
///
/// By the letter, a schema that nothing satisfies says nothing of its other members, and an alternative that takes anything takes
/// what the others were changed to. No author means that. So what is beside and below an empty part is compared for itself,
/// and so are alternatives that belong together: the same by `$ref` or title, by the values that mark them, or the most alike.
/// A whole that can't be decided within the steps is taken apart, each part with steps of its own, until what is left of it
/// can be.
final class PartComparison {
  /// Why a part isn't seen in the whole.
  enum Cover {
    /// Nothing satisfies a schema around it.
    case empty
    /// Another alternative may take what this one doesn't any more.
    case alternative
    /// No alternative takes what this one doesn't any more: what differs is why.
    case branch
    /// The whole takes too many steps.
    case unfinished
  }

  /// What keeps values of a part from being values of its counterpart.
  struct Found {
    /// Makes the pointer of the part in the whole: of what is left out, few are asked.
    var place: () -> JSONPointer = { JSONPointer() }
    /// What names it in whatever wholes.
    var id: ChangeID?
    let gap: GapFinder.Gap
    let cover: Cover
    /// The part's nodes: the values, and what is to take them.
    let values: [Int]
    let bounds: Int
    /// What its author calls the alternative that it is in.
    var alternative: String?
    /// Whether it was looked at as far as it can be; else the gap is only where that ended.
    var isDecided = true
    /// Whether it is told of at one more place; else it only says that what is the same isn't told of either.
    var isTold = true
  }

  private struct Visit: Hashable {
    let values: [Int]
    let bounds: [Int]
    var cover: Cover?
    /// Whether something around it was looked at as a whole, so that only what it hides is left.
    var isSettled = false
    var isInAlternative = false
  }

  /// A step to a part, or to an alternative of the same.
  private struct Step: PlaceStep {
    var token: String?
    /// What its author calls the alternative.
    var alternative: String?
  }

  /// What differs in a part by itself. Places begin here.
  private struct Part {
    var found: [Found] = []
    var unknown: [SchemaMember] = []
    var absent: [SchemaMember] = []
    var exits: [(step: Step, key: Visit)] = []
    /// The number of the first of each among those of all parts.
    var number = 0

    var isTelling: Bool { !found.isEmpty || !unknown.isEmpty || !absent.isEmpty }

    /// What names something that differs, in whatever wholes.
    func id(ofFound index: Int, in alternative: String?) -> ChangeID {
      ChangeID(.part, number + index, in: found[index].gap.alternative ?? alternative)
    }
  }

  /// A part on the way that it was reached by.
  private struct Reached {
    let part: Part
    let place: () -> JSONPointer
    let alternative: String?
    /// Which of what differs in it is told of at one more place: mostly none.
    let told: Set<Int>
  }

  private typealias Places = PlaceGraph<Visit, Step, Part>

  private struct Whole: Hashable {
    let values: [Int]
    let bounds: [Int]
  }

  private static let branchLimit = 64

  /// Each part is looked at once, in however many wholes it is.
  private let places = Places(depthLimit: 60, repeatedLimit: 0)
  private let proof: InclusionProof
  private let finder: GapFinder
  /// The steps of one part.
  private let steps: Int
  /// Whether an alternative of the values that belongs to none of the bounds' is told, though others may take what it takes.
  private let tellsFurther: Bool
  private var outlines: [[Int]: PlaceOutline] = [:]
  /// What was found in parts as wholes; nothing where that takes too many steps.
  private var gaps: [Whole: [(bound: Int, gap: GapFinder.Gap)]?] = [:]
  private var covers: [[Int]: Cover?] = [:]
  /// The part at hand.
  private var part = Part()
  /// How many numbers were given so far.
  private var count = 0

  private var reached: [Reached] = []
  /// Whether something differs that is told of at one more place.
  private(set) var isTelling = false
  /// Members that one of two alternatives names, which belong together, and the other one doesn't.
  private(set) var unknown: [SchemaMember] = []
  private(set) var absent: [SchemaMember] = []
  /// Members that aren't told of at one more place.
  private(set) var leftOut: [LeftOutMember] = []

  init(_ proof: InclusionProof, _ finder: GapFinder, steps: Int, tellsFurther: Bool) {
    self.proof = proof
    self.finder = finder
    self.steps = steps
    self.tellsFurther = tellsFurther
  }

  private var schema: CompiledSchema { proof.schema }

  /// What differs, from the outside in, told of at one more place or not. Most isn't, and is made where it is needed.
  var found: [Found] {
    reached.flatMap { one in
      one.part.found.indices.map { index -> Found in
        var found = one.part.found[index]
        found.id = one.part.id(ofFound: index, in: one.alternative)
        found.place = one.place
        found.alternative = one.alternative
        found.isTold = one.told.contains(index)
        return found
      }
    }
  }

  /// Compares two schemas, in tables that may have grown since.
  ///
  /// - Parameters:
  ///   - cover: why the whole says nothing of them; `nil` where it does.
  ///   - isTold: whether something is told of at one more place.
  func compare(_ values: Int, _ bounds: Int, under cover: Cover?, where isTold: (ChangeID) -> Bool) {
    (reached, unknown, absent, leftOut) = ([], [], [], [])
    isTelling = false
    guard !isSame([values], [bounds]) else { return }
    places.tell(from: [(nil, Visit(values: [values], bounds: [bounds], cover: cover))], looking: look) { way, part, _ in
      let alternative = way.nearest(\.alternative)
      let place = { way.pointer }
      if !part.found.isEmpty {
        var told: Set<Int> = []
        for index in part.found.indices where isTold(part.id(ofFound: index, in: alternative)) { told.insert(index) }
        if !told.isEmpty { isTelling = true }
        reached.append(Reached(part: part, place: place, alternative: alternative, told: told))
      }
      func named(_ members: [SchemaMember], _ kind: ChangeID.Kind) -> [SchemaMember] {
        members.enumerated().compactMap { index, member in
          // Numbers of parts begin where those of other members are never.
          let id = ChangeID(kind, -1 - part.number - index, in: alternative)
          guard isTold(id) else {
            leftOut.append(LeftOutMember(member: member, place: place))
            return nil
          }
          var moved = member.moved(below: place())
          moved.alternative = alternative
          moved.id = id
          return moved
        }
      }
      unknown += named(part.unknown, .unknown)
      absent += named(part.absent, .absent)
      return true
    }
  }

  private func look(_ visit: Visit) -> Places.Place {
    let outer = part
    part = Part()
    defer { part = outer }
    compare(visit)
    part.number = count
    count += max(part.found.count, part.unknown.count, part.absent.count)
    return Places.Place(content: part.isTelling ? part : nil, exits: part.exits)
  }

  /// Goes on in a part, or in an alternative, where the two differ.
  private func enter(_ visit: Visit, _ step: Step) {
    let (values, bounds) = (visit.values.map(schema.resolved), visit.bounds.map(schema.resolved))
    guard !isSame(values, bounds) else { return }
    let key = Visit(
      values: values, bounds: bounds, cover: visit.cover, isSettled: visit.isSettled,
      isInAlternative: visit.isInAlternative)
    part.exits.append((step, key))
  }

  private func compare(_ visit: Visit) {
    let (values, bounds, cover) = (visit.values, visit.bounds, visit.cover)
    proof.begin(in: schema, steps: steps)
    let set = ValueSet(values)
    let isEmpty = proof.isEmpty(set)
    let isDecided = cover == nil || visit.isSettled || isEmpty || lookAtWhole(set, visit)
    let (ours, theirs) = (outline(values), outline(bounds))
    let isLookedAt = isDecided && !isEmpty
    let inner = isEmpty ? cover ?? .empty : isLookedAt && cover != .alternative ? nil : cover
    // What is meant to be empty takes nothing that could be refused.
    if isEmpty, !ours.rules.contains(where: { forbidsAll($0.rule) }) {
      compareRequired(ours, theirs, values, inner ?? .empty)
      compareWords(ours, theirs, values, inner ?? .empty)
    }
    if !isDecided {
      compareRules(theirs, set, values, inner ?? .unfinished)
      leaveContainers(ours, theirs, values, inner)
    }
    if visit.isInAlternative { noteMembers(ours, theirs) }
    func enter(_ nodes: [Int], _ others: [Int], _ token: String) {
      self.enter(
        Visit(
          values: nodes, bounds: others, cover: inner, isSettled: isLookedAt, isInAlternative: visit.isInAlternative),
        Step(token: token))
    }
    for (name, nodes) in ours.members where !theirs.withheld.contains(name) {
      if let others = theirs.nodes(of: name) { enter(nodes, others, name) }
    }
    if !ours.others.isEmpty, !theirs.others.isEmpty { enter(ours.others, theirs.others, "*") }
    if !ours.elements.isEmpty, !theirs.elements.isEmpty, !ours.hasPrefix, !theirs.hasPrefix {
      enter(ours.elements, theirs.elements, "*")
    }
    guard ours.choices.count == theirs.choices.count else {
      if !isDecided { for choice in theirs.choices { leave(choice.node, choice.rule, values, inner) } }
      return
    }
    for (one, other) in zip(ours.choices, theirs.choices) {
      let rest = compareBranches(
        one.branches, other.branches, unmarked(one, other), of: (other.node, other.rule), under: inner)
      if rest, !isDecided { leave(other.node, other.rule, values, inner) }
    }
  }

  /// Notes what keeps values of a set from being values of other nodes; false where that takes too many steps.
  private func lookAtWhole(_ set: ValueSet, _ visit: Visit) -> Bool {
    let whole = Whole(values: visit.values, bounds: visit.bounds)
    let gaps = self.gaps[whole] ?? self.gaps(set, visit.bounds)
    self.gaps[whole] = .some(gaps)
    part.found += (gaps ?? []).map {
      Found(gap: $0.gap, cover: visit.cover ?? .empty, values: visit.values, bounds: $0.bound)
    }
    return gaps != nil
  }

  private func gaps(_ set: ValueSet, _ bounds: [Int]) -> [(bound: Int, gap: GapFinder.Gap)]? {
    var gaps: [(bound: Int, gap: GapFinder.Gap)] = []
    for bound in bounds where !proof.includes(set, in: bound) {
      // Without steps every proof fails, wherever one looks.
      if proof.isSpent { return nil }
      let answer = finder.gaps(of: set, in: bound)
      if !answer.isFinished { return nil }
      gaps += answer.gaps.map { (bound, $0) }
    }
    return gaps
  }

  /// Holds a set to the rules of one place that lead to no other.
  private func compareRules(_ theirs: PlaceOutline, _ set: ValueSet, _ values: [Int], _ cover: Cover) {
    for (node, rule) in theirs.rules {
      proof.begin(in: schema, steps: steps)
      let known = proof.known(set)
      if proof.keeps(rule, known, set) { continue }
      let answer = proof.isSpent ? nil : finder.gaps(of: set, in: rule, of: node)
      guard let answer, answer.isFinished else {
        leave(node, rule, values, cover)
        continue
      }
      part.found += answer.gaps.map { Found(gap: $0, cover: cover, values: values, bounds: node) }
    }
  }

  /// Notes the rules about members and elements that have no counterpart to be compared with: what one side leaves open, and the
  /// other one doesn't.
  private func leaveContainers(
    _ ours: PlaceOutline, _ theirs: PlaceOutline, _ values: [Int], _ cover: Cover?
  ) {
    let isOpen = ours.others.isEmpty || ours.members.contains { theirs.nodes(of: $0.name) == nil }
    if !theirs.others.isEmpty, isOpen {
      for (node, rule) in theirs.containers.objects { leave(node, rule, values, cover) }
    }
    if !theirs.elements.isEmpty, ours.elements.isEmpty {
      for (node, rule) in theirs.containers.lists { leave(node, rule, values, cover) }
    }
  }

  /// Notes that it isn't known whether a rule is kept.
  private func leave(_ node: Int, _ rule: Rule, _ values: [Int], _ cover: Cover?) {
    let gap = GapFinder.Gap(set: ValueSet(values), rule: rule, node: node, keyword: rule.kind.keyword)
    part.found.append(
      Found(gap: gap, cover: cover ?? .unfinished, values: values, bounds: node, isDecided: false))
  }

  private func noteMembers(_ ours: PlaceOutline, _ theirs: PlaceOutline) {
    part.unknown += ours.members(unknownTo: theirs, in: schema, at: JSONPointer())
    part.absent += theirs.members(unknownTo: ours, in: schema, at: JSONPointer())
  }

  private func isSame(_ values: [Int], _ bounds: [Int]) -> Bool {
    values.count == bounds.count && zip(values, bounds).allSatisfy { proof.isSame($0, $1) }
  }

  /// A member that only the bounds ask for, where the set is empty and no proof looks at it.
  private func compareRequired(_ ours: PlaceOutline, _ theirs: PlaceOutline, _ values: [Int], _ cover: Cover) {
    for name in theirs.required where !ours.required.contains(name) {
      for bound in theirs.nodes {
        for rule in schema.rules(of: bound) where rule.kind == .required {
          guard case .required(let names)? = schema.fact(rule), names.contains(name) else { continue }
          let gap = GapFinder.Gap(
            set: ValueSet(values), rule: rule, node: bound, keyword: rule.kind.keyword, detail: name)
          part.found.append(Found(gap: gap, cover: cover, values: values, bounds: bound))
        }
      }
    }
  }

  /// Notes what only the bounds ask for, or in other words, where the set is empty by a contradiction: no value breaks
  /// it. What leads to members and elements is compared there.
  private func compareWords(_ ours: PlaceOutline, _ theirs: PlaceOutline, _ values: [Int], _ cover: Cover) {
    func note(_ node: Int, _ rule: Rule, _ detail: String?) {
      let gap = GapFinder.Gap(
        set: ValueSet(values), rule: rule, node: node, keyword: rule.kind.keyword, detail: detail)
      part.found.append(Found(gap: gap, cover: cover, values: values, bounds: node))
    }
    let lists = ours.rules.compactMap { listed($0.rule) }
    for (node, rule) in theirs.rules {
      switch rule.kind {
      case .object, .items, .required: continue
      case .constant, .enumeration:
        guard let own = lists.first, let list = listed(rule) else {
          note(node, rule, nil)
          continue
        }
        for value in own where !list.contains(value) { note(node, rule, value.text) }
      default:
        let text = schema.place(of: rule)
        let isKept = ours.rules.contains { $0.rule.kind == rule.kind && schema.place(of: $0.rule) == text }
        if !isKept { note(node, rule, nil) }
      }
    }
  }

  private func forbidsAll(_ rule: Rule) -> Bool {
    switch schema.fact(rule) {
    case .never: true
    case .not(let node): schema.takesAnything(node)
    default: false
    }
  }

  private func listed(_ rule: Rule) -> [JSON]? {
    guard case .values(let list)? = schema.fact(rule) else { return nil }
    return list
  }

  private func outline(_ starts: [Int]) -> PlaceOutline {
    if let known = outlines[starts] { return known }
    let made = PlaceOutline(starts, in: schema, .apart)
    outlines[starts] = made
    return made
  }

  // MARK: - Alternatives

  /// What is compared of alternatives that have a discriminator on one side alone.
  private func unmarked(
    _ one: (node: Int, rule: Rule, branches: [Int]), _ other: (node: Int, rule: Rule, branches: [Int])
  ) -> [Int: Int] {
    let (ours, theirs) = (proof.unmarked(one.branches, of: one.rule), proof.unmarked(other.branches, of: other.rule))
    if ours.isEmpty == theirs.isEmpty { return [:] }
    let rest = theirs.isEmpty ? other.rule : one.rule
    return proof.mark(of: rest) != nil ? [:] : ours.isEmpty ? theirs : ours
  }

  /// Compares the alternatives that belong together.
  ///
  /// - Parameter bare: what is compared of alternatives, where that is another.
  /// - Returns: whether one is left that has no counterpart.
  private func compareBranches(
    _ values: [Int], _ bounds: [Int], _ bare: [Int: Int], of union: (node: Int, rule: Rule), under cover: Cover?
  ) -> Bool {
    guard values.count <= Self.branchLimit, bounds.count <= Self.branchLimit else { return true }
    var rest = bounds
    var changed: [Int] = []
    for branch in values {
      let node = schema.resolved(bare[branch] ?? branch)
      if let same = rest.firstIndex(where: { proof.isSame(node, schema.resolved(bare[$0] ?? $0)) }) {
        rest.remove(at: same)
      } else {
        changed.append(branch)
      }
    }
    var isLeft = false
    for branch in changed {
      guard let place = counterpart(of: branch, among: rest) else {
        isLeft = true
        noteFurther(branch, of: values, beside: bounds, union)
        continue
      }
      let other = rest.remove(at: place)
      enter(
        Visit(
          values: [bare[branch] ?? branch], bounds: [bare[other] ?? other],
          cover: self.cover(of: branch, other, values, bounds, of: union.node, cover),
          isInAlternative: true),
        Step(alternative: schema.name(ofAlternative: branch, among: values)))
    }
    return isLeft
  }

  /// Notes an alternative that belongs to none of the others, where those take its values only as they leave open what they
  /// don't name: by the letter it adds nothing.
  private func noteFurther(
    _ branch: Int, of values: [Int], beside bounds: [Int], _ union: (node: Int, rule: Rule)
  ) {
    let names = outline([branch]).members.map(\.name)
    guard tellsFurther, !names.isEmpty else { return }
    proof.begin(in: schema, steps: steps)
    let set = ValueSet([schema.resolved(branch)])
    let takers = bounds.filter { proof.includes(set, in: $0) }.map { outline([$0]) }
    let areOpen = takers.allSatisfy { taker in
      taker.hasMembers && !names.allSatisfy { taker.nodes(of: $0) != nil || taker.covers($0) }
    }
    guard !takers.isEmpty, areOpen else { return }
    var gap = GapFinder.Gap(set: set, rule: union.rule, node: union.node, keyword: union.rule.kind.keyword)
    gap.alternative = schema.name(ofAlternative: branch, among: values)
    part.found.append(Found(gap: gap, cover: .alternative, values: [branch], bounds: union.node))
  }

  /// Why the whole says nothing of what differs in an alternative; `nil` where nothing hides it.
  private func cover(
    of branch: Int, _ other: Int, _ values: [Int], _ bounds: [Int], of union: Int, _ outer: Cover?
  ) -> Cover? {
    if outer == .alternative { return outer }
    let key = [branch, other, union]
    let known = covers[key] ?? self.cover(of: branch, other, values, bounds, of: union)
    covers[key] = .some(known)
    return known == nil && outer == .unfinished ? outer : known
  }

  private func cover(of branch: Int, _ other: Int, _ values: [Int], _ bounds: [Int], of union: Int) -> Cover? {
    proof.begin(in: schema, steps: steps)
    let mine = ValueSet([schema.resolved(branch)])
    let own = values.filter { $0 != branch }.reduce(mine) { $0.excluding(schema.resolved($1)) }
    if !proof.isEmpty(own), !proof.includes(own, in: union) { return proof.isSpent ? .unfinished : .branch }
    // Alternatives that are told apart, before and now, hide nothing from one another.
    let isOverlapped =
      values.contains { $0 != branch && !proof.isDisjoint(mine, from: schema.resolved($0)) }
      || bounds.contains { $0 != other && !proof.isDisjoint(ValueSet([other]), from: $0) }
    return isOverlapped ? .alternative : nil
  }

  /// The alternative that is meant by another one: of its name, else the most alike.
  private func counterpart(of branch: Int, among others: [Int]) -> Int? {
    if let name = schema.name(of: branch), let place = others.firstIndex(where: { schema.name(of: $0) == name }) {
      return place
    }
    if others.count == 1 { return likeness(branch, others[0]) > 0 ? 0 : nil }
    let scores = others.map { likeness(branch, $0) }
    guard let best = scores.max(), best > 0 else { return nil }
    return scores.firstIndex(of: best)
  }

  /// How much two alternatives have in common: the members that both name, and the kinds that both take.
  private func likeness(_ one: Int, _ other: Int) -> Int {
    let (ours, theirs) = (outline([one]), outline([other]))
    let shared = ours.properties.count { member in theirs.nodes(of: member.name) != nil }
    if shared > 0 { return shared }
    let kinds = proof.known(ValueSet([one])).kinds & proof.known(ValueSet([other])).kinds
    return kinds != 0 && ours.properties.isEmpty && theirs.properties.isEmpty ? 1 : 0
  }
}
