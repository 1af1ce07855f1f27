extension Endpoint {
  /// Returns the error whose response issues a credential in its header field, such as a 409 with a session id; `nil`
  /// if none does.
  package func refusal(handingOut credential: Credential) -> Failure? {
    failures.first { $0.handsOut(credential) }
  }

  /// The errors that name a missing credential, out of those that the endpoint requires.
  package var refusalsOfMissingCredentials: [Failure] {
    failures.filter { failure in
      failure.occasions?.contains(.unauthenticated) == true
        && failure.credential.map(authentication.names.contains) == true
    }
  }

  /// Returns the errors for a status, most specific first: one that names it before one for its whole class.
  package func failures(at status: Int) -> [Failure] { failures.nearest(to: status, by: \.statuses) }

  /// Returns the successes for a status.
  package func answers(at status: Int) -> [DocumentedAnswer] { answers.nearest(to: status, by: \.statuses) }

  /// Returns a status that distinguishes one of its errors from the others: the usual one, unless another error shares
  /// it.
  package func status(of failure: Failure) -> Int {
    func isTold(_ status: Int) -> Bool { failures(at: status).contains { $0 === failure } }
    if isTold(failure.status) { return failure.status }
    return (400...599).first { failure.statuses.contains($0) && isTold($0) } ?? failure.status
  }

  /// Returns a Boolean value that indicates whether the contract has a response for a status.
  package func documents(_ status: Int) -> Bool {
    failures.contains { $0.statuses.contains(status) } || answers.contains { $0.statuses.contains(status) }
  }

  /// Returns a Boolean value that indicates whether the contract allows a web page as the response with a status. It does if it
  /// doesn't describe a body.
  ///
  /// - Parameter hasEnvelope: a Boolean value that indicates whether the contract describes its envelope.
  package func mayAnswerPage(_ status: Int, hasEnvelope: Bool) -> Bool {
    func hasPage(_ contents: [MediaContent]) -> Bool {
      contents.contains { MediaType.isInRange("text/html", $0.mediaType) }
    }
    let isFailure = failures(at: status).contains { failure in
      switch failure.content {
      case .envelope: !hasEnvelope
      case .media(let contents): hasPage(contents)
      case .body, .empty: false
      }
    }
    return isFailure
      || answers(at: status).contains { answer in
        if case .media(let contents) = answer.content { hasPage(contents) } else { false }
      }
  }

  /// Returns the error for an occasion; `nil` if none is documented.
  ///
  /// An error with a matching `for` is preferred, then the first with the usual status. Of several 401s without a
  /// `for`, the last is used for a missing credential: a login's own 401 is for a wrong password, the common one for
  /// this.
  ///
  /// - Parameter credential: the name of the missing credential.
  package func failure(for occasion: Occasion, about credential: String? = nil) -> Failure? {
    let said = failures.filter { $0.occasions?.contains(occasion) ?? false }
    let own = credential.flatMap { name in said.first { $0.credential == name } }
    if let found = own ?? said.first(where: { $0.credential == nil }) { return found }
    let silent = failures.filter { $0.occasions == nil }
    // A 400 that is documented by itself says more about invalid values than the 422 of a class or of all other statuses.
    if occasion == .invalid || occasion == .malformed {
      let exact = silent.filter { if case .exactly = $0.statuses { true } else { false } }
      for status in occasion.statuses {
        if let found = exact.first(where: { $0.statuses.contains(status) }) { return found }
      }
    }
    for status in occasion.statuses {
      let fitting = silent.nearest(to: status, by: \.statuses)
      if let found = occasion == .unauthenticated ? fitting.last : fitting.first { return found }
    }
    return said.first
  }

  /// The error for a failed precondition, as opposed to the one for a missing precondition.
  package var failureOfPrecondition: Failure? {
    let found = failure(for: .precondition)
    guard let found, found.statuses == .exactly(428) else { return found }
    return failures.first { $0.statuses.contains(412) && $0.occasions?.contains(.precondition) ?? true } ?? found
  }

  /// The error for an idempotency key that is reused with a different body; `nil` if none is documented.
  ///
  /// Of several, the one whose name, description or codes mention idempotency is chosen; otherwise one that isn't for
  /// invalid values.
  package var failureOfReusedKey: Failure? {
    let fitting = [422, 409, 400].flatMap(failures(at:))
    let said = fitting.first { failure in
      ([failure.name, failure.summary ?? ""] + failure.codes.map(\.description))
        .contains { $0.lowercased().contains("idempoten") }
    }
    let invalid = failure(for: .invalid)
    return said ?? fitting.first { $0 !== invalid } ?? fitting.first
  }

  /// The error for a login with unknown credentials: of several for credentials, the login's own, which comes first.
  package var ownRefusal: Failure? { failures.first { occasions(of: $0).contains(.unauthenticated) } }

  /// Returns the occasions of an error: those that it names, otherwise those that its status implies here. Other
  /// statuses, such as 415, and classes of statuses have none.
  package func occasions(of failure: Failure) -> [Occasion] {
    if let occasions = failure.occasions { return occasions }
    guard case .exactly(let status) = failure.statuses else { return [] }
    switch status {
    case 400, 422:
      let other = StatusRange.exactly(status == 400 ? 422 : 400)
      let isApart = failures.contains { $0.occasions == nil && $0.statuses == other }
      return isApart ? [status == 400 ? .malformed : .invalid] : [.invalid, .malformed]
    case 500...: return [.server]
    default: return Occasion.allCases.filter { $0.statuses.contains(status) }
    }
  }

  /// Returns a Boolean value that indicates whether a status may indicate this occasion.
  package func mayMean(_ occasion: Occasion, by status: Int) -> Bool {
    failures(at: status).contains { occasions(of: $0).contains(occasion) }
  }
}

extension RequestReading {
  /// A Boolean value that indicates whether the request lacks all of the preconditions that its endpoint documents.
  package var isUnconditional: Bool { !endpoint.preconditions.contains { request.headers.contains($0) } }
}
