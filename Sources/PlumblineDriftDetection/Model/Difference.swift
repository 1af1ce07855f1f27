/// One thing that a service does otherwise than its contract, and that may be behind many findings: names in another case,
/// a payload that lies one level deeper, an envelope that is gone, a login that doesn't succeed.
package struct Difference: Sendable, Hashable {
  /// The difference as the start of a sentence: `The members of answers are written in snake_case`.
  package let title: String
  /// Distinguishes it from the other differences of a service; no part is an endpoint that shows it.
  let key: [String]

  init(_ title: String, key: [String]) {
    self.title = title
    self.key = key
  }
}
