import PlumblineContractModel

/// The contents of a service's `waivers.json`: excuses for drift, and the severities of rules.
package struct WaiverPolicy: Sendable {
  /// A severity for the drift of some rules.
  package struct SeverityRule: Sendable {
    package let rules: Wildcard
    package let severity: Severity

    package init(rules: Wildcard, severity: Severity) {
      self.rules = rules
      self.severity = severity
    }
  }

  package let service: String
  package let waivers: [Waiver]
  /// The severities in the file's order. The last match wins.
  package let severities: [SeverityRule]

  package init(service: String, waivers: [Waiver] = [], severities: [SeverityRule] = []) {
    self.service = service
    self.waivers = waivers
    self.severities = severities
  }

  /// Returns the severity that the policy sets for a rule, or `nil` if it sets none.
  package func severity(of rule: Rule) -> Severity? {
    severities.last { $0.rules.matches(rule.id) }?.severity
  }
}
