import PlumblineJSONSchema
import PlumblineJSONTree

/// The fixed outer shape of a service's JSON answers: where in the body its slots are.
///
/// A slot's place is one member, or a path of them: `/problem/code`. What isn't a slot of it, an envelope doesn't have.
package struct Envelope: Sendable {
  /// What says whether the request succeeded; without one the status does.
  package let flag: Flag?
  /// What was asked for.
  package let payload: JSONPointer?
  /// The code that names a failure. It may be the message's place, too.
  package let errorCode: JSONPointer?
  /// A sentence for people.
  package let message: JSONPointer?
  /// The details of a failure, such as validation errors.
  package let details: JSONPointer?
  /// Further members that an answer may say it carries, such as pagination, in the file's order.
  package let others: [Slot]
  /// How sure the contract is of it.
  package let standing: Standing
  /// Where the contract says so.
  package let location: SourceLocation
  /// Where it names the places of `payload`, `errorCode`, `message` and `details`.
  package let locations: [String: SourceLocation]

  /// The slot that says whether the request succeeded.
  package struct Flag: Sendable {
    package let place: JSONPointer
    /// The values that say that it did; never empty.
    package let success: [JSON]
    /// The values that say that it didn't; empty where every other value of the same kind does.
    package let failure: [JSON]
    /// Where the contract says so.
    package let location: SourceLocation

    package init(place: JSONPointer, success: [JSON], failure: [JSON], location: SourceLocation) {
      self.place = place
      self.success = success
      self.failure = failure
      self.location = location
    }

    /// What a value says; `nil` where it is none that the flag has.
    package func meaning(of value: JSON) -> Bool? {
      if success.contains(value) { return true }
      if failure.isEmpty { return success.contains { $0.kind == value.kind } ? false : nil }
      return failure.contains(value) ? false : nil
    }

    /// All values that it may have; with `isOpen`, there are others.
    package var values: [JSON] { success + failure }
    package var isOpen: Bool { failure.isEmpty }
    /// A Boolean value that indicates whether it is true or false.
    package var isBoolean: Bool { values.allSatisfy { $0.kind == .bool } }
  }

  /// A further member of the envelope.
  package struct Slot: Sendable {
    /// What answers call it by: the member, or the path as it is written.
    package let name: String
    package let place: JSONPointer
    package let schema: Schema
    /// What is known of its members, such as those that count the items of a list.
    package let frame: AnswerFrame

    package init(name: String, place: JSONPointer, schema: Schema, frame: AnswerFrame = AnswerFrame()) {
      self.name = name
      self.place = place
      self.schema = schema
      self.frame = frame
    }
  }

  package init(
    flag: Flag?, payload: JSONPointer?, errorCode: JSONPointer?, message: JSONPointer?, details: JSONPointer?,
    others: [Slot], standing: Standing, location: SourceLocation, locations: [String: SourceLocation]
  ) {
    self.flag = flag
    self.payload = payload
    self.errorCode = errorCode
    self.message = message
    self.details = details
    self.others = others
    self.standing = standing
    self.location = location
    self.locations = locations
  }

  /// The further member of a name.
  package func other(_ name: String) -> Slot? { others.first { $0.name == name } }

  /// The places of all slots.
  package var places: [JSONPointer] {
    [flag?.place, payload, errorCode, message, details].compactMap { $0 } + others.map(\.place)
  }
}
