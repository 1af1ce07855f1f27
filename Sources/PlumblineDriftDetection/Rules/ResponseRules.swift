/// Rules about responses.
package struct ResponseRules: Sendable {
  package let status = StatusRules()
  package let envelope = EnvelopeRules()
  package let header = ValueRules(area: "response.header")
  package let mediaType = MediaTypeRules(message: "response")
  package let body = BodyRules(message: "response")
  /// An object in the body contains a member twice.
  package let duplicateMember = Rule("response.body.duplicate-member", .warning)
  /// A stream of events ends in the middle of an event.
  package let cutOff = Rule("response.body.cut-off", .notice)
  package let field = FieldRules(message: "response")
}

extension Rule {
  /// Rules about responses. For example, `.response.field.missing`.
  package static let response = ResponseRules()
}

/// Rules about the status of a response.
package struct StatusRules: Sendable {
  /// The endpoint doesn't document the status.
  package let undocumented = Rule("response.status.undocumented", .warning)
  /// The envelope of a response with a success status reports an error, or the reverse.
  package let contradictsEnvelope = Rule("response.status.contradicts-envelope", .breaking)
}

/// Rules about a whole body.
package struct BodyRules: Sendable {
  /// The body is declared as JSON but isn't.
  package let malformed: Rule
  /// There is no body although the contract has one.
  package let missing: Rule
  /// There is a body although the contract has none.
  package let unexpected: Rule

  init(message: String) {
    malformed = Rule("\(message).body.malformed", .breaking)
    missing = Rule("\(message).body.missing", .breaking)
    unexpected = Rule("\(message).body.unexpected", .warning)
  }
}

/// Rules about the media type of a body.
package struct MediaTypeRules: Sendable {
  /// The contract doesn't have this media type for the body.
  package let undocumented: Rule

  init(message: String) {
    undocumented = Rule("\(message).media-type.undocumented", .breaking)
  }
}

/// Rules about header fields.
package struct ValueRules: Sendable {
  /// A documented value is absent.
  package let missing: Rule
  /// A value doesn't fit its schema.
  package let invalid: Rule
  /// A value is neither a common one nor in the contract.
  package let undocumented: Rule

  init(area: String) {
    missing = Rule("\(area).missing", .breaking)
    invalid = Rule("\(area).invalid", .warning)
    undocumented = Rule("\(area).undocumented", .notice)
  }
}

/// Rules about the envelope of a response. They cover its slots, to which no field rule applies.
package struct EnvelopeRules: Sendable {
  /// The body has no envelope at all.
  package let missing = Rule("response.envelope.missing", .breaking)
  /// The flag that reports whether the request succeeded is absent.
  package let flagMissing = Rule("response.envelope.flag-missing", .breaking)
  /// The flag has the wrong type, such as a string instead of a Boolean value.
  package let flagType = Rule("response.envelope.flag-type", .breaking)
  /// The flag has a value that means neither success nor an error.
  package let flagUndocumented = Rule("response.envelope.flag-undocumented", .breaking)
  /// The payload is absent, or it is null although the contract documents a value.
  package let payloadMissing = Rule("response.envelope.payload-missing", .breaking)
  /// The payload is present but not in its slot.
  package let payloadMisplaced = Rule("response.envelope.payload-misplaced", .breaking)
  /// An error has no code.
  package let errorCodeMissing = Rule("response.envelope.error-code-missing", .warning)
  /// An error has a code that the contract doesn't have for its status.
  package let errorCodeUndocumented = Rule("response.envelope.error-code-undocumented", .warning)
  /// An error has no human-readable message.
  package let messageMissing = Rule("response.envelope.message-missing", .warning)
}
