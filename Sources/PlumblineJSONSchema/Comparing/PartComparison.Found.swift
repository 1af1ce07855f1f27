import PlumblineJSONTree

extension PartComparison {
  /// The reason that a difference in a part doesn't show in the whole.
  enum Cover {
    /// Nothing satisfies a schema around the part.
    case empty
    /// A different alternative may accept the values that this one no longer accepts.
    case alternative
    /// No alternative accepts the values that this one no longer accepts, and this difference is the reason.
    case branch
    /// A decision for the whole takes too many steps.
    case unfinished
  }

  /// A reason that the counterpart of a part doesn't accept all values that the part accepts.
  struct Found {
    /// Creates the pointer of the part in the whole, which is rarely needed for suppressed gaps.
    var place: () -> JSONPointer = { JSONPointer() }
    /// Creates the steps from a value to the part.
    var path: () -> [SchemaGap.PathStep] = { [] }
    /// The identifier of the difference in any schema that contains it.
    var id: ChangeID?
    let gap: GapFinder.Gap
    let cover: Cover
    /// The nodes of the part, which are those of the values and those that should accept the values.
    let values: [Int]
    let bounds: Int
    /// The author's name for the alternative that contains the gap.
    var alternative: String?
    /// A Boolean value that indicates whether the part was examined completely. Otherwise, the gap is only the place
    /// where the examination ended.
    var isDecided = true
    /// A Boolean value that indicates whether the gap is reported at an additional place. Otherwise, it only keeps
    /// equal gaps from being reported.
    var isTold = true
  }

  struct Visit: Hashable {
    let values: [Int]
    let bounds: [Int]
    var cover: Cover?
    /// A Boolean value that indicates whether a schema around the part was compared as a whole, so that only hidden
    /// differences are left.
    var isSettled = false
    var isInAlternative = false
  }

  /// A step to a part or to an alternative of the same part.
  struct Step: PlaceStep {
    var token: String?
    /// The author's name for the alternative.
    var alternative: String?
    /// A Boolean value that indicates whether the part is an item of a list.
    var isItem = false

    /// The step in a value that has the part, or `nil` if the step stays at the place.
    var inValue: SchemaGap.PathStep? {
      token.map { isItem ? .item(0) : .member($0 == "*" ? "other" : $0) }
    }
  }

  /// The differences in a part alone, at which places start.
  struct Part {
    var found: [Found] = []
    var unknown: [SchemaMember] = []
    var absent: [SchemaMember] = []
    /// Objects that only the bounds close.
    var closings: [SchemaAnnotation] = []
    var exits: [(step: Step, key: Visit)] = []
    /// The number of the part's first difference of each kind among those of all parts.
    var number = 0

    var isTelling: Bool { !found.isEmpty || !unknown.isEmpty || !absent.isEmpty || !closings.isEmpty }

    /// Returns the identifier of a difference, which is the same in any schema that contains it.
    func id(ofFound index: Int, in alternative: String?) -> ChangeID {
      ChangeID(.part, number + index, in: found[index].gap.alternative ?? alternative)
    }
  }

}
