import Foundation

/// A conversation with what was said in it.
public struct ConversationDetail: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: String
  /// What it is about; nil until that is known.
  public let title: String?
  /// When it began.
  public let createdAt: Date
  /// When its last message came.
  public let updatedAt: Date
  /// What was said, the oldest first.
  public let messages: [Message]

  /// Creates a value from its fields.
  public init(id: String, title: String?, createdAt: Date, updatedAt: Date, messages: [Message]) {
    self.id = id
    self.title = title
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.messages = messages
  }
}
