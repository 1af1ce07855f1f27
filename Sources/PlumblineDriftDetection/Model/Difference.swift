/// A systematic difference between a service and its contract that may be behind many findings, such as names in a
/// different case, a payload one level deeper, a missing envelope, or a login that fails.
package struct Difference: Sendable, Hashable {
  /// The difference, phrased as the start of a sentence, such as `The members of answers are written in snake_case`.
  package let title: String
  /// The values that distinguish the difference from other differences of a service, regardless of the endpoints that
  /// show it.
  let key: [String]

  init(_ title: String, key: [String]) {
    self.title = title
    self.key = key
  }
}
