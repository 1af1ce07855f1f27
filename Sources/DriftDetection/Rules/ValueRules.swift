/// Rules about named values outside a body: header fields.
package struct ValueRules: Sendable {
  /// A promised value is absent.
  package let missing: Rule
  /// A value does not fit its schema.
  package let invalid: Rule

  init(area: String) {
    missing = Rule("\(area).missing", .breaking)
    invalid = Rule("\(area).invalid", .warning)
  }

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [missing, invalid] }
}
