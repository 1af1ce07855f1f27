/// Rules about responses.
package struct ResponseRules: Sendable {
  package let status = StatusRules()
  package let envelope = EnvelopeRules()
  package let header = ValueRules(area: "response.header")
  package let mediaType = MediaTypeRules(message: "response")
  package let body = BodyRules(message: "response")
  /// An object of the body has a member twice.
  package let duplicateMember = Rule("response.body.duplicate-member", .warning)
  /// A stream of events ends in the middle of one.
  package let cutOff = Rule("response.body.cut-off", .notice)
  package let field = FieldRules(message: "response")

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    status.all + envelope.all + header.all + mediaType.all + body.all + [duplicateMember, cutOff] + field.all
  }
}

extension Rule {
  /// Rules about responses: `.response.field.missing`.
  package static let response = ResponseRules()
}

/// Rules about the status of a response.
package struct StatusRules: Sendable {
  /// A status that the endpoint does not document.
  package let undocumented = Rule("response.status.undocumented", .warning)
  /// A success status with an envelope that says failure, or the other way round.
  package let contradictsEnvelope = Rule("response.status.contradicts-envelope", .breaking)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [undocumented, contradictsEnvelope] }
}

/// Rules about a whole body.
package struct BodyRules: Sendable {
  /// The body says that it is JSON and is not.
  package let malformed: Rule
  /// There is no body though the contract has one.
  package let missing: Rule
  /// There is a body though the contract has none.
  package let unexpected: Rule

  init(message: String) {
    malformed = Rule("\(message).body.malformed", .breaking)
    missing = Rule("\(message).body.missing", .breaking)
    unexpected = Rule("\(message).body.unexpected", .warning)
  }

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [malformed, missing, unexpected] }
}

/// Rules about the media type of a body.
package struct MediaTypeRules: Sendable {
  /// A media type that the contract does not have for this body.
  package let undocumented: Rule

  init(message: String) {
    undocumented = Rule("\(message).media-type.undocumented", .breaking)
  }

  /// Every rule of the group.
  package var all: [Rule] { [undocumented] }
}

/// Rules about named values outside a body: header fields.
package struct ValueRules: Sendable {
  /// A promised value is absent.
  package let missing: Rule
  /// A value does not fit its schema.
  package let invalid: Rule
  /// A value that isn't a common one, and that the contract does not have.
  package let undocumented: Rule

  init(area: String) {
    missing = Rule("\(area).missing", .breaking)
    invalid = Rule("\(area).invalid", .warning)
    undocumented = Rule("\(area).undocumented", .notice)
  }

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] { [missing, invalid, undocumented] }
}

/// Rules about the fixed outer shape of a response. They own its slots: no field rule speaks of them.
package struct EnvelopeRules: Sendable {
  /// The body has no envelope at all.
  package let missing = Rule("response.envelope.missing", .breaking)
  /// The flag that says whether the request succeeded is absent.
  package let flagMissing = Rule("response.envelope.flag-missing", .breaking)
  /// The flag has another type: not a Boolean value, if it should be one.
  package let flagType = Rule("response.envelope.flag-type", .breaking)
  /// The flag has a value that says neither that the request succeeded nor that it failed.
  package let flagUndocumented = Rule("response.envelope.flag-undocumented", .breaking)
  /// The payload is absent, or null though the contract promises a value.
  package let payloadMissing = Rule("response.envelope.payload-missing", .breaking)
  /// The payload is there, but not in its slot.
  package let payloadMisplaced = Rule("response.envelope.payload-misplaced", .breaking)
  /// A failure names no code.
  package let errorCodeMissing = Rule("response.envelope.error-code-missing", .warning)
  /// A failure names a code that the contract does not have for its status.
  package let errorCodeUndocumented = Rule("response.envelope.error-code-undocumented", .warning)
  /// A failure has no sentence for people.
  package let messageMissing = Rule("response.envelope.message-missing", .warning)

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    [
      missing, flagMissing, flagType, flagUndocumented, payloadMissing, payloadMisplaced, errorCodeMissing,
      errorCodeUndocumented, messageMissing,
    ]
  }
}
