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
    /// The members of it that count the items of a list.
    package let paging: [Paging]

    package init(name: String, schema: Schema, paging: [Paging] = []) {
      self.name = name
      self.schema = schema
      self.paging = paging
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

/// A member that tells which part of a list an answer holds: its schema names it by `x-paging`.
package struct Paging: Sendable, Hashable {
  /// What the member tells.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    /// The page's number, from 1.
    case page
    /// How many items a page has.
    case size
    /// How many items there are on all pages.
    case total
    /// How many pages there are.
    case pages
    /// Whether a page follows.
    case more
  }

  package let name: String
  package let role: Role

  package init(name: String, role: Role) {
    self.name = name
    self.role = role
  }
}
