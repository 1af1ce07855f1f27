/// A kind of drift: an id, how much it matters, and why.
package struct Rule: Sendable, Hashable, CustomStringConvertible {
  /// The stable id that reports and waivers name: `response.field.type-changed`.
  package let id: String
  /// The severity it has unless a policy says otherwise.
  package let severity: Severity

  package init(_ id: String, _ severity: Severity) {
    self.id = id
    self.severity = severity
  }

  package var description: String { id }
}

extension Rule {
  /// What it means, for people; `nil` for a rule that isn't in the catalog.
  package var explanation: RuleExplanation? { RuleCatalog.explanations[id] }
}
