import PlumblineAPIClient

/// What a list of tickets is sorted by.
public struct TicketSort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `created_at`
  public static let createdAt = Self(rawValue: "created_at")
  /// `updated_at`
  public static let updatedAt = Self(rawValue: "updated_at")
  /// `priority`
  public static let priority = Self(rawValue: "priority")
  /// `status`
  public static let status = Self(rawValue: "status")

  /// The values that the documentation names.
  public static let known: [Self] = [.createdAt, .updatedAt, .priority, .status]
}
