/// Rules about changes to a whole service.
package struct ChangeServiceRules: Sendable {
  /// NEW has a service that OLD doesn't.
  package let added = Rule("change.service.added", .notice)
  /// OLD has a service that NEW doesn't.
  package let removed = Rule("change.service.removed", .breaking)
  /// A part of a document that isn't compared has changed.
  package let notCompared = Rule("change.service.not-compared", .warning)
}

/// Rules about changes to a whole endpoint.
package struct ChangeEndpointRules: Sendable {
  /// NEW has an endpoint that OLD doesn't.
  package let added = Rule("change.endpoint.added", .notice)
  /// OLD has an endpoint that NEW doesn't.
  package let removed = Rule("change.endpoint.removed", .breaking)
  /// An endpoint has a different method or path.
  package let moved = Rule("change.endpoint.moved", .breaking)
  /// A method and path have a different ID.
  package let renamed = Rule("change.endpoint.renamed", .notice)
  /// The condition that distinguishes the endpoint from others with the same method and path has changed.
  package let conditionChanged = Rule("change.endpoint.condition-changed", .breaking)
  /// The endpoint has become deprecated.
  package let deprecated = Rule("change.endpoint.deprecated", .notice)
  /// The endpoint is no longer deprecated.
  package let reactivated = Rule("change.endpoint.reactivated", .notice)
  /// The endpoint's sunset is earlier or no longer specified.
  package let sunsetChanged = Rule("change.endpoint.sunset-changed", .warning)
  /// The contract's confidence in the endpoint has increased or decreased.
  package let standingChanged = Rule("change.endpoint.standing-changed", .notice)
  /// The endpoint accepts batches of requests in a different way.
  package let batchChanged = Rule("change.endpoint.batch-changed", .warning)
  /// The endpoint now recognizes retries by an idempotency key.
  package let idempotencyAdded = Rule("change.endpoint.idempotency-added", .notice)
  /// The endpoint no longer recognizes retries by the key that clients send.
  package let idempotencyRemoved = Rule("change.endpoint.idempotency-removed", .breaking)
}

/// Rules about changes to the callers that an endpoint admits.
package struct ChangeAccessRules: Sendable {
  /// A caller that was admitted now lacks a credential.
  package let credentialAdded = Rule("change.access.credential-added", .breaking)
  /// Fewer credentials are required of a caller.
  package let credentialRemoved = Rule("change.access.credential-removed", .notice)
  /// A caller needs a permission or must meet a condition that wasn't required before.
  package let requirementAdded = Rule("change.access.requirement-added", .breaking)
  /// A caller no longer needs a permission or no longer has to meet a condition.
  package let requirementRemoved = Rule("change.access.requirement-removed", .notice)
  /// A document requires a new scope.
  package let scopeAdded = Rule("change.access.scope-added", .warning)
  /// A document no longer requires a scope.
  package let scopeRemoved = Rule("change.access.scope-removed", .notice)
}

/// Rules about changes to requests that a service sends.
package struct ChangeSentRules: Sendable {
  /// NEW has a request that OLD doesn't.
  package let added: Rule
  /// OLD has a request that NEW doesn't.
  package let removed: Rule

  init(_ kind: String) {
    added = Rule("change.\(kind).added", .notice)
    removed = Rule("change.\(kind).removed", .warning)
  }
}

/// Rules about changes to a service's servers.
package struct ChangeServerRules: Sendable {
  /// NEW lists a server that OLD doesn't.
  package let added = Rule("change.server.added", .notice)
  /// OLD lists a server that NEW doesn't.
  package let removed = Rule("change.server.removed", .warning)
  /// A server has a different URL.
  package let moved = Rule("change.server.moved", .warning)
  /// A server now allows writes that it didn't allow before, or the reverse.
  package let writesChanged = Rule("change.server.writes-changed", .warning)
}

/// Rules about changes to an endpoint's effects on a service's state.
package struct ChangeStateRules: Sendable {
  /// An endpoint has a new effect on the state.
  package let added = Rule("change.state.added", .warning)
  /// An endpoint no longer has an effect on the state.
  package let removed = Rule("change.state.removed", .warning)
  /// The endpoint has a different effect or finds its item differently.
  package let actionChanged = Rule("change.state.action-changed", .warning)
  /// The conditions for a state change are different.
  package let guardsChanged = Rule("change.state.guards-changed", .warning)
  /// A list is filtered, sorted or paged differently.
  package let listChanged = Rule("change.state.list-changed", .warning)
  /// The effect on an item has changed.
  package let effectChanged = Rule("change.state.effect-changed", .warning)
  /// The items that the endpoint operates on are stored differently.
  package let collectionChanged = Rule("change.state.collection-changed", .warning)
}

/// Rules about changes to the links that a client accepts or creates without its server.
package struct ChangeLinkRules: Sendable {
  /// NEW has a link, or an example of one, that OLD doesn't.
  package let added = Rule("change.link.added", .notice)
  /// OLD has a link that NEW doesn't.
  package let removed = Rule("change.link.removed", .breaking)
  /// A link has a different form.
  package let formChanged = Rule("change.link.form-changed", .breaking)
  /// A login is required that wasn't required before, or the reverse.
  package let loginChanged = Rule("change.link.login-changed", .breaking)
  /// A client must handle a string differently.
  package let caseChanged = Rule("change.link.case-changed", .breaking)
}

/// Rules about a contract and the pact of a consumer.
package struct ChangePactRules: Sendable {
  /// The contract doesn't allow the request of an interaction.
  package let requestRefused = Rule("change.pact.request-refused", .breaking)
  /// The contract doesn't promise a part of the response that an interaction needs.
  package let notPromised = Rule("change.pact.not-promised", .breaking)
  /// A part of the pact isn't compared.
  package let notCompared = Rule("change.pact.not-compared", .warning)
}
