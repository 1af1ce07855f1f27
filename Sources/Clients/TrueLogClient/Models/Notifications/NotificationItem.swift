import Foundation

/// A notification for the user. The contract calls it `Notification`, but Foundation already has a type with that name.
public struct NotificationItem: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: Int
  /// The kind of event that the notification is about.
  public let kind: String
  /// The one-line title.
  public let title: String
  /// The longer text.
  public let body: String?
  /// The ID of the ticket that the notification is about.
  public let ticketId: Int?
  /// A Boolean value that indicates whether the user has seen the notification.
  public let isRead: Bool
  /// The creation date.
  public let createdAt: Date

  /// Creates a notification.
  public init(
    id: Int, kind: String, title: String, body: String? = nil, ticketId: Int? = nil, isRead: Bool, createdAt: Date
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.body = body
    self.ticketId = ticketId
    self.isRead = isRead
    self.createdAt = createdAt
  }

  enum CodingKeys: String, CodingKey {
    case id, kind, title, body
    case ticketId = "ticket_id"
    case isRead = "is_read"
    case createdAt = "created_at"
  }
}
