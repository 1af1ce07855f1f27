import Foundation

/// A conversation as the history lists it.
public struct Conversation: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: String
  /// What it is about; nil until that is known.
  public let title: String?
  /// When it began.
  public let createdAt: Date
  /// When its last message came.
  public let updatedAt: Date

  /// Creates a value from its fields.
  public init(id: String, title: String?, createdAt: Date, updatedAt: Date) {
    self.id = id
    self.title = title
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
