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
