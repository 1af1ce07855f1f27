import Foundation

/// A photo trip planned in a chat.
public struct Plan: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: String
  /// The name to show.
  public let title: String
  /// The destination, or `nil` until it is settled.
  public let location: String?
  /// A summary of a few sentences.
  public let summary: String?
  /// The conversation that produced the plan.
  public let conversationId: String?
  /// The creation date.
  public let createdAt: Date
  /// The date of the last change, or `nil` if the plan was never changed.
  public let updatedAt: Date?

  /// Creates a plan.
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
