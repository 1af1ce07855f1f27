import Foundation

/// One message of a conversation.
public struct Message: Decodable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: String
  /// The inquiry that it belongs to.
  public let inquiryId: String
  /// The sender: the user's own id, or the agent's.
  public let senderId: String
  /// The sender's name.
  public let senderName: String
  /// The message's text.
  public let text: String
  /// The time it was sent.
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
