/// Rules about the fixed outer shape of a response. They own its slots: no field rule speaks of them.
package struct EnvelopeRules: Sendable {
  /// The body has no envelope at all.
  package let missing = Rule("response.envelope.missing", .breaking)
  /// The flag that says whether the request succeeded is absent.
  package let flagMissing = Rule("response.envelope.flag-missing", .breaking)
  /// The flag is no boolean.
  package let flagType = Rule("response.envelope.flag-type", .breaking)
  /// The payload is absent, or null where the contract promises a value.
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
      missing, flagMissing, flagType, payloadMissing, payloadMisplaced, errorCodeMissing, errorCodeUndocumented,
      messageMissing,
    ]
  }
}
