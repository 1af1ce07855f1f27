/// Rules about changes to the parameters of a request.
package struct ChangeParameterRules: Sendable {
  /// NEW has an optional parameter that OLD doesn't.
  package let added = Rule("change.request.parameter.added", .notice)
  /// A request without the parameter was valid and is now rejected.
  package let required = Rule("change.request.parameter.required", .breaking)
  /// The parameter was required and is now optional.
  package let optional = Rule("change.request.parameter.optional", .notice)
  /// OLD has a parameter that NEW doesn't.
  package let removed = Rule("change.request.parameter.removed", .warning)
  /// The parameter has moved to a different part of the request.
  package let moved = Rule("change.request.parameter.moved", .breaking)
  /// The parameter's value is serialized differently.
  package let styleChanged = Rule("change.request.parameter.style-changed", .breaking)
  /// A request without the parameter has a different meaning.
  package let defaultChanged = Rule("change.request.parameter.default-changed", .warning)
  /// The parameter has become deprecated or is no longer deprecated.
  package let deprecationChanged = Rule("change.request.parameter.deprecation-changed", .notice)
  /// The parameter's sunset is earlier or no longer specified.
  package let sunsetChanged = Rule("change.request.parameter.sunset-changed", .warning)
}

/// Rules about changes to the whole body of a request.
package struct ChangeRequestBodyRules: Sendable {
  /// A request may now have a body.
  package let added = Rule("change.request.body.added", .notice)
  /// A request without a body was valid and is now rejected.
  package let required = Rule("change.request.body.required", .breaking)
  /// A body was required and is now optional.
  package let optional = Rule("change.request.body.optional", .notice)
  /// A request had a body and no longer does.
  package let removed = Rule("change.request.body.removed", .breaking)
}

/// Rules about changes to the header fields of a response.
package struct ChangeHeaderRules: Sendable {
  /// NEW has a field that OLD doesn't.
  package let added = Rule("change.response.header.added", .notice)
  /// OLD promises a field that NEW doesn't have.
  package let removed = Rule("change.response.header.removed", .breaking)
  /// A promised field may be absent.
  package let optional = Rule("change.response.header.optional", .breaking)
}

/// Rules about changes to the whole body of a response.
package struct ChangeResponseBodyRules: Sendable {
  /// A response that had no body now has one.
  package let added = Rule("change.response.body.added", .warning)
  /// A response that had a body no longer does.
  package let removed = Rule("change.response.body.removed", .breaking)
  /// Content that was in the envelope is now outside of it, or the reverse.
  package let reshaped = Rule("change.response.body.reshaped", .breaking)
}

/// Rules about changes to the statuses of successes.
package struct ChangeStatusRules: Sendable {
  /// A success may have a new status.
  package let added = Rule("change.response.status.added", .warning)
  /// A success no longer has a status. The change is breaking if none of the old ones is left.
  package let removed = Rule("change.response.status.removed", .warning)
}

/// Rules about changes to errors and their codes.
package struct ChangeFailureRules: Sendable {
  /// An endpoint may respond with a new error status.
  package let added = Rule("change.response.failure.added", .warning)
  /// An endpoint no longer responds with an error status.
  package let removed = Rule("change.response.failure.removed", .notice)
  /// An error may have a new code.
  package let codeAdded = Rule("change.response.failure.code-added", .warning)
  /// An error no longer has a code.
  package let codeRemoved = Rule("change.response.failure.code-removed", .notice)
  /// An error's code has moved within the body.
  package let codeMoved = Rule("change.response.failure.code-moved", .breaking)
}

/// Rules about changes to the envelope of responses.
package struct ChangeEnvelopeRules: Sendable {
  /// The success flag has moved, or has other values.
  package let flagChanged = Rule("change.response.envelope.flag-changed", .breaking)
  /// The payload has moved.
  package let payloadMoved = Rule("change.response.envelope.payload-moved", .breaking)
  /// A response that had no payload now has one.
  package let payloadAdded = Rule("change.response.envelope.payload-added", .warning)
  /// A response that had a payload no longer does.
  package let payloadRemoved = Rule("change.response.envelope.payload-removed", .breaking)
  /// The error code has moved.
  package let errorCodeMoved = Rule("change.response.envelope.error-code-moved", .breaking)
  /// The message has moved.
  package let messageMoved = Rule("change.response.envelope.message-moved", .warning)
  /// The details of an error have moved.
  package let detailsMoved = Rule("change.response.envelope.details-moved", .warning)
  /// A response has an additional member beside the payload.
  package let memberAdded = Rule("change.response.envelope.member-added", .notice)
  /// A response no longer has an additional member beside the payload.
  package let memberRemoved = Rule("change.response.envelope.member-removed", .breaking)
}
