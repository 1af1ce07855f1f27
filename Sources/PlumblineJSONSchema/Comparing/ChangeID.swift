/// Identifies a gap, a member or an annotation within a comparison, wherever it occurs and in whatever values.
package struct ChangeID: Sendable, Hashable {
  enum Kind: Hashable { case gap, part, unknown, absent, annotation }

  let kind: Kind
  let number: Int
  /// The alternative that contains the change.
  let alternative: String?

  /// A Boolean value that indicates whether the change keeps values of one schema from being values of the other.
  var isOfGap: Bool { kind == .gap || kind == .part }

  init(_ kind: Kind, _ number: Int, in alternative: String? = nil) {
    self.kind = kind
    self.number = number
    self.alternative = alternative
  }

  // Changes with the same number rarely have more than one alternative, and the names of alternatives are slow to hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(number)
  }
}

/// Counts the places at which each change has been reported, and collects the changes that are left out after that.
struct ToldChanges {
  /// The number of places at which a change is reported, or `nil` for all of them.
  let limit: Int?
  private var counts: [ChangeID: Int] = [:]
  /// The changes that occur at more places than are reported.
  private(set) var further: Set<ChangeID> = []
  /// The changes that have already been reported under a different name.
  private var equals: [ChangeID: ChangeID] = [:]
  /// The alternatives that don't fit, each with the reported parts that explain the reason.
  private var explained: [ChangeID: Set<ChangeID>] = [:]

  init(limit: Int?) { self.limit = limit }

  /// Begins with a new value.
  mutating func begin() { further = [] }

  /// Returns a Boolean value that indicates whether to report a change at an additional place.
  mutating func takes(_ id: ChangeID) -> Bool {
    guard let limit, explained[id] == nil else { return true }
    let count = counts[id, default: 0]
    guard count < limit else {
      further.insert(equals[id] ?? id)
      return false
    }
    counts[id] = count + 1
    return true
  }

  /// Suppresses a change from now on, because it has been reported often enough under other names.
  mutating func leaveOut(_ id: ChangeID) { if let limit { counts[id] = limit } }

  /// Records that a change has already been reported under a different name.
  mutating func equate(_ id: ChangeID?, with other: ChangeID?) {
    guard limit != nil, let id, let other else { return }
    let name = equals[other] ?? other
    if name != id { equals[id] = name }
  }

  /// Records the part that explains why an alternative doesn't fit.
  mutating func explain(_ id: ChangeID, by part: ChangeID?) {
    if limit != nil, let part { explained[id, default: []].insert(part) }
  }

  /// Returns a Boolean value that indicates whether a part that explains an alternative was left out here, because it
  /// had been reported often enough.
  func isExplainedByFurther(_ id: ChangeID) -> Bool { explained[id].map { !$0.isDisjoint(with: further) } ?? false }

  /// A Boolean value that indicates whether a difference found here was left out, because it had been reported often
  /// enough.
  var hasFurtherGaps: Bool { further.contains(where: \.isOfGap) }
}
