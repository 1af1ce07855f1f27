/// Rules about the parameters of a request, old against new.
package struct ChangeParameterRules: Sendable {
  /// NEW has an optional parameter that OLD doesn't have.
  package let added = Rule("change.request.parameter.added", .notice)
  /// A request without it was right and is refused.
  package let required = Rule("change.request.parameter.required", .breaking)
  /// It was required and need not be there any more.
  package let optional = Rule("change.request.parameter.optional", .notice)
  /// OLD has a parameter that NEW doesn't have.
  package let removed = Rule("change.request.parameter.removed", .warning)
  /// It has moved to another part of the request.
  package let moved = Rule("change.request.parameter.moved", .breaking)
  /// Its value is written in another way.
  package let styleChanged = Rule("change.request.parameter.style-changed", .breaking)
  /// A request without it means something else.
  package let defaultChanged = Rule("change.request.parameter.default-changed", .warning)
  /// It is deprecated, or no longer.
  package let deprecationChanged = Rule("change.request.parameter.deprecation-changed", .notice)
  /// Its last day is earlier than it was, or isn't named any more.
  package let sunsetChanged = Rule("change.request.parameter.sunset-changed", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      added, required, optional, removed, moved, styleChanged, defaultChanged, deprecationChanged, sunsetChanged,
    ]
  }
}

/// Rules about the whole body of a request, old against new.
package struct ChangeRequestBodyRules: Sendable {
  /// A request may have a body now.
  package let added = Rule("change.request.body.added", .notice)
  /// A request without a body was right and is refused.
  package let required = Rule("change.request.body.required", .breaking)
  /// A body was required and need not be there any more.
  package let optional = Rule("change.request.body.optional", .notice)
  /// A request had a body and has none any more.
  package let removed = Rule("change.request.body.removed", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [added, required, optional, removed] }
}

/// Rules about the header fields of a response, old against new.
package struct ChangeHeaderRules: Sendable {
  /// NEW has a field that OLD doesn't have.
  package let added = Rule("change.response.header.added", .notice)
  /// OLD promises a field that NEW doesn't have.
  package let removed = Rule("change.response.header.removed", .breaking)
  /// A promised field may be absent.
  package let optional = Rule("change.response.header.optional", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [added, removed, optional] }
}

/// Rules about the whole body of a response, old against new.
package struct ChangeResponseBodyRules: Sendable {
  /// A response that had no body has one.
  package let added = Rule("change.response.body.added", .warning)
  /// A response that had a body has none.
  package let removed = Rule("change.response.body.removed", .breaking)
  /// Content from the envelope is bare, or the other way round.
  package let reshaped = Rule("change.response.body.reshaped", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [added, removed, reshaped] }
}

/// Rules about the statuses of successes, old against new.
package struct ChangeStatusRules: Sendable {
  /// A success may have a status that it never had.
  package let added = Rule("change.response.status.added", .warning)
  /// A success has a status no more; breaking if none of the old ones is left.
  package let removed = Rule("change.response.status.removed", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [added, removed] }
}

/// Rules about errors and their codes, old against new.
package struct ChangeFailureRules: Sendable {
  /// An endpoint may respond with an error status that it never had.
  package let added = Rule("change.response.failure.added", .warning)
  /// An endpoint responds with an error status no more.
  package let removed = Rule("change.response.failure.removed", .notice)
  /// An error may have a code that it never had.
  package let codeAdded = Rule("change.response.failure.code-added", .warning)
  /// An error has a code no more.
  package let codeRemoved = Rule("change.response.failure.code-removed", .notice)
  /// An error's code is elsewhere in the body.
  package let codeMoved = Rule("change.response.failure.code-moved", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [added, removed, codeAdded, codeRemoved, codeMoved] }
}

/// Rules about the outer shape of responses, old against new.
package struct ChangeEnvelopeRules: Sendable {
  /// The success flag has moved, or has other values.
  package let flagChanged = Rule("change.response.envelope.flag-changed", .breaking)
  /// The payload is elsewhere.
  package let payloadMoved = Rule("change.response.envelope.payload-moved", .breaking)
  /// A response without a payload has one.
  package let payloadAdded = Rule("change.response.envelope.payload-added", .warning)
  /// A response with a payload has none.
  package let payloadRemoved = Rule("change.response.envelope.payload-removed", .breaking)
  /// The error code is elsewhere.
  package let errorCodeMoved = Rule("change.response.envelope.error-code-moved", .breaking)
  /// The message is elsewhere.
  package let messageMoved = Rule("change.response.envelope.message-moved", .warning)
  /// The details of an error are elsewhere.
  package let detailsMoved = Rule("change.response.envelope.details-moved", .warning)
  /// A response has a further member next to the payload.
  package let memberAdded = Rule("change.response.envelope.member-added", .notice)
  /// A response lacks a further member that it had next to the payload.
  package let memberRemoved = Rule("change.response.envelope.member-removed", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      flagChanged, payloadMoved, payloadAdded, payloadRemoved, errorCodeMoved, messageMoved, detailsMoved,
      memberAdded, memberRemoved,
    ]
  }
}
