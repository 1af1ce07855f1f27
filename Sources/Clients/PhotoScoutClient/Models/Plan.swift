import Foundation

/// A photo trip that came out of a chat.
public struct Plan: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: String
  /// The name to show.
  public let title: String
  /// Where the trip goes, if that is settled.
  public let location: String?
  /// What it is about, in a few sentences.
  public let summary: String?
  /// The conversation that it came out of.
  public let conversationId: String?
  /// When it was made.
  public let createdAt: Date
  /// When it was last changed; nil for a plan that never was.
  public let updatedAt: Date?

  /// Creates a value from its fields.
  public init(
    id: String, title: String, location: String? = nil, summary: String? = nil, conversationId: String? = nil,
    createdAt: Date, updatedAt: Date? = nil
  ) {
    self.id = id
    self.title = title
    self.location = location
    self.summary = summary
    self.conversationId = conversationId
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
