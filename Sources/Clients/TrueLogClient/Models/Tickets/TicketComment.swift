import Foundation

/// A comment on a ticket. The contract calls it `Comment`, but Swift Testing already has a type with that name.
public struct TicketComment: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: Int
  /// The ID of the ticket that the comment belongs to.
  public let ticketId: Int
  /// The text, with @mentions as they were typed.
  public let content: String
  /// The comment's author.
  public let author: UserSummary
  /// The creation date.
  public let createdAt: Date
  /// The date of the last change.
  public let updatedAt: Date

  /// Creates a comment.
  public init(id: Int, ticketId: Int, content: String, author: UserSummary, createdAt: Date, updatedAt: Date) {
    self.id = id
    self.ticketId = ticketId
    self.content = content
    self.author = author
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  enum CodingKeys: String, CodingKey {
    case id
    case ticketId = "ticket_id"
    case content, author
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

/// The body of a request that writes a comment.
struct CommentBody: Encodable, Sendable, Hashable {
  /// The comment's text.
  let content: String

  enum CodingKeys: String, CodingKey {
    case content
  }
}
