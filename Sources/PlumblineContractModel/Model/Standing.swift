/// How sure a contract is of what it says.
package enum Standing: String, Sendable, Hashable, CaseIterable {
  /// The source states it.
  case documented
  /// The source states it, and doubts that it exists.
  case unconfirmed
  /// The source implies it; the details are ours.
  case assumed
}
