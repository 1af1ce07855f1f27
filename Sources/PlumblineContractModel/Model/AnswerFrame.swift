import PlumblineJSONSchema
import PlumblineJSONTree

/// The members that a response must have next to the items that a mock stores.
///
/// For a response `{ "data": [ … ], "meta": { "total": 3 }, "version": 1 }` whose items lie at `/data`, the frame is
/// `/meta/total`, which counts them (`x-paging`), and `/version`, if the schema requires it.
package struct AnswerFrame: Sendable {
  /// A member next to the items.
  package struct Member: Sendable {
    /// The place of the member in the payload.
    package let place: JSONPointer
    package let schema: Schema
    /// The role of the member in paging a list; `nil` if it has none.
    package let paging: Paging?
    /// The value that its schema suggests: `const`, an `enum` of one value, `default`, the first of `examples`, otherwise null
    /// if that is allowed.
    package let standard: JSON?
    /// A Boolean value that indicates whether a response without it breaks the contract.
    package let isRequired: Bool
    /// The place in the contract where it is declared.
    package let location: SourceLocation
  }

  /// The members in the schema's order.
  package let members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  /// A Boolean value that indicates whether a member pages a list.
  package var hasPaging: Bool { members.contains { $0.paging != nil } }
}
