/// The form to ask about a listing: what was typed, what is wrong with it, and what is sent (story 82.5, Inquiry Flow).
///
///     @State private var form = InquiryForm(listingId: listing.id)
///     …
///     if let error = form.errors[.message] { Text(error) }
///     Button("Send") { send(form.inquiry) }.disabled(!form.isValid)
///
/// The story asks for validation before submission, and keeps the button disabled while the message is empty. That
/// nothing but spaces is no message either, and the sentences, are ours.
public struct InquiryForm: Sendable, Hashable {
  /// What can be wrong.
  public enum Field: Sendable, Hashable, CaseIterable {
    /// The listing that is asked about.
    case listing
    /// The question.
    case message
    /// How the answer is wanted.
    case contactPreference
  }

  /// The listing that is asked about.
  public let listingId: String
  /// The question.
  public var message: String
  /// How the answer is wanted: by email, by phone, or either.
  public var contactPreference: ContactPreference

  /// An empty form.
  public init(listingId: String, message: String = "", contactPreference: ContactPreference = .either) {
    self.listingId = listingId
    self.message = message
    self.contactPreference = contactPreference
  }

  /// What is wrong, in a sentence to show at its field; nothing when it can be sent.
  public var errors: [Field: String] {
    var errors: [Field: String] = [:]
    if !ListingLink.isId(listingId) { errors[.listing] = "Nobody can be asked about this listing." }
    if message.allSatisfy(\.isWhitespace) { errors[.message] = "Write what you would like to know." }
    if !ContactPreference.known.contains(contactPreference) {
      errors[.contactPreference] = "Choose how to be answered: by email, by phone, or either."
    }
    return errors
  }

  /// A Boolean value that indicates whether it can be sent.
  public var isValid: Bool { errors.isEmpty }

  /// What is sent, the message as it was typed; nil while something is wrong.
  public var inquiry: NewInquiry? {
    guard isValid else { return nil }
    return NewInquiry(listingId: listingId, message: message, contactPreference: contactPreference)
  }
}
