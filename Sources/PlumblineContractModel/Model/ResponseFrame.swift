import PlumblineJSONSchema
import PlumblineJSONTree

/// The members that a response must have in addition to the items that a mock stores.
///
/// For a response `{ "data": [ … ], "meta": { "total": 3 }, "version": 1 }` whose items are at `/data`, the frame
/// contains `/meta/total`, which counts the items (`x-paging`), and, if the schema requires it, `/version`.
package struct ResponseFrame: Sendable {
  /// A member of the response outside the items.
  package struct Member: Sendable {
    /// The member's location in the payload.
    package let place: JSONPointer
    package let schema: Schema
    /// The member's role in paging a list, or `nil` if it has none.
    package let paging: Paging?
    /// The value that the member's schema suggests: `const`, the only value of an `enum`, `default`, or the first of
    /// `examples`, or else null if the schema allows it.
    package let standard: JSON?
    /// A Boolean value that indicates whether the contract requires the member.
    package let isRequired: Bool
    /// The location of the declaration in the contract.
    package let location: SourceLocation
  }

  /// The members in the schema's order.
  package let members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  /// A Boolean value that indicates whether any member has a role in paging.
  package var hasPaging: Bool { members.contains { $0.paging != nil } }
}
