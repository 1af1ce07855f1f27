import PlumblineJSONTree

extension StateRule {
  /// Where a value that an item gets comes from.
  package enum Value: Sendable {
    /// The request, the caller or the item as it was. In `login` and `refresh`, a credential is the one handed out.
    case address(Address)
    case constant(JSON)
    /// The moment of the request, so many seconds later, as RFC 3339 writes it in UTC.
    case now(later: Int)
    /// An item of a collection, or a member of it: the first that all of these fit, else null. A
    /// request without a value that it is looked up by leaves the member alone.
    case lookup(collection: String, matches: [Match], member: JSONPointer)
    /// How many items of a collection fit; with a member, how many of each of its values.
    case count(collection: String, matches: [Match], by: JSONPointer?)
    /// What a member of the items that fit adds up to.
    case sum(collection: String, matches: [Match], of: JSONPointer)
  }
}
