import PlumblineHTTPMessages
import PlumblineJSONTree

/// A response that a client may get instead of a call's ordinary one.
package struct Variant: Sendable {
  /// The status of the response under the contract, which determines the correct reaction of a client.
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
    /// A value of a different type, by the type's name.
    case type(String)
    /// A different value of the same type.
    case value
    /// Any other change, such as an added member, a whole response or a status.
    case other
  }

  /// The likelihood that a server starts to send the variant. Of a field's variants, the most plausible one is tried
  /// and reported first.
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

    /// A Boolean value that indicates whether the variant tests how a date is read.
    var isOfDates: Bool { self == .dateSpelling || self == .rareDate }
  }

  package let standing: Standing
  package let change: Change
  /// The place in the body, with the index of an element, or `nil` if the variant concerns the whole response.
  package let place: JSONPointer?
  /// A short description of the change, without its place: `null`.
  package let words: String
  package let response: Response
  /// The delivery of the response, in full or cut off by the connection.
  package var delivery = Delivery.immediate
  package var plausibility = Plausibility.other
  /// The schema's keyword that the change violates, or `nil` if there is none, or more than one.
  var keyword: String?

  /// The place with `*` for indices, as a field usage map names the field.
  package var field: JSONPointer? { place.map(FieldPlaces.folded) }

  /// The description with the place: `/data/id: null`.
  package var title: String { place.map { "\($0): \(words)" } ?? words }
}
