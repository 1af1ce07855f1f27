/// Rules about a whole service, old against new.
package struct ChangeServiceRules: Sendable {
  /// NEW has a service that OLD doesn't have.
  package let added = Rule("change.service.added", .notice)
  /// OLD has a service that NEW doesn't have.
  package let removed = Rule("change.service.removed", .breaking)
  /// A part of a document that isn't compared has changed.
  package let notCompared = Rule("change.service.not-compared", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [added, removed, notCompared] }
}

/// Rules about a whole endpoint, old against new.
package struct ChangeEndpointRules: Sendable {
  /// NEW has an endpoint that OLD doesn't have.
  package let added = Rule("change.endpoint.added", .notice)
  /// OLD has an endpoint that NEW doesn't have.
  package let removed = Rule("change.endpoint.removed", .breaking)
  /// An endpoint has another method or path.
  package let moved = Rule("change.endpoint.moved", .breaking)
  /// A method and path have another id.
  package let renamed = Rule("change.endpoint.renamed", .notice)
  /// The condition that distinguishes it from others of its method and path has changed.
  package let conditionChanged = Rule("change.endpoint.condition-changed", .breaking)
  /// It is on its way out now.
  package let deprecated = Rule("change.endpoint.deprecated", .notice)
  /// It was on its way out and is no longer.
  package let reactivated = Rule("change.endpoint.reactivated", .notice)
  /// Its last day is earlier than it was, or isn't named any more.
  package let sunsetChanged = Rule("change.endpoint.sunset-changed", .warning)
  /// The contract's confidence in it has grown or shrunk.
  package let standingChanged = Rule("change.endpoint.standing-changed", .notice)
  /// It takes several requests at once in another way.
  package let batchChanged = Rule("change.endpoint.batch-changed", .warning)
  /// It recognizes repetitions by an idempotency key now.
  package let idempotencyAdded = Rule("change.endpoint.idempotency-added", .notice)
  /// It no longer recognizes repetitions by the key that clients send.
  package let idempotencyRemoved = Rule("change.endpoint.idempotency-removed", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      added, removed, moved, renamed, conditionChanged, deprecated, reactivated, sunsetChanged, standingChanged,
      batchChanged, idempotencyAdded, idempotencyRemoved,
    ]
  }
}

/// Rules about the callers that an endpoint admits, old against new.
package struct ChangeAccessRules: Sendable {
  /// An admitted caller lacks a credential.
  package let credentialAdded = Rule("change.access.credential-added", .breaking)
  /// Fewer credentials are required of a caller.
  package let credentialRemoved = Rule("change.access.credential-removed", .notice)
  /// A caller needs a permission, or has to be something, that was not asked for.
  package let requirementAdded = Rule("change.access.requirement-added", .breaking)
  /// A caller no longer needs a permission, or to be something.
  package let requirementRemoved = Rule("change.access.requirement-removed", .notice)
  /// A document asks for a scope that it didn't ask for.
  package let scopeAdded = Rule("change.access.scope-added", .warning)
  /// A document asks for a scope no more.
  package let scopeRemoved = Rule("change.access.scope-removed", .notice)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [credentialAdded, credentialRemoved, requirementAdded, requirementRemoved, scopeAdded, scopeRemoved]
  }
}

/// Rules about requests that a service sends, old against new.
package struct ChangeSentRules: Sendable {
  /// NEW has one that OLD doesn't have.
  package let added: Rule
  /// OLD has one that NEW doesn't have.
  package let removed: Rule

  init(_ kind: String) {
    added = Rule("change.\(kind).added", .notice)
    removed = Rule("change.\(kind).removed", .warning)
  }

  /// Every rule of the group.
  package var all: [Rule] { [added, removed] }
}

/// Rules about a service's servers, old against new.
package struct ChangeServerRules: Sendable {
  /// NEW names a server that OLD doesn't name.
  package let added = Rule("change.server.added", .notice)
  /// OLD names a server that NEW doesn't name.
  package let removed = Rule("change.server.removed", .warning)
  /// A server has another URL.
  package let moved = Rule("change.server.moved", .warning)
  /// A server may be written to that might not, or the other way round.
  package let writesChanged = Rule("change.server.writes-changed", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [added, removed, moved, writesChanged] }
}

/// Rules about an endpoint's effects on a service's state, old against new.
package struct ChangeStateRules: Sendable {
  /// An endpoint has a new effect on the state.
  package let added = Rule("change.state.added", .warning)
  /// An endpoint has no effect on the state any more.
  package let removed = Rule("change.state.removed", .warning)
  /// It has another effect, or finds its item differently.
  package let actionChanged = Rule("change.state.action-changed", .warning)
  /// The conditions for a change of the state are others.
  package let guardsChanged = Rule("change.state.guards-changed", .warning)
  /// A list is filtered, sorted or cut into pages differently.
  package let listChanged = Rule("change.state.list-changed", .warning)
  /// The effect on an item has changed.
  package let effectChanged = Rule("change.state.effect-changed", .warning)
  /// The items that it works on are stored differently.
  package let collectionChanged = Rule("change.state.collection-changed", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      added, removed, actionChanged, guardsChanged, listChanged, effectChanged, collectionChanged,
    ]
  }
}

/// Rules about the links that a client takes or makes without asking, old against new.
package struct ChangeLinkRules: Sendable {
  /// NEW has a link, or an example of one, that OLD doesn't have.
  package let added = Rule("change.link.added", .notice)
  /// OLD has a link that NEW doesn't have.
  package let removed = Rule("change.link.removed", .breaking)
  /// A link has another form.
  package let formChanged = Rule("change.link.form-changed", .breaking)
  /// A login is required that wasn't, or the other way round.
  package let loginChanged = Rule("change.link.login-changed", .breaking)
  /// A client must make something else of a string.
  package let caseChanged = Rule("change.link.case-changed", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [added, removed, formChanged, loginChanged, caseChanged] }
}

/// Rules about a contract and the pact of a consumer.
package struct ChangePactRules: Sendable {
  /// The contract doesn't allow the request of an interaction.
  package let requestRefused = Rule("change.pact.request-refused", .breaking)
  /// The contract doesn't promise what an interaction needs of its response.
  package let notPromised = Rule("change.pact.not-promised", .breaking)
  /// A part of the pact isn't compared.
  package let notCompared = Rule("change.pact.not-compared", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [requestRefused, notPromised, notCompared] }
}
