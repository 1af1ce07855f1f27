/// A part that is skipped in a text that is read leniently.
struct PassedPart {
  let kind: PassedKind
  /// The part as written.
  let text: String
  /// The place as a byte offset.
  let offset: Int
}

/// The kinds of parts that are skipped.
package enum PassedKind: Sendable, Hashable {
  /// A tag that isn't in the core schema.
  case foreignTag
  /// A tag of the core schema whose value has a different kind.
  case contradictedTag
  /// A member or element whose value is an infinity or NaN.
  case notFinite
}
