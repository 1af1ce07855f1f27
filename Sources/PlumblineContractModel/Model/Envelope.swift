import PlumblineJSONSchema
import PlumblineJSONTree

/// The fixed outer shape of a service's JSON responses: the places of its slots in the body.
///
/// A slot's place is one member, or a path of several: `/problem/code`. An envelope has no members besides its slots.
package struct Envelope: Sendable {
  /// The slot that reports whether the request succeeded; if `nil`, the status does.
  package let flag: Flag?
  /// The place of the requested data.
  package let payload: JSONPointer?
  /// The code that identifies an error. It may share the message's place.
  package let errorCode: JSONPointer?
  /// A human-readable sentence.
  package let message: JSONPointer?
  /// The details of an error, such as validation errors.
  package let details: JSONPointer?
  /// Additional members that a response may declare, such as pagination, in the file's order.
  package let others: [Slot]
  /// The contract's confidence in the envelope.
  package let standing: Standing
  /// The place in the contract where it is declared.
  package let location: SourceLocation
  /// The places in the contract that name `payload`, `errorCode`, `message` and `details`.
  package let locations: [String: SourceLocation]

  /// The slot that reports whether the request succeeded.
  package struct Flag: Sendable {
    package let place: JSONPointer
    /// The values that mean success; never empty.
    package let success: [JSON]
    /// The values that mean an error; empty if every other value of the same type does.
    package let failure: [JSON]
    /// The place in the contract where it is declared.
    package let location: SourceLocation

    /// Returns a Boolean value that indicates whether a value means success; `nil` if it isn't one of the flag's
    /// values.
    package func meaning(of value: JSON) -> Bool? {
      if success.contains(value) { return true }
      if failure.isEmpty { return success.contains { $0.kind == value.kind } ? false : nil }
      return failure.contains(value) ? false : nil
    }

    /// All known values; with `isOpen`, there are others.
    package var values: [JSON] { success + failure }
    package var isOpen: Bool { failure.isEmpty }
    /// A Boolean value that indicates whether its values are true and false.
    package var isBoolean: Bool { values.allSatisfy { $0.kind == .bool } }
  }

  /// An additional member of the envelope.
  package struct Slot: Sendable {
    /// The name that responses use to refer to it: the member, or the path as written.
    package let name: String
    package let place: JSONPointer
    package let schema: Schema
    /// The known members inside it, such as those that count the items of a list.
    package let frame: AnswerFrame
  }

  /// Returns the additional member with a name.
  package func other(_ name: String) -> Slot? { others.first { $0.name == name } }

  /// The places of all slots.
  package var places: [JSONPointer] {
    [flag?.place, payload, errorCode, message, details].compactMap { $0 } + others.map(\.place)
  }
}
