import PlumblineJSONSchema
import PlumblineJSONTree

/// What an answer has to hold beside the items that a mock remembers.
///
/// Of an answer `{ "data": [ … ], "meta": { "total": 3 }, "version": 1 }` whose items lie at `/data`, the frame is
/// `/meta/total`, which counts them (`x-paging`), and `/version`, where the schema requires it.
package struct AnswerFrame: Sendable {
  /// A member beside the items.
  package struct Member: Sendable {
    /// Where it lies in the payload.
    package let place: JSONPointer
    package let schema: Schema
    /// What it tells of a list.
    package let paging: Paging?
    /// What its schema says that it is: `const`, an `enum` of one value, `default`, the first of `examples`, else null where
    /// that is allowed.
    package let standard: JSON?
    /// A Boolean value that indicates whether an answer without it breaks the contract.
    package let isRequired: Bool
    /// Where the contract says so.
    package let location: SourceLocation

    package init(
      place: JSONPointer, schema: Schema, paging: Paging?, standard: JSON?, isRequired: Bool, location: SourceLocation
    ) {
      self.place = place
      self.schema = schema
      self.paging = paging
      self.standard = standard
      self.isRequired = isRequired
      self.location = location
    }
  }

  /// In the schema's order.
  package let members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  /// A Boolean value that indicates whether a member tells something of a list.
  package var hasPaging: Bool { members.contains { $0.paging != nil } }
}
