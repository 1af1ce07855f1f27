import PlumblineJSONTree

/// A deviation of an exchange from the contract.
package struct Drift: Sendable, Hashable {
  /// The rule that found the drift, such as `response.field.missing`.
  package var rule: Rule
  package var severity: Severity
  package var service: String
  /// The endpoint's ID or, if no endpoint documents the request, the method and path.
  package var endpoint: String
  package var status: Int?
  /// The location in the exchange, such as `/response/body/data/id`. Array indices are those of the first place.
  package var pointer: JSONPointer?
  /// The pointer with `*` for array indices and for keys that no contract names, or `nil` if replacing the indices is
  /// enough.
  package var folded: JSONPointer?
  /// A short description of the expected value, such as "integer".
  package var expected: String?
  /// A short description of the actual value, such as "string \"17\"". It never contains a credential.
  package var actual: String?
  /// A human-readable sentence without the location.
  package var message: String
  /// The number of locations with the same drift in one exchange or one run.
  package var count = 1
  /// The location of the expectation in the contract.
  package var contract: SourceLocation?
  /// The promise, if several endpoints may share it. For a field, it is the schema's file and pointer
  /// (`contract.json#/schemas/Ticket/properties/id/type`), and for a permission, its name. It isn't part of the
  /// fingerprint.
  package var promise: String?
  /// The detail that distinguishes two drifts of one rule at one location, such as an enum's value or a header's name.
  /// It is part of the fingerprint.
  package var detail: String?
  /// The call that caused the exchange, such as `tickets.update: edits a ticket`.
  package var call: String?
  /// The error that the client threw as a result, such as "dateTime is missing". It isn't part of the fingerprint.
  package var clientError: String?
  /// The recording that showed the drift.
  package var recording: String?
  /// The location in the recording's file of the value at the pointer, or of the container that lacks it.
  package var recorded: SourceLocation?
  /// The time of the first exchange that showed the drift. It is in UTC with milliseconds, such as
  /// `2026-11-20T08:15:30.000Z`, or only the day. It is `nil` if no exchange has a time.
  package var firstSeen: String?
  /// The time of the last exchange that showed the drift.
  package var lastSeen: String?
  /// The waiver that excuses the drift, if any. A gate doesn't count waived drift.
  package var waived: Waived?
  /// The location of the promise in the older of two contracts. In this case, ``contract`` is the location in the newer
  /// contract.
  package var old: SourceLocation?
  /// A request or a response that shows a change between contracts.
  package var witness: ChangeWitness?
  /// The exchange that showed the drift, for readers of a report. It isn't part of the fingerprint.
  package var exchange: ShownExchange?
  /// The reason that a change couldn't be proven to be compatible or breaking for a client.
  package var undecided: String?
  /// The other places of a change with one cause, if the change is reported once.
  package var others: [Place] = []
  /// The IDs of additional endpoints with the same change, for which no other details are kept.
  package var elsewhere: [String] = []
  /// The difference that causes most findings of the drift's endpoint or service. Reports show these findings as one.
  package var common: Difference?

  /// An additional place of a change.
  package struct Place: Sendable, Hashable {
    package var endpoint: String
    package var status: Int?
    package var pointer: JSONPointer?
    /// The fingerprint of the finding at only that place, as sixteen hexadecimal digits.
    package var fingerprint: String

    package init(endpoint: String, status: Int?, pointer: JSONPointer?, fingerprint: String) {
      self.endpoint = endpoint
      self.status = status
      self.pointer = pointer
      self.fingerprint = fingerprint
    }
  }

  /// Creates the drift at one location. Properties that only some drift has, such as its count, times, and recording,
  /// are set afterward.
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

/// Support for sentences that identify drift when a report is read. The report's format has no fields for this, and
/// other contents are part of fingerprints.
extension Drift {
  /// A Boolean value that indicates whether an endpoint counts as missing because it documents no status like the one
  /// returned.
  package var isOfUnheldStatus: Bool {
    rule == .endpoint.missing && status.map { message.hasPrefix(Self.unheld($0)) } == true
  }

  /// Returns the message about an endpoint that counts as missing because it doesn't document the status.
  static func unheld(_ status: Int) -> String {
    "The endpoint documents no \(status), so the response can't mean that an item is missing."
  }

  /// A Boolean value that indicates whether a credential was expected.
  var expectsCredential: Bool { expected?.hasPrefix(Self.credential("")) == true }

  /// Returns the expectation of a credential.
  static func credential(_ name: String) -> String { "the credential \(name)" }
}

/// The reason that drift is excused, and the last day that it is excused.
package struct Waived: Sendable, Hashable {
  package var reason: String
  /// The last day that the drift is waived, such as `2027-01-31`, or `nil` for no end.
  package var until: String?

  package init(reason: String, until: String? = nil) {
    self.reason = reason
    self.until = until
  }
}
