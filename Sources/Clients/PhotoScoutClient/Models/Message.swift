import Foundation
import PlumblineAPIClient

/// A message in a conversation.
public struct Message: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: String
  /// The author's role.
  public let role: MessageRole
  /// The message's text.
  public let content: String
  /// The time at which the message was written.
  public let createdAt: Date

  /// Creates a message.
  public init(id: String, role: MessageRole, content: String, createdAt: Date) {
    self.id = id
    self.role = role
    self.content = content
    self.createdAt = createdAt
  }
}

/// The role of a message's author.
public struct MessageRole: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a role from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `user`
  public static let user = Self(rawValue: "user")
  /// `assistant`
  public static let assistant = Self(rawValue: "assistant")

  /// The roles that the contract names.
  public static let known: [Self] = [.user, .assistant]
}
