/// How much a drift matters.
package enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// For information.
  case notice
  /// Somebody should look; clients most likely still work.
  case warning
  /// A client that relied on the contract breaks.
  case breaking

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .notice: 0
    case .warning: 1
    case .breaking: 2
    }
  }
}
