/// Rules about what a client makes of an answer. Whoever runs clients applies them; inspection does not.
package struct ClientRules: Sendable {
  /// The client can't decode an answer that keeps the contract.
  package let cannotDecode = Rule("client.cannot-decode", .breaking)
  /// The client refuses what the contract allows, such as null or a missing optional field.
  package let stricterThanContract = Rule("client.stricter-than-contract", .breaking)
  /// The server refused, and the client reported success.
  package let swallowedError = Rule("client.swallowed-error", .breaking)
  /// The client reports another error than the server named.
  package let wrongError = Rule("client.wrong-error", .warning)
  /// The client has no use for a field that the contract promises.
  package let ignoresField = Rule("client.ignores-field", .notice)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [cannotDecode, stricterThanContract, swallowedError, wrongError, ignoresField] }
}

extension Rule {
  /// Rules about what a client makes of an answer.
  package static let client = ClientRules()
}
