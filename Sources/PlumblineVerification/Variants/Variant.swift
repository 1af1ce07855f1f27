import PlumblineHTTPMessages
import PlumblineJSONTree

/// A response that a client may get instead of a call's ordinary one.
package struct Variant: Sendable {
  /// What the contract says about the response, which determines how a client must react.
  package enum Standing: String, Sendable, Hashable, CaseIterable {
    /// The contract allows the response, so the client must decode it.
    case allowed
    /// A field violates the contract. The client may ignore this, or throw a decoding error.
    case forbidden
    /// No success can be read from the response, so the client must throw.
    case unreadable
    /// The server returns an error, so the client must throw a matching error.
    case refusal
    /// The connection closes before the end of the response, so the client must throw.
    case cut
  }

  /// The change to the varied field.
  package enum Change: Sendable, Hashable {
    case removed
    case null
    /// A value of a different type. The associated value is the type's name.
    case type(String)
    /// A different value of the same type.
    case value
    /// Any other change, such as an added member, a different status, or a different response as a whole.
    case other
  }

  /// The likelihood that a server starts to send the variant. For each field, the most plausible variant is tried and
  /// reported first.
  package enum Plausibility: Int, Sendable, Hashable, CaseIterable {
    /// A new value of an enumeration.
    case newValue
    /// An absent member.
    case absent
    case null
    /// A date-time in a different notation, such as with a fraction or in a different time zone.
    case dateSpelling
    /// A number that needs more bits.
    case largerNumber
    case emptyList
    /// A date at one end of the range of dates.
    case rareDate
    /// Anything else.
    case other

    /// A Boolean value that indicates whether the variant tests how the client reads dates.
    var isOfDates: Bool { self == .dateSpelling || self == .rareDate }
  }

  package let standing: Standing
  package let change: Change
  /// The location in the body, with the index of an element, or `nil` if the variant changes the whole response.
  package let place: JSONPointer?
  /// A short description of the change without its location, such as `null`.
  package let words: String
  package let response: Response
  /// The delivery of the response: in full, or cut off by the connection.
  package var delivery = Delivery.immediate
  package var plausibility = Plausibility.other
  /// The schema keyword that the change violates, or `nil` if it violates none or several.
  var keyword: String?

  /// The location with `*` for indices, as a field usage map names the field.
  package var field: JSONPointer? { place.map(FieldPlaces.folded) }

  /// The description with its location, such as `/data/id: null`.
  package var title: String { place.map { "\($0): \(words)" } ?? words }
}
