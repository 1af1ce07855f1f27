import PlumblineDriftDetection

/// What came of all the variants of one call.
package struct VariantOutcome: Sendable {
  package let endpoint: String
  package let call: String
  /// Why no variant was played, or why the rest wasn't; `nil` when all were.
  package internal(set) var reason: String?
  /// How many variants were played, by standing.
  package internal(set) var counts: [Variant.Standing: Int] = [:]
  /// How many variants weren't played, as a budget leaves them out.
  package internal(set) var leftOut = 0
  /// How often the client did what, for the variants that are not allowed.
  package internal(set) var reactions = Reactions()
  /// One a field and rule.
  package internal(set) var drift: [Drift] = []
  package internal(set) var sensitivity: CallSensitivity?

  /// What clients do with answers that break their contract or refuse.
  package struct Reactions: Sendable, Hashable {
    package internal(set) var rightErrors = 0
    package internal(set) var wrongErrors = 0
    package internal(set) var ignored = 0
    package internal(set) var swallowed = 0
    package internal(set) var hung = 0
    package internal(set) var crashed = 0
  }

  package var variants: Int { counts.values.reduce(0, +) }

  init(_ call: Call, reason: String? = nil) {
    endpoint = call.endpoint
    self.call = call.name
    self.reason = reason
  }
}
