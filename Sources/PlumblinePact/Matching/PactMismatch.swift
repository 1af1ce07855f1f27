/// A difference between a pact's expectation and the actual message.
package struct PactMismatch: Sendable, Hashable, CustomStringConvertible {
  /// The part of the message and the location in it, such as `body $.items[0].id`.
  package let place: String
  /// The predicate of a sentence about that part, or the reason if the comparison is undecided.
  package let message: String
  /// A Boolean value that indicates whether nothing was decided, because the pact uses an unsupported feature.
  package let isUndecided: Bool

  package init(_ place: String, _ message: String, isUndecided: Bool = false) {
    self.place = place
    self.message = message
    self.isUndecided = isUndecided
  }

  package var description: String { "\(place): \(isUndecided ? "not compared: " : "")\(message)" }
}

/// The result of a comparison.
enum PactVerdict: Sendable, Hashable {
  case fits
  /// The value doesn't match. The reason is a sentence.
  case differs(String)
  /// The value couldn't be compared. The reason is a sentence.
  case undecided(String)

  /// Returns the mismatch at a place, or `nil` if the value matches.
  func mismatch(at place: String) -> PactMismatch? {
    switch self {
    case .fits: nil
    case .differs(let reason): PactMismatch(place, reason)
    case .undecided(let reason): PactMismatch(place, reason, isUndecided: true)
    }
  }
}
