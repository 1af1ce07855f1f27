import PlumblineJSONTree

/// Finds the places at which a proof fails, and the rule at each place that some value may violate.
///
/// The finder follows the path of `InclusionProof` again, down to members, elements and branches, and stops at rules
/// that apply no schemas. At a choice, it follows the branch that is most likely intended: the only branch of a kind,
/// the branch for a member's value, or the branch with the fewest gaps. Each question about a place is examined only
/// once, no matter how many values contain the place.
final class GapFinder {
  typealias Question = InclusionProof.Question
  typealias Places = PlaceGraph<Question, Step, Room>

  /// The maximum number of gaps. No real document should reach it, because an unexamined gap may be the breaking one.
  private static let limit = 2000
  static let branchLimit = 8
  /// The maximum number of gaps to count in a branch.
  static let weightLimit = 3
  /// The maximum nesting depth of the places being examined.
  static let nestingLimit = 60
  static let pairLimit = 16

  let proof: InclusionProof
  /// The step limit for one place.
  let steps: Int
  let places = Places(depthLimit: InclusionProof.depthLimit, repeatedLimit: 40)
  /// The questions whose places are being examined.
  var entered: Set<Question> = []
  /// The current place.
  var room = Room()
  /// The number of gaps found so far.
  var count = 0
  /// The questions being asked about the current place. In a recursive schema, a branch leads back to them.
  var open: Set<Question> = []
  /// The current nesting depth of split choices, whether split by ways or by trials.
  var splits = 0
  /// The current nesting depth of split choices with two ways, such as null or a value.
  var pairs = 0
  /// The current alternative.
  var alternative: String?

  init(_ proof: InclusionProof, steps: Int) {
    self.proof = proof
    self.steps = steps
  }

  var schema: CompiledSchema { proof.schema }

  /// Returns the reasons that values of a set don't satisfy a node.
  ///
  /// - Parameters:
  ///   - isTold: A closure that returns `true` to report a change at an additional place.
  ///   - isEntered: A closure that returns `true` to continue along a path with a step to a place, or `nil` to always
  ///     continue.
  func gaps(
    of set: ValueSet, in bound: Int, where isTold: (ChangeID) -> Bool = { _ in true },
    entering isEntered: ((Places.Way, Step, Question) -> Bool)? = nil
  ) -> Answer {
    answer(from: [(nil, Question(set: set, node: schema.resolved(bound)))], where: isTold, entering: isEntered)
  }

  /// Returns the steps from a place to the places inside it that need further examination.
  func exits(from question: Question) -> [(step: Step, key: Question)] { places.place(at: question, look).exits }

  /// Returns the reasons that values of a set violate one rule of a node.
  func gaps(of set: ValueSet, in rule: Rule, of node: Int) -> Answer {
    let room = self.room { find(rule, node, proof.known(set), set) }
    guard room.isFinished else { return Answer(isFinished: false) }
    var answer = answer(from: room.exits.map { ($0.step, $0.key) }, where: { _ in true }, entering: nil)
    answer.gaps = room.gaps + answer.gaps
    return answer
  }

  private func answer(
    from starts: [(step: Step?, key: Question)], where isTold: (ChangeID) -> Bool,
    entering isEntered: ((Places.Way, Step, Question) -> Bool)?
  ) -> Answer {
    var answer = Answer()
    var repeated: [Gap] = []
    var known: Set<GapKey> = []
    places.tell(from: starts, looking: look, entering: isEntered) { way, room, isRepeated in
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
          KnownGaps.OmittedGap(
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

  func look(_ question: Question) -> Places.Place {
    entered.insert(question)
    defer { entered.remove(question) }
    let room = self.room { ask(question) }.finished
    return Places.Place(content: room.gaps.isEmpty && room.isFinished ? nil : room, exits: room.exits)
  }

  /// Returns the findings at a new place, using a separate step budget.
  func room(_ find: () -> Void) -> Room {
    let outer = (room, open, splits, pairs, alternative)
    (room, open, splits, pairs, alternative) = (Room(), [], 0, 0, nil)
    let isFinished = proof.spending(steps, find)
    var made = room
    (room, open, splits, pairs, alternative) = outer
    if !isFinished {
      // Once the steps run out, every proof fails, so discard the results.
      made = Room()
      made.isFinished = false
    }
    return made
  }

  func ask(_ question: Question) {
    open.insert(question)
    defer { open.remove(question) }
    if !proof.isEmpty(question.set) { findRules(question.set, question.node) }
  }

  /// Finds the reasons that values of a set don't satisfy a node at the same place.
  func find(_ set: ValueSet, _ bound: Int) {
    let question = Question(set: set, node: schema.resolved(bound))
    guard proof.spend(1), !proof.includes(set, in: question.node), !open.contains(question) else { return }
    ask(question)
  }

  /// Continues inside the value if some values may not satisfy a node.
  func enter(_ set: ValueSet, _ bound: Int, _ part: Step.Part, of outer: ValueSet) {
    let node = schema.resolved(bound)
    guard proof.spend(1), !proof.includes(set, in: node) else { return }
    room.add(Step(set: outer, part: part, alternative: alternative), to: Question(set: set, node: node))
  }

  /// Returns a Boolean value that indicates whether a choice may be split. Choices with two ways, such as null or a
  /// value, have a separate limit.
  func canSplit(_ ways: [ValueSet]) -> Bool {
    ways.count <= 2 ? pairs < Self.pairLimit : splits < InclusionProof.splitLimit
  }

  /// Continues in an alternative.
  func within(_ branch: Int?, of branches: [Int], _ find: () -> Void) {
    let outer = alternative
    alternative = branch.flatMap { schema.name(ofAlternative: $0, among: branches) } ?? outer
    find()
    alternative = outer
  }

  func add(_ found: Gap) {
    var gap = found
    count += 1
    gap.number = count
    gap.alternative = gap.alternative ?? alternative
    room.add(gap)
  }
}
