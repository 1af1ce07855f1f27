/// Rules about changes between two contracts of one service. These are requests that the newer one no longer accepts,
/// and responses that the older one never promised.
package struct ChangeRules: Sendable {
  package let service = ChangeServiceRules()
  package let endpoint = ChangeEndpointRules()
  package let request = ChangeRequestRules()
  package let response = ChangeResponseRules()
  package let access = ChangeAccessRules()
  package let webhook = ChangeSentRules("webhook")
  package let callback = ChangeSentRules("callback")
  package let server = ChangeServerRules()
  package let state = ChangeStateRules()
  package let link = ChangeLinkRules()
  package let pact = ChangePactRules()
}

extension Rule {
  /// Rules about changes between two contracts of one service. For example, `.change.response.field.missing`.
  package static let change = ChangeRules()
}

/// Rules about changes to requests.
package struct ChangeRequestRules: Sendable {
  package let parameter = ChangeParameterRules()
  package let body = ChangeRequestBodyRules()
  package let mediaType = ChangeMediaTypeRules(message: "request", added: .notice)
  package let field = ChangeFieldRules.request
}

/// Rules about changes to responses.
package struct ChangeResponseRules: Sendable {
  package let status = ChangeStatusRules()
  package let failure = ChangeFailureRules()
  package let envelope = ChangeEnvelopeRules()
  package let header = ChangeHeaderRules()
  package let mediaType = ChangeMediaTypeRules(message: "response", added: .warning)
  package let body = ChangeResponseBodyRules()
  package let field = ChangeFieldRules.response
}

/// Rules about changes to the media types of a body.
package struct ChangeMediaTypeRules: Sendable {
  /// NEW has a media type that OLD doesn't.
  package let added: Rule
  /// OLD has a media type that NEW doesn't.
  package let removed: Rule

  init(message: String, added severity: Severity) {
    added = Rule("change.\(message).media-type.added", severity)
    removed = Rule("change.\(message).media-type.removed", .breaking)
  }
}
