import PlumblineJSONTree

/// Merges the value in a file with the current value in a document, using the document's value at the last import as
/// the base. A change on only one side wins, and a change on both is a conflict.
///
/// Objects are merged member by member, and an array is one value.
struct ThreeWayMerge: Sendable {
  /// The result of merging a value.
  struct Merged: Sendable {
    /// The merged value, or `nil` if it was removed.
    let value: JSON?
    /// The base for the next merge.
    let base: ValueDigest?
  }

  /// The depth of a file's named parts, as in `/schemas/Item`.
  private static let named = 2

  let decision: MergeDecision
  /// A Boolean value that indicates whether a file's named parts that the document no longer has are kept.
  let keepsDropped: Bool
  private(set) var conflicts: [MergeConflict] = []

  init(_ decision: MergeDecision, keepsDropped: Bool = false) {
    self.decision = decision
    self.keepsDropped = keepsDropped
  }

  /// Merges a value.
  ///
  /// - Parameters:
  ///   - base: The document's value at the last import, or `nil` if there was none.
  ///   - present: The file's value, or `nil` if there is none.
  ///   - incoming: The document's value, or `nil` if there is none.
  ///   - place: The place of the value.
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
    // The next merge doesn't need values that both sides have removed.
    return Merged(value: .object(members), base: .object(digests))
  }

  /// Adds the missing keys, each after its predecessor in its own object.
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
