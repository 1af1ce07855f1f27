import PlumblineJSONSchema
import PlumblineJSONTree

/// The fixed outer shape of a service's JSON answers, by the names of its slots.
package struct Envelope: Sendable {
  /// The member that says whether the request succeeded: a boolean.
  package let flag: String?
  /// The member that holds what was asked for.
  package let payload: String
  /// The member that names a failure by a code.
  package let errorCode: String?
  /// The member with a sentence for people.
  package let message: String?
  /// The member with the details of a failure, such as validation errors.
  package let details: String?
  /// Further members that an answer may say it carries, such as pagination, in the file's order.
  package let others: [Slot]
  /// How sure the contract is of it.
  package let standing: Standing
  /// Where the contract says so.
  package let location: SourceLocation

  /// A further member of the envelope.
  package struct Slot: Sendable {
    package let name: String
    package let schema: Schema
    /// What is known of its members, such as those that count the items of a list.
    package let frame: AnswerFrame

    package init(name: String, schema: Schema, frame: AnswerFrame = AnswerFrame()) {
      self.name = name
      self.schema = schema
      self.frame = frame
    }
  }

  package init(
    flag: String?, payload: String, errorCode: String?, message: String?, details: String?, others: [Slot],
    standing: Standing, location: SourceLocation
  ) {
    self.flag = flag
    self.payload = payload
    self.errorCode = errorCode
    self.message = message
    self.details = details
    self.others = others
    self.standing = standing
    self.location = location
  }

  /// The further member of a name.
  package func other(_ name: String) -> Slot? { others.first { $0.name == name } }

  /// Every member name that the envelope knows.
  package var memberNames: [String] {
    [flag, payload, errorCode, message, details].compactMap { $0 } + others.map(\.name)
  }
}
