/// A part that is passed over in a string that is read leniently.
struct PassedPart {
  let kind: PassedKind
  /// As it is written.
  let text: String
  /// The place as a byte offset.
  let offset: Int
}

/// The kinds of parts that are passed over.
package enum PassedKind: Sendable, Hashable {
  /// A tag that the core schema doesn't have.
  case foreignTag
  /// A tag of the core schema whose value is of another kind.
  case contradictedTag
  /// An infinity, or no number: the member or element that it is the value of.
  case notFinite
}
