/// The identity of a gap, member, or annotation within a comparison, independent of its location and of the values.
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

/// The number of places at which each change has been reported, and the changes to leave out from then on.
struct ToldChanges {
  /// The maximum number of places at which to report a change, or `nil` if there is no limit.
  let limit: Int?
  private var counts: [ChangeID: Int] = [:]
  /// The changes that also occur at places where they aren't reported.
  private(set) var further: Set<ChangeID> = []
  /// The changes that have already been reported under a different name.
  private var equals: [ChangeID: ChangeID] = [:]
  /// The alternatives that don't fit, each with the reported parts that explain why.
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

  /// Returns a Boolean value that indicates whether a part that explains an alternative was left out here after being
  /// reported often enough.
  func isExplainedByFurther(_ id: ChangeID) -> Bool { explained[id].map { !$0.isDisjoint(with: further) } ?? false }

  /// A Boolean value that indicates whether a difference found here was left out after being reported often enough.
  var hasFurtherGaps: Bool { further.contains(where: \.isOfGap) }
}
