import Foundation

/// Something that the user should know (`Notification` in the contract; Foundation has a `Notification` of its own).
public struct NotificationItem: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: Int
  /// What sort of news it is.
  public let kind: String
  /// One line to show.
  public let title: String
  /// More to read.
  public let body: String?
  /// The ticket that it is about.
  public let ticketId: Int?
  /// A Boolean value that indicates whether the user has seen it.
  public let isRead: Bool
  /// When it was created.
  public let createdAt: Date

  /// Takes every field; those that may be missing are nil when left out.
  public init(
    id: Int,
    kind: String,
    title: String,
    body: String? = nil,
    ticketId: Int? = nil,
    isRead: Bool,
    createdAt: Date
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
    case id
    case kind
    case title
    case body
    case ticketId = "ticket_id"
    case isRead = "is_read"
    case createdAt = "created_at"
  }
}
