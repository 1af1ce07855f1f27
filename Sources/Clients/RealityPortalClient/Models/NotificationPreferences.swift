/// The notifications that a user has turned on.
public struct NotificationPreferences: Codable, Sendable, Hashable {
  /// A Boolean value that indicates whether the user gets a push notification for each reply to an inquiry.
  public var inquiryReplies: Bool
  /// A Boolean value that indicates whether the user gets a push notification for new listings.
  public var newListings: Bool
  /// A Boolean value that indicates whether the user gets the same notifications by email.
  public var byEmail: Bool

  /// Creates notification preferences.
  public init(inquiryReplies: Bool, newListings: Bool, byEmail: Bool) {
    self.inquiryReplies = inquiryReplies
    self.newListings = newListings
    self.byEmail = byEmail
  }
}
