import PlumblineDriftDetection

/// The lowest severity of drift that fails a run.
package enum Gate: String, Sendable, Hashable, CaseIterable {
  case breaking
  case warning
  case notice
  /// No drift fails the run.
  case none
  /// Only changes that break a client's call fail the run. This is used by `diff --clients`.
  case clients

  /// The lowest severity that fails a run, or `nil` if none does.
  package var threshold: Severity? {
    switch self {
    case .breaking: .breaking
    case .warning: .warning
    case .notice: .notice
    case .none, .clients: nil
    }
  }

  /// Returns a Boolean value that indicates whether drift of a severity fails the run.
  package func stops(_ severity: Severity) -> Bool {
    threshold.map { severity >= $0 } ?? false
  }
}
