/// Rules about named values outside a body: header fields.
package struct ValueRules: Sendable {
  /// A promised value is absent.
  package let missing: Rule
  /// A value does not fit its schema.
  package let invalid: Rule
  /// A value that is no common one, and that the contract does not have.
  package let undocumented: Rule

  init(area: String) {
    missing = Rule("\(area).missing", .breaking)
    invalid = Rule("\(area).invalid", .warning)
    undocumented = Rule("\(area).undocumented", .notice)
  }

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [missing, invalid, undocumented] }
}
