/// Rules about a whole endpoint: it is where the contract says.
package struct EndpointRules: Sendable {
  /// The server responds as if the endpoint did not exist.
  package let missing = Rule("endpoint.missing", .breaking)
  /// The path is there, but not with the documented method.
  package let methodMissing = Rule("endpoint.method-missing", .breaking)
  /// The server sends callers to another place for good.
  package let moved = Rule("endpoint.moved", .warning)
  /// A gateway says that the server isn't there, or the server asks to come back later: the endpoint couldn't be judged.
  package let unavailable = Rule("endpoint.unavailable", .warning)
  /// A request went to a path or method that no contract has.
  package let undocumented = Rule("endpoint.undocumented", .warning)
  /// The contract marks the endpoint as deprecated, and it is still called.
  package let deprecated = Rule("endpoint.deprecated", .notice)
  /// The day after which a deprecated endpoint may be gone has passed.
  package let sunsetPassed = Rule("endpoint.sunset-passed", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [missing, methodMissing, moved, unavailable, undocumented, deprecated, sunsetPassed] }
}

extension Rule {
  /// Rules about a whole endpoint.
  package static let endpoint = EndpointRules()
}

/// Rules about a client's handling of responses. They apply to runs of clients, not to inspection.
package struct ClientRules: Sendable {
  /// A call didn't have its expected outcome, and no drift says why.
  package let callFailed = Rule("client.call-failed", .breaking)
  /// The client ended the process that it ran in.
  package let crashed = Rule("client.crashed", .breaking)
  /// The client can't decode a response that keeps the contract.
  package let cannotDecode = Rule("client.cannot-decode", .breaking)
  /// The client refuses what the contract allows, such as null or a missing optional field.
  package let stricterThanContract = Rule("client.stricter-than-contract", .breaking)
  /// The server refused, and the client reported success.
  package let swallowedError = Rule("client.swallowed-error", .breaking)
  /// The client reports another error than the server named.
  package let wrongError = Rule("client.wrong-error", .warning)
  /// The client has no use for a field that the contract promises.
  package let ignoresField = Rule("client.ignores-field", .notice)
  /// A page follows, and the client neither asks for it nor shows its caller that there is one.
  package let missesPages = Rule("client.misses-pages", .warning)
  /// The client repeats a write so that a server can't know that it is the same.
  package let repeatsUnsafely = Rule("client.repeats-unsafely", .breaking)
  /// The client sends its credentials to another host.
  package let leaksCredential = Rule("client.leaks-credential", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      callFailed, crashed, cannotDecode, stricterThanContract, swallowedError, wrongError, ignoresField, missesPages,
      repeatsUnsafely, leaksCredential,
    ]
  }
}

extension Rule {
  /// Rules about a client's handling of responses.
  package static let client = ClientRules()
}

/// Rules about a client's handling of links, redirects and tokens. They apply to runs of clients, not to inspection.
package struct LinkRules: Sendable {
  /// The client takes a string that must be refused.
  package let accepted = Rule("link.accepted", .breaking)
  /// The client refuses a string of the documented form.
  package let refused = Rule("link.refused", .breaking)
  /// The client reads another value than the documented one: another route, another id, another claim.
  package let misread = Rule("link.misread", .breaking)
  /// The client asks for a login though none is needed, or leaves out one that is.
  package let login = Rule("link.login", .breaking)
  /// After the login, the client lands elsewhere than documented.
  package let landing = Rule("link.landing", .breaking)
  /// The text that the client makes isn't the documented one.
  package let madeOtherwise = Rule("link.made-otherwise", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [accepted, refused, misread, login, landing, madeOtherwise] }
}

extension Rule {
  /// Rules about a client's handling of links, redirects and tokens.
  package static let link = LinkRules()
}

/// Rules about the waivers that excuse drift.
package struct WaiverRules: Sendable {
  /// A waiver whose day has passed: the drift that it excused counts again.
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
