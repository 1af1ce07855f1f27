import PlumblineDriftDetection

/// From which severity on drift makes a run fail.
package enum Gate: String, Sendable, Hashable, CaseIterable {
  case breaking
  case warning
  case notice
  /// No drift fails the run.
  case none
  /// No change fails the run that breaks no call of a client; for `diff --clients`.
  case clients

  /// The least severity that fails a run; `nil` when none does.
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
