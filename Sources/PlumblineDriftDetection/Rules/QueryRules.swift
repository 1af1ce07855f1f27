/// Rules about the parameters of a request's query.
package struct QueryRules: Sendable {
  /// A required parameter is absent.
  package let missing = Rule("request.query.missing", .breaking)
  /// A value does not fit its schema.
  package let invalid = Rule("request.query.invalid", .warning)
  /// A parameter that the contract does not have.
  package let undocumented = Rule("request.query.undocumented", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [missing, invalid, undocumented] }
}
