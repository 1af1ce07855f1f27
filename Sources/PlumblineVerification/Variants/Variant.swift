import PlumblineHTTPMessages
import PlumblineJSONTree

/// A response that a client may get instead of its call's ordinary one.
package struct Variant: Sendable {
  /// The standing of the response by the contract, and so the right reaction of a client.
  package enum Standing: String, Sendable, Hashable, CaseIterable {
    /// The contract allows it: the client has to decode it.
    case allowed
    /// A field breaks the contract: the client may ignore that, or throw that it can't decode the response.
    case forbidden
    /// No success can be read from it: the client has to throw.
    case unreadable
    /// The server refuses: the client has to throw a fitting error.
    case refusal
    /// The connection ends before the response does: the client has to throw.
    case cut
  }

  /// The change to the field that the variant is about.
  package enum Change: Sendable, Hashable {
    case removed
    case null
    /// A value of another kind, by the kind's name.
    case type(String)
    /// Another value of the same kind.
    case value
    /// Something else: an added member, a whole response, a status.
    case other
  }

  /// The likelihood that a server starts to send it. Of a field's variants the most plausible one is played and reported first.
  package enum Plausibility: Int, Sendable, Hashable, CaseIterable {
    /// A new value of an enumeration.
    case newValue
    /// An absent member.
    case absent
    case null
    /// A date-time in another spelling: with a fraction, in another zone.
    case dateSpelling
    /// A number that needs more bits.
    case largerNumber
    case emptyList
    /// A date at one end of the range of dates.
    case rareDate
    /// All else.
    case other

    /// A Boolean value that indicates whether it tests how a date is read.
    var isOfDates: Bool { self == .dateSpelling || self == .rareDate }
  }

  package let standing: Standing
  package let change: Change
  /// The place in the body, with the index of an element; `nil` when the variant is about the whole response.
  package let place: JSONPointer?
  /// A short description of the change: `/data/id: null`.
  package let title: String
  package let response: Response
  /// The delivery of the response: in full, or so that the connection ends before it does.
  package var delivery = Delivery.immediate
  package var plausibility = Plausibility.other
  /// The keyword of the schema that the change breaks; `nil` if there is none, or several.
  var keyword: String?

  /// The place with `*` for indices, as a field usage map names the field.
  package var field: JSONPointer? { place.map(FieldPlaces.folded) }

  /// The title without the place: `null`.
  var words: String {
    guard let place, title.hasPrefix("\(place): ") else { return title }
    return String(title.dropFirst("\(place): ".count))
  }
}
