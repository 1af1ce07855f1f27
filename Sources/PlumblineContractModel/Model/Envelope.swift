import PlumblineJSONSchema
import PlumblineJSONTree

/// The envelope of a service's JSON responses, described by the locations of its slots in the body.
///
/// A slot's location is a member or a path of members, such as `/problem/code`. An envelope has no members other than
/// its slots.
package struct Envelope: Sendable {
  /// The slot that reports whether the request succeeded, or `nil` if only the status does.
  package let flag: Flag?
  /// The location of the payload.
  package let payload: JSONPointer?
  /// The location of the code that identifies an error. It may be the same as the message's location.
  package let errorCode: JSONPointer?
  /// The location of a human-readable sentence.
  package let message: JSONPointer?
  /// The location of an error's details, such as validation errors.
  package let details: JSONPointer?
  /// Additional members that a response may declare, such as pagination, in the file's order.
  package let others: [Slot]
  /// The contract's confidence in the envelope.
  package let standing: Standing
  /// The location of the declaration in the contract.
  package let location: SourceLocation
  /// The locations in the contract file of `payload`, `errorCode`, `message` and `details`, by name.
  package let locations: [String: SourceLocation]

  /// The slot that reports whether the request succeeded.
  package struct Flag: Sendable {
    package let place: JSONPointer
    /// The values that mean success. The array is never empty.
    package let success: [JSON]
    /// The values that mean an error. If the array is empty, every other value of the same type does.
    package let failure: [JSON]
    /// The location of the declaration in the contract.
    package let location: SourceLocation

    /// Returns a Boolean value that indicates whether a value means success, or `nil` if it isn't one of the flag's
    /// values.
    package func meaning(of value: JSON) -> Bool? {
      if success.contains(value) { return true }
      if failure.isEmpty { return success.contains { $0.kind == value.kind } ? false : nil }
      return failure.contains(value) ? false : nil
    }

    /// All known values. If `isOpen` is true, there may be others.
    package var values: [JSON] { success + failure }
    package var isOpen: Bool { failure.isEmpty }
    /// A Boolean value that indicates whether the flag's values are Booleans.
    package var isBoolean: Bool { values.allSatisfy { $0.kind == .bool } }
  }

  /// An additional member of the envelope.
  package struct Slot: Sendable {
    /// The name that responses use for the slot: the member or the path as written.
    package let name: String
    package let place: JSONPointer
    package let schema: Schema
    /// The known members inside the slot, such as those that count the items of a list.
    package let frame: ResponseFrame
  }

  /// Returns the additional member with the given name.
  package func other(_ name: String) -> Slot? { others.first { $0.name == name } }

  /// The locations of all slots.
  package var places: [JSONPointer] {
    [flag?.place, payload, errorCode, message, details].compactMap { $0 } + others.map(\.place)
  }
}
