import HTTPMessages

/// A server that doesn't answer at all.
package struct Unreachable: Error, Sendable, CustomStringConvertible {
  package let target: String
  package let failure: TransportFailure

  package init(target: String, failure: TransportFailure) {
    self.target = target
    self.failure = failure
  }

  package var description: String { "\(target) can't be reached: \(failure.message)" }
}
