import PlumblineDriftDetection

/// How much a drift matters; as a gate, from which severity on it fails a test.
public enum DriftSeverity: String, Sendable, Hashable, Comparable, CaseIterable {
  /// For information.
  case notice
  /// Somebody should look; clients most likely still work.
  case warning
  /// A client that relied on the contract breaks.
  case breaking

  public static func < (left: DriftSeverity, right: DriftSeverity) -> Bool { left.severity < right.severity }

  init(_ severity: Severity) {
    switch severity {
    case .notice: self = .notice
    case .warning: self = .warning
    case .breaking: self = .breaking
    }
  }

  private var severity: Severity {
    switch self {
    case .notice: .notice
    case .warning: .warning
    case .breaking: .breaking
    }
  }
}
