/// Rules about the waivers that excuse drift.
package struct WaiverRules: Sendable {
  /// A waiver whose day has passed: what it excused counts again.
  package let expired = Rule("waiver.expired", .warning)
  /// A waiver that excused nothing.
  package let unused = Rule("waiver.unused", .notice)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [expired, unused] }
}

extension Rule {
  /// Rules about the waivers that excuse drift.
  package static let waiver = WaiverRules()
}
