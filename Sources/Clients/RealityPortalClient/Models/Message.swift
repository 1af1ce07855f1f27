import Foundation

/// One message of a conversation.
public struct Message: Decodable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: String
  /// The inquiry that it belongs to.
  public let inquiryId: String
  /// Who wrote it: one's own user id, or the agent's id.
  public let senderId: String
  /// The writer's name.
  public let senderName: String
  /// What it says.
  public let text: String
  /// When it was sent.
  public let sentAt: Date

  /// Creates a value from its fields.
  public init(
    id: String, inquiryId: String, senderId: String, senderName: String, text: String, sentAt: Date
  ) {
    self.id = id
    self.inquiryId = inquiryId
    self.senderId = senderId
    self.senderName = senderName
    self.text = text
    self.sentAt = sentAt
  }
}
