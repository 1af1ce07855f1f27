/// Rules about a body as a whole.
package struct BodyRules: Sendable {
  /// The body says that it is JSON and is not.
  package let malformed: Rule
  /// There is no body where the contract has one.
  package let missing: Rule
  /// There is a body where the contract has none.
  package let unexpected: Rule

  init(message: String) {
    malformed = Rule("\(message).body.malformed", .breaking)
    missing = Rule("\(message).body.missing", .breaking)
    unexpected = Rule("\(message).body.unexpected", .warning)
  }

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [malformed, missing, unexpected] }
}
