/// Rules about the parameters of a request's path. None can be missing: without one, it is another path.
package struct PathRules: Sendable {
  /// A value does not fit its schema.
  package let invalid = Rule("request.path.invalid", .warning)

  /// Every rule of the group.
  package var all: [Rule] { [invalid] }
}
