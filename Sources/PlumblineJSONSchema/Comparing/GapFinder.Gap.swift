import PlumblineJSONTree

extension GapFinder {
  /// A step into a value, with the current set and the part of it to examine.
  struct Step: PlaceStep {
    enum Part {
      case member(String)
      case other(Pattern?)
      case element(Int, isAny: Bool)

      /// The corresponding step in a value.
      var inValue: SchemaGap.PathStep {
        switch self {
        case .member(let name): .member(name)
        case .other(let pattern): .member(pattern.flatMap { $0.sample() } ?? "other")
        case .element(let index, _): .item(index)
        }
      }
    }

    let set: ValueSet
    let part: Part
    /// The author's name for the alternative that the step continues in.
    var alternative: String?

    var token: String? {
      switch part {
      case .member(let name): name
      case .other: "*"
      case .element(let index, let isAny): isAny ? "*" : String(index)
      }
    }
  }

  /// A rule that some value of a set may violate.
  struct Gap {
    var path: [Step] = []
    /// The location of the gap, as a pointer.
    var pointer = JSONPointer()
    /// The question about this place alone, which applies to every value that contains it, or `nil` if there was no
    /// question.
    var question: InclusionProof.Question?
    /// The gap's number among all gaps.
    var number = 0
    var set: ValueSet
    var rule: Rule
    /// The node that the rule belongs to.
    var node: Int
    var keyword: String
    var detail: String?
    /// A Boolean value that indicates whether more than one alternative accepts a value that exactly one should accept.
    var isAmbiguous = false
    /// The author's name for the alternative that contains the gap.
    var alternative: String?
    /// Values that violate the rule, if known.
    var values: [JSON] = []
    /// Additional requirements for a value that violates the rule, with one list for each way to violate it.
    var ways: [[Requirement]] = []
  }

  /// The gaps found starting at a position.
  struct Answer {
    /// The gaps, starting with the first of each kind.
    var gaps: [Gap] = []
    /// Gaps that aren't reported again at an additional place.
    var leftOut: [KnownGaps.OmittedGap] = []
    /// A Boolean value that indicates whether every place was examined within the step limit. If not, some gaps may be
    /// missing.
    var isFinished = true
  }

  /// The reasons at one place that a set's values don't satisfy a node: gaps, and the members and elements that contain
  /// gaps.
  struct Room {
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

    /// Returns a copy without the bookkeeping that prevents duplicate gaps and exits.
    var finished: Room {
      var finished = Room()
      (finished.gaps, finished.exits, finished.isFinished) = (gaps, exits, isFinished)
      return finished
    }

    mutating func add(_ other: Room) {
      for gap in other.gaps { add(gap) }
      for exit in other.exits { add(exit.step, to: exit.key) }
    }
  }

  struct GapKey: Hashable {
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

  struct ExitKey: Hashable {
    let token: String?
    let question: Question
  }

}
