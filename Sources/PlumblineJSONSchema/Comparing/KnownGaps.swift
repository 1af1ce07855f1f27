import PlumblineJSONTree

/// The known gaps of one value, whether reported or suppressed. They make it possible to recognize a gap that is found
/// again at the same place in a different way.
///
/// A gap that has been reported at enough places is suppressed. It doesn't get a description, and gets a pointer only
/// if another finding may be the same gap. Otherwise, that finding would be reported again under a different name.
struct KnownGaps {
  /// A gap that has been reported at enough places and is found again.
  struct OmittedGap {
    let id: ChangeID?
    let rule: Rule
    let keyword: String
    let detail: String?
    let alternative: String?
    /// Creates the gap's pointer. Of a large number of gaps, only a few need it.
    let pointer: () -> JSONPointer
  }

  /// The known gap that a newly found gap is equal to.
  struct Match: Hashable {
    /// The gap's identifier, or `nil` for a gap of just one value.
    let id: ChangeID?
  }

  private struct Reason: Hashable {
    let keyword: String
    let detail: String?
  }

  /// Gaps that were left out for the same reason, by pointer. Gaps that were added since the last lookup don't have
  /// pointers yet.
  private struct Places {
    var pending: [OmittedGap] = []
    var known: [JSONPointer: [OmittedGap]] = [:]

    mutating func gaps(at pointer: JSONPointer) -> [OmittedGap] {
      for gap in pending { known[gap.pointer(), default: []].append(gap) }
      pending = []
      return known[pointer] ?? []
    }
  }

  private var keys: [SchemaGap.Key: ChangeID?]
  private var causes: [SchemaGap.Cause: ChangeID?]
  private var leftOut: [Reason: Places] = [:]

  init(_ gaps: [SchemaGap], leftOut: [OmittedGap]) {
    keys = Dictionary(gaps.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
    causes = Dictionary(gaps.map { ($0.cause, $0.id) }, uniquingKeysWith: { first, _ in first })
    for gap in leftOut { add(gap) }
  }

  mutating func add(_ gap: SchemaGap) {
    (causes[gap.cause], keys[gap.key]) = (.some(gap.id), .some(gap.id))
  }

  mutating func add(_ gap: OmittedGap) {
    leftOut[Reason(keyword: gap.keyword, detail: gap.detail), default: Places()].pending.append(gap)
  }

  /// Returns the known gap that has the same rule and location as a given gap, or the same name. Returns `nil` if there
  /// is none.
  ///
  /// - Parameter rule: The rule that rejects the given gap.
  mutating func match(_ gap: SchemaGap, of rule: Rule) -> Match? {
    if let id = causes[gap.cause] ?? keys[gap.key] { return Match(id: id) }
    let reason = Reason(keyword: gap.keyword, detail: gap.detail)
    let same = leftOut[reason]?.gaps(at: gap.pointer).first { one in
      let isOfRule = one.rule.document == rule.document && one.rule.place == rule.place
      return isOfRule || one.alternative == gap.alternative
    }
    return same.map { Match(id: $0.id) }
  }
}

extension SchemaGap {
  /// The key that distinguishes a gap from others in a comparison.
  struct Key: Hashable {
    let pointer: JSONPointer
    let keyword: String
    let detail: String?
    let alternative: String?
  }

  var key: Key { Key(pointer: pointer, keyword: keyword, detail: detail, alternative: alternative) }

  /// The schema node and keyword that reject the value, and the location in the value.
  fileprivate struct Cause: Hashable {
    let pointer: JSONPointer
    let keyword: String
    let detail: String?
    let document: ObjectIdentifier
    let node: Int
  }

  fileprivate var cause: Cause {
    Cause(
      pointer: pointer, keyword: keyword, detail: detail, document: ObjectIdentifier(refusing.document),
      node: refusing.node)
  }
}
