import Foundation

/// A conversation with its messages.
public struct ConversationDetail: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: String
  /// The topic, or `nil` until it is known.
  public let title: String?
  /// The time at which the conversation started.
  public let createdAt: Date
  /// The time of the last message.
  public let updatedAt: Date
  /// The messages, oldest first.
  public let messages: [Message]

  /// Creates a conversation with its messages.
  public init(id: String, title: String?, createdAt: Date, updatedAt: Date, messages: [Message]) {
    self.id = id
    self.title = title
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.messages = messages
  }
}
