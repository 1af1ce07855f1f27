import PlumblineAPIClient

/// How urgent a ticket is.
public struct TicketPriority: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `LOW`
  public static let low = Self(rawValue: "LOW")
  /// `MEDIUM`
  public static let medium = Self(rawValue: "MEDIUM")
  /// `HIGH`
  public static let high = Self(rawValue: "HIGH")
  /// `URGENT`
  public static let urgent = Self(rawValue: "URGENT")

  /// The values that the documentation names.
  public static let known: [Self] = [.low, .medium, .high, .urgent]
}
