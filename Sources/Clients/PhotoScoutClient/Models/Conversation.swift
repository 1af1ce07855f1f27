import Foundation

/// A conversation in the history.
public struct Conversation: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: String
  /// The topic, or `nil` until it is known.
  public let title: String?
  /// The time at which the conversation started.
  public let createdAt: Date
  /// The time of the last message.
  public let updatedAt: Date

  /// Creates a conversation.
  public init(id: String, title: String?, createdAt: Date, updatedAt: Date) {
    self.id = id
    self.title = title
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
