import PlumblineContractModel

/// A delay and for which endpoints.
package struct DelayRule: Sendable, Hashable, CustomStringConvertible {
  package let delay: Delay
  package let endpoint: Wildcard

  package init(_ delay: Delay, endpoint: Wildcard = .all) {
    self.delay = delay
    self.endpoint = endpoint
  }

  /// Reads `DELAY[@PATTERN]`: `200ms`, `100ms..2s@tickets.*`, `lognormal:300ms,0.5`.
  package init(parsing text: String) throws(RuleError) {
    let (front, pattern) = try RuleText.split(text, example: "200ms@tickets.*")
    self.init(try Delay(parsing: front), endpoint: pattern)
  }

  /// As the command line has it.
  package var description: String { "\(delay)" + (endpoint.isAll ? "" : "@\(endpoint)") }
}
