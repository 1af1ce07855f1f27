import Foundation

/// A question about a listing, and what became of it.
public struct Inquiry: Decodable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: String
  /// What it is about.
  public let listing: Listing
  /// How far it has come.
  public let status: InquiryStatus
  /// How the answer is wanted.
  public let contactPreference: ContactPreference
  /// What was written last, by either side.
  public let lastMessage: String
  /// When that was.
  public let lastMessageAt: Date
  /// How many messages one hasn't read.
  public let unreadCount: Int
  /// When it was sent.
  public let createdAt: Date

  /// Takes every field.
  public init(
    id: String, listing: Listing, status: InquiryStatus, contactPreference: ContactPreference, lastMessage: String,
    lastMessageAt: Date, unreadCount: Int, createdAt: Date
  ) {
    self.id = id
    self.listing = listing
    self.status = status
    self.contactPreference = contactPreference
    self.lastMessage = lastMessage
    self.lastMessageAt = lastMessageAt
    self.unreadCount = unreadCount
    self.createdAt = createdAt
  }
}
