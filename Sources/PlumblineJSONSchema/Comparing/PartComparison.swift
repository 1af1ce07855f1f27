import PlumblineJSONTree

/// A part-by-part comparison of two schemas, for when comparing them as wholes hides a change or takes too long.
///
/// Strictly speaking, if one member of a schema can't be satisfied, the schema says nothing about its other members,
/// and an alternative that accepts anything also accepts the values of other alternatives that changed. No author
/// intends that. The schemas beside and inside an unsatisfiable part are therefore compared separately, and so are
/// corresponding alternatives: alternatives with the same `$ref` or title, with the same discriminating values, or
/// otherwise the most similar ones. A whole that can't be decided within the step limit is split into parts, each with
/// a separate step limit, until the rest can be decided.
final class PartComparison {
  /// A part and the path that led to it.
  struct Reached {
    let part: Part
    let way: Places.Way
    let alternative: String?
    /// The indices of the differences to report. Usually, there are none.
    let told: Set<Int>
  }

  typealias Places = PlaceGraph<Visit, Step, Part>

  /// A part that is compared as a whole.
  private struct Whole: Hashable {
    let values: [Int]
    let bounds: [Int]
    let isHidden: Bool
    let isInAlternative: Bool

    init(_ visit: Visit) {
      (values, bounds) = (visit.values, visit.bounds)
      isHidden = visit.cover == .alternative
      isInAlternative = visit.isInAlternative
    }
  }

  static let branchLimit = 64
  /// The maximum number of parts that are examined together with everything inside them.
  private static let fewWholes = 12
  /// The maximum number of gaps of a part that is examined together with everything inside it. If every schema leads to
  /// all others, each of them would repeat the gaps of all.
  private static let fewGaps = 64

  /// The maximum number of cached outlines.
  private static let outlinesLimit = 1024

  /// The examined parts. Each part is examined only once, no matter how many schemas contain it.
  let places = Places(depthLimit: 60, repeatedLimit: 0)
  let proof: InclusionProof
  let finder: GapFinder
  /// The maximum number of steps for one part.
  let steps: Int
  /// A Boolean value that indicates whether to report an alternative of the values that has no counterpart in the
  /// bounds, even if other alternatives accept its values.
  let tellsFurther: Bool
  var outlines: [[Int]: PlaceOutline] = [:]
  /// The gaps of parts that are compared as wholes. The value is `nil` if the comparison takes too many steps.
  private var gaps: [Whole: [(bound: Int, gap: GapFinder.Gap)]?] = [:]
  /// The steps from parts that are compared as wholes to the places inside them.
  var exits: [Visit: Set<GapFinder.ExitKey>] = [:]
  var covers: [[Int]: Cover?] = [:]
  /// The current part.
  var part = Part()
  /// The number of identifiers assigned so far.
  var count = 0

  var reached: [Reached] = []
  /// A Boolean value that indicates whether there is any difference to report.
  private(set) var isTelling = false
  /// Members that only one of two corresponding alternatives names.
  private(set) var unknown: [SchemaMember] = []
  private(set) var absent: [SchemaMember] = []
  /// Objects with alternatives, or in alternatives, that only the bounds close.
  private(set) var closings: [SchemaAnnotation] = []
  /// Members that aren't reported at additional places.
  private(set) var leftOut: [OmittedMember] = []

  init(_ proof: InclusionProof, _ finder: GapFinder, steps: Int, tellsFurther: Bool) {
    self.proof = proof
    self.finder = finder
    self.steps = steps
    self.tellsFurther = tellsFurther
  }

  var schema: CompiledSchema { proof.schema }

  /// All differences from the outside in, including those that aren't reported. Most aren't, so the array is created on
  /// demand.
  var found: [Found] {
    reached.flatMap { one in
      one.part.found.indices.map { index -> Found in
        var found = one.part.found[index]
        found.id = one.part.id(ofFound: index, in: one.alternative)
        found.place = { one.way.pointer }
        found.path = { one.way.steps.compactMap(\.inValue) }
        found.alternative = one.alternative
        found.isTold = one.told.contains(index)
        return found
      }
    }
  }

  /// Compares two schemas. The compiled tables may have grown since the last comparison.
  ///
  /// - Parameters:
  ///   - cover: The reason that the whole hides the differences, or `nil` if it doesn't hide them.
  ///   - isTold: A closure that returns `true` to report a change at an additional place.
  func compare(_ values: Int, _ bounds: Int, under cover: Cover?, where isTold: (ChangeID) -> Bool) {
    (reached, unknown, absent, closings, leftOut) = ([], [], [], [], [])
    isTelling = false
    guard !isSame([values], [bounds]) else { return }
    places.tell(from: [(nil, Visit(values: [values], bounds: [bounds], cover: cover))], looking: look) { way, part, _ in
      let alternative = way.nearest(\.alternative)
      let place = { way.pointer }
      if !part.found.isEmpty {
        var told: Set<Int> = []
        for index in part.found.indices where isTold(part.id(ofFound: index, in: alternative)) { told.insert(index) }
        if !told.isEmpty { isTelling = true }
        reached.append(Reached(part: part, way: way, alternative: alternative, told: told))
      }
      func named(_ members: [SchemaMember], _ kind: ChangeID.Kind) -> [SchemaMember] {
        members.enumerated().compactMap { index, member in
          // Negative numbers are used only for the members of parts.
          let id = ChangeID(kind, -1 - part.number - index, in: alternative)
          guard isTold(id) else {
            leftOut.append(OmittedMember(member: member, place: place))
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
      for (index, closing) in part.closings.enumerated() {
        let id = ChangeID(.annotation, -1 - part.number - index, in: alternative)
        guard isTold(id) else { continue }
        var moved = closing.moved(below: place())
        moved.id = id
        closings.append(moved)
      }
      return true
    }
  }

  func look(_ visit: Visit) -> Places.Place {
    let outer = part
    part = Part()
    defer { part = outer }
    compare(visit)
    part.number = count
    count += max(part.found.count, part.unknown.count, part.absent.count, part.closings.count)
    return Places.Place(content: part.isTelling ? part : nil, exits: part.exits)
  }

  /// Continues in a part, or in an alternative, if the two differ.
  func enter(_ visit: Visit, _ step: Step) {
    let (values, bounds) = (visit.values.map(schema.resolved), visit.bounds.map(schema.resolved))
    guard !isSame(values, bounds) else { return }
    let key = Visit(
      values: values, bounds: bounds, cover: visit.cover, isSettled: visit.isSettled,
      isInAlternative: visit.isInAlternative)
    part.exits.append((step, key))
  }

  func compare(_ visit: Visit) {
    let (values, bounds, cover) = (visit.values, visit.bounds, visit.cover)
    proof.begin(in: schema, steps: steps)
    let set = ValueSet(values)
    let isEmpty = proof.isEmpty(set)
    let isDecided = cover == nil || visit.isSettled || isEmpty || lookAtWhole(set, visit)
    let (ours, theirs) = (outline(values), outline(bounds))
    let isLookedAt = isDecided && !isEmpty
    let inner = isEmpty ? cover ?? .empty : isLookedAt && cover != .alternative ? nil : cover
    // Skip a schema that intentionally accepts nothing.
    if isEmpty, !ours.rules.contains(where: { forbidsAll($0.rule) }) {
      compareRequired(ours, theirs, values, inner ?? .empty)
      compareWords(ours, theirs, values, inner ?? .empty)
    }
    if !isDecided {
      compareRules(theirs, set, values, inner ?? .unfinished)
      leaveContainers(ours, theirs, values, inner)
    }
    if visit.isInAlternative { noteMembers(ours, theirs) }
    if inner == nil { noteShutOut(ours, theirs) }
    // Without alternatives, the comparison of members records closings.
    if !ours.choices.isEmpty || !theirs.choices.isEmpty { noteClosing(ours, theirs) }
    func enter(_ nodes: [Int], _ others: [Int], _ token: String, isItem: Bool = false) {
      self.enter(
        Visit(
          values: nodes, bounds: others, cover: inner, isSettled: isLookedAt, isInAlternative: visit.isInAlternative),
        Step(token: token, isItem: isItem))
    }
    for (name, nodes) in ours.members where !theirs.withheld.contains(name) {
      guard let others = theirs.nodes(of: name) else { continue }
      if inner == nil, isShutOut(name, of: ours) {
        self.enter(
          Visit(values: nodes, bounds: others, cover: .empty, isInAlternative: visit.isInAlternative),
          Step(token: name))
      } else {
        enter(nodes, others, name)
      }
    }
    if !ours.others.isEmpty, !theirs.others.isEmpty { enter(ours.others, theirs.others, "*") }
    if !ours.elements.isEmpty, !theirs.elements.isEmpty, !ours.hasPrefix, !theirs.hasPrefix {
      enter(ours.elements, theirs.elements, "*", isItem: true)
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

  /// Returns a Boolean value that indicates whether one of several schemas for an object names a member that another
  /// one forbids, as when `allOf` combines closed objects. No value can have such a member, which no author intends.
  private func isShutOut(_ name: String, of outline: PlaceOutline) -> Bool {
    guard outline.containers.objects.count > 1, !outline.others.isEmpty else { return false }
    return outline.containers.objects.contains { _, rule in
      guard case .object(let object)? = schema.fact(rule), let additional = object.additional,
        !object.properties.contains(where: { $0.name == name }),
        !object.patterns.contains(where: { $0.pattern?.matches(Array(name.utf8)) ?? true })
      else { return false }
      return schema.facts(of: schema.resolved(additional)).contains { if case .never = $0 { true } else { false } }
    }
  }

  /// Records the members that only one side names and that another closed schema of the same object forbids.
  private func noteShutOut(_ ours: PlaceOutline, _ theirs: PlaceOutline) {
    func shutOut(_ one: PlaceOutline, _ other: PlaceOutline) -> [SchemaMember] {
      guard one.containers.objects.count > 1, !one.others.isEmpty else { return [] }
      return one.members(unknownTo: other, in: schema, at: JSONPointer(), isCovered: true)
        .filter { !$0.isWithheld && isShutOut($0.name, of: one) }
    }
    part.unknown += shutOut(ours, theirs)
    part.absent += shutOut(theirs, ours)
  }

  /// Records the reasons that values of a set don't satisfy a part's bounds. Returns `false` if that takes too many
  /// steps.
  func lookAtWhole(_ set: ValueSet, _ visit: Visit) -> Bool {
    let whole = Whole(visit)
    let gaps = self.gaps[whole] ?? self.gaps(set, visit)
    self.gaps[whole] = .some(gaps)
    part.found += (gaps ?? []).map {
      Found(gap: $0.gap, cover: visit.cover ?? .empty, values: visit.values, bounds: $0.bound)
    }
    return gaps != nil
  }

  /// Returns the gaps of a part, except for those in nested parts that are also compared as wholes. Otherwise, every
  /// enclosing part would report the nested gaps again.
  private func gaps(_ set: ValueSet, _ visit: Visit) -> [(bound: Int, gap: GapFinder.Gap)]? {
    var gaps: [(bound: Int, gap: GapFinder.Gap)] = []
    for bound in visit.bounds where !proof.includes(set, in: bound) {
      // Once the steps run out, every proof fails, so discard the results.
      if proof.isSpent { return nil }
      let nested = NestedWholes(in: visit, of: self)
      // A part that contains alternatives may reveal a value that no single alternative reveals. If there are only a
      // few parts, examine each for all gaps.
      let isFew = self.gaps.count < Self.fewWholes
      var answer = isFew ? finder.gaps(of: set, in: bound, entering: { _, _, _ in true }) : GapFinder.Answer()
      if !isFew || answer.isFinished && answer.gaps.count > Self.fewGaps {
        answer = finder.gaps(of: set, in: bound, entering: { !nested.have($2, by: $1, from: $0) })
      }
      if !answer.isFinished { return nil }
      gaps += answer.gaps.map { (bound, $0) }
    }
    return gaps
  }

  func noteMembers(_ ours: PlaceOutline, _ theirs: PlaceOutline) {
    part.unknown += ours.members(unknownTo: theirs, in: schema, at: JSONPointer())
    part.absent += theirs.members(absentFrom: ours, in: schema, at: JSONPointer())
  }

  /// Records an object that the bounds close, unless all alternatives of the values are closed.
  func noteClosing(_ ours: PlaceOutline, _ theirs: PlaceOutline) {
    guard ours.hasMembers, theirs.hasMembers, let closing = theirs.closing(of: ours, in: schema) else { return }
    let isClosed = ours.choices.contains { choice in
      choice.branches.allSatisfy { branch in outline([branch]).closing(of: ours, in: schema) != nil }
    }
    if !isClosed { part.closings.append(closing) }
  }

  func isSame(_ values: [Int], _ bounds: [Int]) -> Bool {
    values.count == bounds.count && zip(values, bounds).allSatisfy { proof.isSame($0, $1) }
  }

  func outline(_ starts: [Int]) -> PlaceOutline {
    if let known = outlines[starts] { return known }
    let made = PlaceOutline(starts, in: schema, .apart)
    if outlines.count >= Self.outlinesLimit { outlines.removeAll(keepingCapacity: true) }
    outlines[starts] = made
    return made
  }

}
