import PlumblineJSONTree

/// A deviation of an exchange from the contract.
package struct Drift: Sendable, Hashable {
  /// The rule that found it: `response.field.missing`.
  package var rule: Rule
  package var severity: Severity
  package var service: String
  /// The endpoint's id; for something that no endpoint documents, the method and path.
  package var endpoint: String
  package var status: Int?
  /// The place in the exchange: `/response/body/data/id`. Array indices are those of the first place.
  package var pointer: JSONPointer?
  /// The pointer with `*` for array indices and for keys that no contract names; `nil` if replacing the indices is
  /// enough.
  package var folded: JSONPointer?
  /// The expected value in short: "integer".
  package var expected: String?
  /// The actual value in short: "string \"17\"". Never a credential.
  package var actual: String?
  /// One human-readable sentence, without the place.
  package var message: String
  /// The number of places of one exchange, or of one run, that have the same drift.
  package var count = 1
  /// The place of the expectation in the contract.
  package var contract: SourceLocation?
  /// The promise, if several endpoints may share it: for a field the schema's place by its file and pointer
  /// (`contract.json#/schemas/Ticket/properties/id/type`), for a permission its name. Not part of the fingerprint.
  package var promise: String?
  /// The detail that distinguishes two drifts of one rule at one place: the enum's value, the header's name. Part of
  /// the fingerprint.
  package var detail: String?
  /// The call that caused the exchange: `tickets.update: edits a ticket`.
  package var call: String?
  /// The error that the client threw as a result: "dateTime is missing". Not part of the fingerprint.
  package var clientError: String?
  /// The recording that showed it.
  package var recording: String?
  /// The place in the recording's file: the value at the pointer, or the container that lacks it.
  package var recorded: SourceLocation?
  /// The time of the first exchange that showed it, in UTC to the millisecond, `2026-11-20T08:15:30.000Z`, or only the day;
  /// `nil` if no exchange has a time.
  package var firstSeen: String?
  /// The time of the last of them.
  package var lastSeen: String?
  /// The waiver that excuses it, if any; no gate counts it then.
  package var waived: Waived?
  /// The place of the promise in the older of two contracts; ``contract`` is then the place in the newer one.
  package var old: SourceLocation?
  /// A request or a response that shows a change between contracts.
  package var witness: ChangeWitness?
  /// The exchange that showed it, for readers of a report; not part of the fingerprint.
  package var exchange: ShownExchange?
  /// The reason why a change is neither proven compatible nor proven to break a client.
  package var undecided: String?
  /// The other places of a change with one cause, if it is reported as one.
  package var others: [Place] = []
  /// The ids of additional endpoints with the same change, of which no other details are kept.
  package var elsewhere: [String] = []
  /// The difference that causes most findings of its endpoint or service, which reports show as one.
  package var common: Difference?

  /// Another place of a change.
  package struct Place: Sendable, Hashable {
    package var endpoint: String
    package var status: Int?
    package var pointer: JSONPointer?
    /// The fingerprint of the finding at that place alone: sixteen hexadecimal digits.
    package var fingerprint: String

    package init(endpoint: String, status: Int?, pointer: JSONPointer?, fingerprint: String) {
      self.endpoint = endpoint
      self.status = status
      self.pointer = pointer
      self.fingerprint = fingerprint
    }
  }

  /// Creates the drift of one place. Facts that only some drift has (its count, its times, its recording, the older of
  /// two contracts) are set afterward.
  package init(
    rule: Rule, severity: Severity? = nil, service: String, endpoint: String, status: Int? = nil,
    pointer: JSONPointer? = nil, expected: String? = nil, actual: String? = nil, message: String,
    contract: SourceLocation? = nil, detail: String? = nil, call: String? = nil
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.service = service
    self.endpoint = endpoint
    self.status = status
    self.pointer = pointer
    self.expected = expected
    self.actual = actual
    self.message = message
    self.contract = contract
    self.detail = detail
    self.call = call
  }
}

/// Sentences by which drift is known again when a report is read: its fields are those of the report's format, and what they
/// hold feeds fingerprints.
extension Drift {
  /// A Boolean value that indicates whether an endpoint counts as missing because it documents no such status.
  package var isOfUnheldStatus: Bool {
    rule == .endpoint.missing && status.map { message.hasPrefix(Self.unheld($0)) } == true
  }

  /// Returns the message about an endpoint that counts as missing because it documents no such status.
  static func unheld(_ status: Int) -> String {
    "The endpoint documents no \(status), so the response can't mean that an item is missing."
  }

  /// A Boolean value that indicates whether a credential was expected.
  var expectsCredential: Bool { expected?.hasPrefix(Self.credential("")) == true }

  /// Returns the expectation of a credential.
  static func credential(_ name: String) -> String { "the credential \(name)" }
}

/// The reason why drift is excused, and the last day of the excuse.
package struct Waived: Sendable, Hashable {
  package var reason: String
  /// The last day on which it is waived: `2027-01-31`; `nil` for no end.
  package var until: String?

  package init(reason: String, until: String? = nil) {
    self.reason = reason
    self.until = until
  }
}
