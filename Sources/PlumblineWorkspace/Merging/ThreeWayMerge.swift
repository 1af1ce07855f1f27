import PlumblineJSONTree

/// A merge of the value in a file with the current value in a document. Its base is the document's value at the last
/// import. If only one side has changed, that change wins. If both sides have changed, there is a conflict.
///
/// Objects are merged member by member. An array is treated as a single value.
struct ThreeWayMerge: Sendable {
  /// The result of merging a value.
  struct Merged: Sendable {
    /// The merged value, or `nil` if it was removed.
    let value: JSON?
    /// The base for the next merge.
    let base: ValueDigest?
  }

  /// The depth of named parts in a file, such as `/schemas/Item`.
  private static let named = 2

  let decision: MergeDecision
  /// A Boolean value that indicates whether to keep named parts of a file that the document no longer has.
  let keepsDropped: Bool
  private(set) var conflicts: [MergeConflict] = []

  init(_ decision: MergeDecision, keepsDropped: Bool = false) {
    self.decision = decision
    self.keepsDropped = keepsDropped
  }

  /// Merges a value.
  ///
  /// - Parameters:
  ///   - base: The document's value at the last import, or `nil` if it had none.
  ///   - present: The value in the file, or `nil` if it has none.
  ///   - incoming: The value in the document, or `nil` if it has none.
  ///   - place: The location of the value.
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
    // A value that both sides have removed needs no base for the next merge.
    return Merged(value: .object(members), base: .object(digests))
  }

  /// Adds missing keys. Each goes after its predecessor in the object that it comes from.
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
