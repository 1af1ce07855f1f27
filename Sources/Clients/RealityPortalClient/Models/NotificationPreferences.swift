/// The notifications that a user has chosen.
public struct NotificationPreferences: Codable, Sendable, Hashable {
  /// A push notification for each reply to an inquiry.
  public var inquiryReplies: Bool
  /// A push notification for new listings.
  public var newListings: Bool
  /// The same notifications by email.
  public var byEmail: Bool

  /// Creates a value from its fields.
  public init(inquiryReplies: Bool, newListings: Bool, byEmail: Bool) {
    self.inquiryReplies = inquiryReplies
    self.newListings = newListings
    self.byEmail = byEmail
  }
}
