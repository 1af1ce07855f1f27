import Foundation

/// One message of a conversation.
public struct Message: Decodable, Sendable, Hashable, Identifiable {
  /// The server's ID.
  public let id: String
  /// The inquiry that the message belongs to.
  public let inquiryId: String
  /// The ID of the sender: either the user or the agent.
  public let senderId: String
  /// The sender's name.
  public let senderName: String
  /// The message's text.
  public let text: String
  /// The time at which the message was sent.
  public let sentAt: Date

  /// Creates a message.
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
