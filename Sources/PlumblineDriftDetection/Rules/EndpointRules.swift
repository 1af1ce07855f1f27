/// Rules about an endpoint as a whole: whether it is where the contract says.
package struct EndpointRules: Sendable {
  /// The server answers as if the endpoint did not exist.
  package let missing = Rule("endpoint.missing", .breaking)
  /// The path is there, but not with the documented method.
  package let methodMissing = Rule("endpoint.method-missing", .breaking)
  /// The server sends callers to another place for good.
  package let moved = Rule("endpoint.moved", .warning)
  /// A request went to a path or method that no contract has.
  package let undocumented = Rule("endpoint.undocumented", .warning)
  /// The contract marks the endpoint as deprecated, and it is still called.
  package let deprecated = Rule("endpoint.deprecated", .notice)
  /// The day after which a deprecated endpoint may be gone has passed.
  package let sunsetPassed = Rule("endpoint.sunset-passed", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [missing, methodMissing, moved, undocumented, deprecated, sunsetPassed] }
}

extension Rule {
  /// Rules about an endpoint as a whole.
  package static let endpoint = EndpointRules()
}
