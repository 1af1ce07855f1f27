import PlumblineAPIClient

/// Where a ticket stands.
public struct TicketStatus: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `NEW`
  public static let new = Self(rawValue: "NEW")
  /// `IN_PROGRESS`
  public static let inProgress = Self(rawValue: "IN_PROGRESS")
  /// `PROCESSING`
  public static let processing = Self(rawValue: "PROCESSING")
  /// `ON_HOLD`
  public static let onHold = Self(rawValue: "ON_HOLD")
  /// `RESOLVED`
  public static let resolved = Self(rawValue: "RESOLVED")
  /// `RESOLVED_DELIVERED`
  public static let resolvedDelivered = Self(rawValue: "RESOLVED_DELIVERED")

  /// The values that the documentation names.
  public static let known: [Self] = [.new, .inProgress, .processing, .onHold, .resolved, .resolvedDelivered]
}
