/// Rules about consumers' pacts, for a provider whose response to a pact's request isn't what the consumer needs.
package struct ConsumerRules: Sendable {
  /// The status isn't that of the pact.
  package let status = Rule("pact.status", .breaking)
  /// A header field of the pact is missing or has a different value.
  package let header = Rule("pact.header", .breaking)
  /// The body lacks a value of the pact, or has one that the pact's matching rules don't allow.
  package let body = Rule("pact.body", .breaking)
  /// An interaction or a part of one couldn't be compared with the pact.
  package let unverified = Rule("pact.unverified", .warning)
}

extension Rule {
  /// Rules about consumers' pacts.
  package static let pact = ConsumerRules()
}
