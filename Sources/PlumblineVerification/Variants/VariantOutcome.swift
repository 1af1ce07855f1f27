import PlumblineDriftDetection
import PlumblineJSONTree

/// What came of all the variants of one call.
package struct VariantOutcome: Sendable {
  package let service: String
  package let endpoint: String
  package let call: String
  /// Why no variant was played, or why the rest wasn't; `nil` when all were.
  package internal(set) var reason: String?
  /// How many variants were played, by standing.
  package internal(set) var counts: [Variant.Standing: Int] = [:]
  /// How many variants weren't played, as a budget leaves them out.
  package internal(set) var leftOut = 0
  /// Why the client was given up before all variants were played, and about how many weren't; `nil` where it wasn't.
  package internal(set) var givenUp: (reason: String, count: Int)?
  /// How often the client did what, for the variants that are not allowed.
  package internal(set) var reactions = Reactions()
  /// The findings of this call's variants.
  var findings = VariantFindings(payload: JSONPointer(), isWhole: false)
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

  /// One a field and rule.
  package var drift: [Drift] { findings.drift }

  package var variants: Int { counts.values.reduce(0, +) }

  init(_ call: Call, of service: String, reason: String? = nil) {
    self.service = service
    endpoint = call.endpoint
    self.call = call.name
    self.reason = reason
  }
}

extension [VariantOutcome] {
  /// The findings of all calls: of several calls of one endpoint, what each fails at is told once, with its differences.
  package var drift: [Drift] {
    var order: [[String]] = []
    var findings: [[String]: VariantFindings] = [:]
    for outcome in self {
      let name = [outcome.service, outcome.endpoint]
      if findings[name] == nil {
        order.append(name)
        findings[name] = outcome.findings
      } else {
        findings[name]?.add(outcome.findings)
      }
    }
    return order.flatMap { findings[$0]?.drift ?? [] }
  }
}
