import PlumblineJSONTree

extension PartComparison {
  /// The reason that a difference in a part doesn't show in the whole.
  enum Cover {
    /// No value satisfies an enclosing schema.
    case empty
    /// Another alternative may accept the values that this one no longer accepts.
    case alternative
    /// No alternative accepts the values that this one no longer accepts, and this difference is the reason.
    case branch
    /// Comparing the whole takes too many steps.
    case unfinished
  }

  /// A reason that the counterpart of a part doesn't accept all values that the part accepts.
  struct Found {
    /// Creates the pointer of the part in the whole. Suppressed gaps rarely need it.
    var place: () -> JSONPointer = { JSONPointer() }
    /// Creates the steps from a value to the part.
    var path: () -> [SchemaGap.PathStep] = { [] }
    /// The identifier of the difference in any schema that contains it.
    var id: ChangeID?
    let gap: GapFinder.Gap
    let cover: Cover
    /// The nodes of the part's values.
    let values: [Int]
    /// The node that should accept the values.
    let bounds: Int
    /// The author's name for the alternative that contains the gap.
    var alternative: String?
    /// A Boolean value that indicates whether the part was examined completely. If not, the gap only marks the place
    /// where the examination ended.
    var isDecided = true
    /// A Boolean value that indicates whether to report the gap. If not, the gap only keeps equal gaps from being
    /// reported.
    var isTold = true
  }

  struct Visit: Hashable {
    let values: [Int]
    let bounds: [Int]
    var cover: Cover?
    /// A Boolean value that indicates whether an enclosing schema was compared as a whole, so that only hidden
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

    /// The corresponding step in a value, or `nil` if the step stays at the same place.
    var inValue: SchemaGap.PathStep? {
      token.map { isItem ? .item(0) : .member($0 == "*" ? "other" : $0) }
    }
  }

  /// The differences in a part alone. Locations are relative to the part.
  struct Part {
    var found: [Found] = []
    var unknown: [SchemaMember] = []
    var absent: [SchemaMember] = []
    /// Objects that only the bounds close.
    var closings: [SchemaAnnotation] = []
    var exits: [(step: Step, key: Visit)] = []
    /// The index of the part's first difference of each kind among the differences of all parts.
    var number = 0

    var isTelling: Bool { !found.isEmpty || !unknown.isEmpty || !absent.isEmpty || !closings.isEmpty }

    /// Returns the identifier of a difference, which is the same in any schema that contains it.
    func id(ofFound index: Int, in alternative: String?) -> ChangeID {
      ChangeID(.part, number + index, in: found[index].gap.alternative ?? alternative)
    }
  }

}
