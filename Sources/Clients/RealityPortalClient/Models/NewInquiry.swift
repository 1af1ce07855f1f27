/// What is sent to ask about a listing.
public struct NewInquiry: Encodable, Sendable, Hashable {
  /// The listing that is asked about.
  public var listingId: String
  /// The question.
  public var message: String
  /// How the answer is wanted.
  public var contactPreference: ContactPreference

  /// Creates a value from its fields.
  public init(listingId: String, message: String, contactPreference: ContactPreference) {
    self.listingId = listingId
    self.message = message
    self.contactPreference = contactPreference
  }

  /// A Boolean value that indicates whether there is something to send: until then the story's form keeps its button disabled.
  public var isReady: Bool { !message.isEmpty }
}
