/// A fault or delay that can't be read: what is wrong with it and what would be right.
package struct RuleError: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
