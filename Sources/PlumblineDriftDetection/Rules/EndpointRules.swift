/// Rules about a whole endpoint and its existence where the contract says.
package struct EndpointRules: Sendable {
  /// The server responds as if the endpoint did not exist.
  package let missing = Rule("endpoint.missing", .breaking)
  /// The path exists, but not with the documented method.
  package let methodMissing = Rule("endpoint.method-missing", .breaking)
  /// The server permanently redirects callers to a different place.
  package let moved = Rule("endpoint.moved", .warning)
  /// The endpoint couldn't be checked, because a gateway reports that the server is unavailable or the server asks the
  /// client to come back later.
  package let unavailable = Rule("endpoint.unavailable", .warning)
  /// A request was sent to a path or method that no contract has.
  package let undocumented = Rule("endpoint.undocumented", .warning)
  /// The contract marks the endpoint as deprecated, and it is still called.
  package let deprecated = Rule("endpoint.deprecated", .notice)
  /// The day after which a deprecated endpoint may be removed has passed.
  package let sunsetPassed = Rule("endpoint.sunset-passed", .warning)
}

extension Rule {
  /// Rules about a whole endpoint.
  package static let endpoint = EndpointRules()
}

/// Rules about a client's handling of responses. They apply to runs of clients, not to inspection.
package struct ClientRules: Sendable {
  /// A call didn't have its expected outcome, and no drift explains it.
  package let callFailed = Rule("client.call-failed", .breaking)
  /// The client crashed the process that it ran in.
  package let crashed = Rule("client.crashed", .breaking)
  /// The client can't decode a response that conforms to the contract.
  package let cannotDecode = Rule("client.cannot-decode", .breaking)
  /// The client rejects something that the contract allows, such as null or a missing optional field.
  package let stricterThanContract = Rule("client.stricter-than-contract", .breaking)
  /// The server returned an error, but the client reported success.
  package let swallowedError = Rule("client.swallowed-error", .breaking)
  /// The client reports a different error than the server's.
  package let wrongError = Rule("client.wrong-error", .warning)
  /// The client doesn't use a field that the contract documents.
  package let ignoresField = Rule("client.ignores-field", .notice)
  /// There is a next page, but the client neither requests it nor reports it to its caller.
  package let missesPages = Rule("client.misses-pages", .warning)
  /// The client retries a write in a way that the server can't recognize.
  package let repeatsUnsafely = Rule("client.repeats-unsafely", .breaking)
  /// The client sends its credentials to a different host.
  package let leaksCredential = Rule("client.leaks-credential", .breaking)
}

extension Rule {
  /// Rules about a client's handling of responses.
  package static let client = ClientRules()
}

/// Rules about a client's handling of links, redirects and tokens. They apply to runs of clients, not to inspection.
package struct LinkRules: Sendable {
  /// The client accepts a string that must be rejected.
  package let accepted = Rule("link.accepted", .breaking)
  /// The client rejects a string of the documented form.
  package let refused = Rule("link.refused", .breaking)
  /// The client reads a value that isn't the documented one, such as a different route, ID or claim.
  package let misread = Rule("link.misread", .breaking)
  /// The client asks for a login although none is needed, or skips one that is.
  package let login = Rule("link.login", .breaking)
  /// After the login, the client lands somewhere other than documented.
  package let landing = Rule("link.landing", .breaking)
  /// The string that the client creates isn't the documented one.
  package let madeOtherwise = Rule("link.made-otherwise", .breaking)
}

extension Rule {
  /// Rules about a client's handling of links, redirects and tokens.
  package static let link = LinkRules()
}

/// Rules about the waivers that excuse drift.
package struct WaiverRules: Sendable {
  /// A waiver has expired, so the drift that it excused counts again.
  package let expired = Rule("waiver.expired", .warning)
  /// A waiver excused nothing.
  package let unused = Rule("waiver.unused", .notice)
}

extension Rule {
  /// Rules about the waivers that excuse drift.
  package static let waiver = WaiverRules()
}
