import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The outcome of all variants of one call.
package struct VariantOutcome: Sendable {
  package let service: String
  package let endpoint: String
  package let call: String
  /// The reason why some or all variants weren't tried, or `nil` if all were.
  package internal(set) var reason: String?
  /// The number of tried variants, by standing.
  package internal(set) var counts: [Variant.Standing: Int] = [:]
  /// The number of variants that the budget left out.
  package internal(set) var leftOut = 0
  /// The reason why the run gave up on the client before all variants were tried, and the approximate number of those
  /// that remained, or `nil` if it didn't give up.
  package internal(set) var givenUp: (reason: String, count: Int)?
  /// The client's reactions to variants that aren't allowed.
  package internal(set) var reactions = Reactions()
  /// The findings from this call's variants.
  var findings = VariantFindings(payload: JSONPointer(), isWhole: false)
  package internal(set) var sensitivity: CallSensitivity?
  /// The client's request, and the mock's response to it, or `nil` if no variants could be created from it.
  package internal(set) var ordinary: Exchange?
  /// The caller, or `nil` for an anonymous one.
  package internal(set) var persona: Persona?

  /// The numbers of reactions of each kind, to errors and to responses that violate the contract.
  package struct Reactions: Sendable, Hashable {
    package internal(set) var rightErrors = 0
    package internal(set) var wrongErrors = 0
    package internal(set) var ignored = 0
    package internal(set) var swallowed = 0
    package internal(set) var hung = 0
    package internal(set) var crashed = 0
  }

  /// The findings, one per field and rule.
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
  /// The findings from all calls. If several calls to one endpoint fail on the same field, the field is reported once,
  /// with the differences.
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
