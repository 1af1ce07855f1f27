/// The form for an inquiry, with its input, its errors, and the inquiry to send (story 82.5, Inquiry Flow).
///
///     @State private var form = InquiryForm(listingId: listing.id)
///     …
///     if let error = form.errors[.message] { Text(error) }
///     Button("Send") { send(form.inquiry) }.disabled(!form.isValid)
///
/// The story requires validation before submission, and a button that is disabled while the message is empty. Treating
/// a message of only spaces as empty is this client's own choice, as are the error messages.
public struct InquiryForm: Sendable, Hashable {
  /// A field that can have an error.
  public enum Field: Sendable, Hashable, CaseIterable {
    /// The listing that the inquiry is about.
    case listing
    /// The question.
    case message
    /// The preferred way to be contacted.
    case contactPreference
  }

  /// The listing that the inquiry is about.
  public let listingId: String
  /// The question.
  public var message: String
  /// The preferred way to be contacted: by email, by phone, or either.
  public var contactPreference: ContactPreference

  /// Creates a form.
  public init(listingId: String, message: String = "", contactPreference: ContactPreference = .either) {
    self.listingId = listingId
    self.message = message
    self.contactPreference = contactPreference
  }

  /// The errors to show, by field. The dictionary is empty if the inquiry can be sent.
  public var errors: [Field: String] {
    var errors: [Field: String] = [:]
    if !ListingLink.isId(listingId) { errors[.listing] = "This listing can't receive inquiries." }
    if message.allSatisfy(\.isWhitespace) { errors[.message] = "Write what you would like to know." }
    if !ContactPreference.known.contains(contactPreference) {
      errors[.contactPreference] = "Choose how to be answered: by email, by phone, or either."
    }
    return errors
  }

  /// A Boolean value that indicates whether the inquiry can be sent.
  public var isValid: Bool { errors.isEmpty }

  /// The inquiry to send, with the message as typed, or `nil` as long as there are errors.
  public var inquiry: NewInquiry? {
    guard isValid else { return nil }
    return NewInquiry(listingId: listingId, message: message, contactPreference: contactPreference)
  }
}
