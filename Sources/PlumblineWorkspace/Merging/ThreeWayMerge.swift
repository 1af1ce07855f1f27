import PlumblineJSONTree

/// Brings a value as it stands in a file together with the same value as a document has it now, by what the document said
/// when it was imported last: who changed it alone is followed, and what both changed is a conflict.
///
/// Objects are merged member by member; an array is one value.
struct ThreeWayMerge: Sendable {
  /// What came of a value.
  struct Merged: Sendable {
    /// `nil` where there is none any more.
    let value: JSON?
    /// What the next merge takes for what the document said.
    let base: ValueDigest?
  }

  /// How deep a file's named parts lie: `/schemas/Item`.
  private static let named = 2

  let decision: MergeDecision
  /// A Boolean value that indicates whether named parts of a file that the document has no longer stay all the same.
  let keepsDropped: Bool
  private(set) var conflicts: [MergeConflict] = []

  init(_ decision: MergeDecision, keepsDropped: Bool = false) {
    self.decision = decision
    self.keepsDropped = keepsDropped
  }

  /// Merges a value.
  ///
  /// - Parameters:
  ///   - base: what the document said last; `nil` where it said nothing.
  ///   - present: the file's; `nil` where it has none.
  ///   - incoming: the document's; `nil` where it has none.
  ///   - place: what and where the value is.
  mutating func merge(
    _ base: ValueDigest?, _ present: DigestedValue?, _ incoming: DigestedValue?, _ place: MergePlace
  ) -> Merged {
    if present?.digest == incoming?.digest { return Merged(value: present?.value, base: incoming?.digest) }
    if present?.digest == base {
      guard keepsDropped, let present, place.pointer.tokens.count <= Self.named else {
        return Merged(value: incoming?.value, base: incoming?.digest)
      }
      guard let incoming else { return Merged(value: present.value, base: base) }
      guard place.pointer.tokens.count < Self.named, present.value.kind == .object, incoming.value.kind == .object
      else {
        return Merged(value: incoming.value, base: incoming.digest)
      }
      return members(base, present, incoming, place)
    }
    if incoming?.digest == base { return Merged(value: present?.value, base: base) }
    if let present, let incoming, present.value.kind == .object, incoming.value.kind == .object {
      return members(base, present, incoming, place)
    }
    switch decision {
    case .show:
      conflicts.append(MergeConflict(present: present?.value, incoming: incoming?.value, place: place))
      return Merged(value: present?.value, base: base)
    case .keep: return Merged(value: present?.value, base: incoming?.digest)
    case .take: return Merged(value: incoming?.value, base: incoming?.digest)
    }
  }

  private mutating func members(
    _ base: ValueDigest?, _ present: DigestedValue, _ incoming: DigestedValue, _ place: MergePlace
  ) -> Merged {
    var keys = present.value.members.keys
    Self.add(incoming.value.members.keys, to: &keys)
    var members: [(String, JSON)] = []
    var digests: [String: ValueDigest] = [:]
    for key in keys {
      let inner = place.member(key, within: present.value, incoming.value)
      let merged = merge(base?[key], present[key], incoming[key], inner)
      if let value = merged.value { members.append((key, value)) }
      digests[key] = merged.base
    }
    // What neither side has any more is of no interest to the next merge.
    return Merged(value: .object(members), base: .object(digests))
  }

  /// Adds the keys that aren't there yet, each behind the one that it stands behind in its own object.
  static func add(_ others: [String], to keys: inout [String]) {
    let known = Set(keys)
    var previous: String?
    for key in others {
      if !known.contains(key) {
        let place = previous.flatMap { keys.firstIndex(of: $0) }.map { $0 + 1 } ?? keys.endIndex
        keys.insert(key, at: place)
      }
      previous = key
    }
  }
}
