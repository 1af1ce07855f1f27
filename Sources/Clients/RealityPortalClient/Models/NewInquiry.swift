/// A new inquiry about a listing.
public struct NewInquiry: Encodable, Sendable, Hashable {
  /// The listing that the inquiry is about.
  public var listingId: String
  /// The question.
  public var message: String
  /// The preferred way to be contacted.
  public var contactPreference: ContactPreference

  /// Creates an inquiry to send.
  public init(listingId: String, message: String, contactPreference: ContactPreference) {
    self.listingId = listingId
    self.message = message
    self.contactPreference = contactPreference
  }

  /// A Boolean value that indicates whether there is a message to send. The story's form disables its button until
  /// then.
  public var isReady: Bool { !message.isEmpty }
}
