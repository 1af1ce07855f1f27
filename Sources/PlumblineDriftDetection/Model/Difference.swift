/// A systematic difference between a service and its contract, which may be behind many findings: names in a different
/// case, a payload one level deeper, a missing envelope, a login that fails.
package struct Difference: Sendable, Hashable {
  /// The difference, phrased as the beginning of a sentence: `The members of answers are written in snake_case`.
  package let title: String
  /// The values that distinguish it from other differences of a service; none is an endpoint that shows it.
  let key: [String]

  init(_ title: String, key: [String]) {
    self.title = title
    self.key = key
  }
}
