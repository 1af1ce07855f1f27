/// A difference between the expectation of a pact and the actual message.
package struct PactMismatch: Sendable, Hashable, CustomStringConvertible {
  /// The part of the message, and the place in it: `body $.items[0].id`.
  package let place: String
  /// The predicate of a sentence about that part; the reason if it is undecided.
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
  /// It doesn't fit, for a reason that is a sentence.
  case differs(String)
  /// It isn't compared, for a reason that is a sentence.
  case undecided(String)

  /// Returns the mismatch at a place; `nil` if it fits.
  func mismatch(at place: String) -> PactMismatch? {
    switch self {
    case .fits: nil
    case .differs(let reason): PactMismatch(place, reason)
    case .undecided(let reason): PactMismatch(place, reason, isUndecided: true)
    }
  }
}
