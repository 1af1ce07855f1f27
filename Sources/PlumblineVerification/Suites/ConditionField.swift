import PlumblineContractModel

/// A header field of a conditional request (RFC 9110 section 13) whose value only the server can provide, because it
/// repeats a response's field.
enum ConditionField: String, Sendable, CaseIterable {
  case ifMatch = "if-match"
  case ifUnmodifiedSince = "if-unmodified-since"

  /// The response field that the condition repeats.
  var source: String {
    switch self {
    case .ifMatch: "ETag"
    case .ifUnmodifiedSince: "Last-Modified"
    }
  }
}

extension Endpoint {
  /// The conditions that the endpoint's requests need: those that it requires. If there are none, but it documents that
  /// unconditional requests are rejected (428, RFC 6585 section 3), one of those that it accepts is enough.
  var requiredConditions: [ConditionField] {
    let required = conditions(where: \.isRequired)
    return required.isEmpty && refusesUnconditional ? conditions { _ in true } : required
  }

  /// Returns a condition that a request still needs in addition to the known ones, or `nil` if it can be sent.
  func lackedCondition(having known: Set<ConditionField>) -> ConditionField? {
    if let lacked = conditions(where: \.isRequired).first(where: { !known.contains($0) }) { return lacked }
    let wanted = requiredConditions
    return known.isDisjoint(with: wanted) ? wanted.first : nil
  }

  private func conditions(where isWanted: (Parameter) -> Bool) -> [ConditionField] {
    headers.filter(isWanted).compactMap { ConditionField(rawValue: $0.name.lowercased()) }
  }

  private var refusesUnconditional: Bool {
    !request.method.isSafe
      && failures.contains { $0.statuses == .exactly(428) && $0.occasions?.contains(.precondition) ?? true }
  }
}

extension Contract {
  /// Returns the endpoint that reads a path and requires no other parameters, or `nil` if there is none.
  func plainRead(of path: String) -> Endpoint? {
    router.endpoints(.get, path: path).first(where: \.isPlainRead)
  }
}

extension Endpoint {
  /// A Boolean value that indicates whether the endpoint is a read that requires no other parameters.
  var isPlainRead: Bool {
    isSafe && condition.clauses.isEmpty && !query.contains(where: \.isRequired)
  }
}
