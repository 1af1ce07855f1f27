/// What names a gap, a member or an annotation within a comparison, at whatever places of whatever values it is.
package struct ChangeID: Sendable, Hashable {
  enum Kind: Hashable { case gap, part, unknown, absent, annotation }

  let kind: Kind
  let number: Int
  /// The alternative that it is in.
  let alternative: String?

  /// A Boolean value that indicates whether it keeps values of one schema from being values of the other.
  var isOfGap: Bool { kind == .gap || kind == .part }

  init(_ kind: Kind, _ number: Int, in alternative: String? = nil) {
    self.kind = kind
    self.number = number
    self.alternative = alternative
  }

  // A number rarely has more than one alternative, and the names of those take long to hash.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(number)
  }
}

/// How often each change was told of, and what was left after that.
struct ToldChanges {
  /// At how many places a change is told; `nil` for all.
  let limit: Int?
  private var counts: [ChangeID: Int] = [:]
  /// The changes that more places have than are told.
  private(set) var further: Set<ChangeID> = []
  /// Changes that were found to be others under another name.
  private var equals: [ChangeID: ChangeID] = [:]
  /// Alternatives that don't fit, which are told by what makes them others.
  private var explained: [ChangeID: Set<ChangeID>] = [:]

  init(limit: Int?) { self.limit = limit }

  /// Begins with another value.
  mutating func begin() { further = [] }

  /// Returns a Boolean value that indicates whether a change is told of at one more place.
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

  /// Leaves a change out from now on: under other names it was told of at enough places.
  mutating func leaveOut(_ id: ChangeID) { if let limit { counts[id] = limit } }

  /// Notes that a change is one that is told under another name.
  mutating func equate(_ id: ChangeID?, with other: ChangeID?) {
    guard limit != nil, let id, let other else { return }
    let name = equals[other] ?? other
    if name != id { equals[id] = name }
  }

  /// Notes what tells of an alternative that doesn't fit.
  mutating func explain(_ id: ChangeID, by part: ChangeID?) {
    if limit != nil, let part { explained[id, default: []].insert(part) }
  }

  /// Returns a Boolean value that indicates whether what tells of an alternative was told of at enough places, and is found
  /// here, too.
  func isExplainedByFurther(_ id: ChangeID) -> Bool { explained[id].map { !$0.isDisjoint(with: further) } ?? false }

  /// A Boolean value that indicates whether something that differs was told of at enough places, and is found here, too.
  var hasFurtherGaps: Bool { further.contains(where: \.isOfGap) }
}
