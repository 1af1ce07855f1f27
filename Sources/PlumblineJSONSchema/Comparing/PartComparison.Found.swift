import PlumblineJSONTree

extension PartComparison {
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
    /// A Boolean value that indicates whether it was looked at as far as it can be; else the gap is only where that ended.
    var isDecided = true
    /// A Boolean value that indicates whether it is told of at one more place; else it only says that what is the same isn't
    /// told of either.
    var isTold = true
  }

  struct Visit: Hashable {
    let values: [Int]
    let bounds: [Int]
    var cover: Cover?
    /// A Boolean value that indicates whether something around it was looked at as a whole, so that only what it hides is left.
    var isSettled = false
    var isInAlternative = false
  }

  /// A step to a part, or to an alternative of the same.
  struct Step: PlaceStep {
    var token: String?
    /// What its author calls the alternative.
    var alternative: String?
  }

  /// What differs in a part by itself. Places begin here.
  struct Part {
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

}
