extension Endpoint {
  /// Returns the error whose response issues a credential in its header field, such as a 409 with a session ID, or
  /// `nil` if there is none.
  package func refusal(handingOut credential: Credential) -> Failure? {
    failures.first { $0.handsOut(credential) }
  }

  /// The errors that report that a required credential is missing.
  package var refusalsOfMissingCredentials: [Failure] {
    failures.filter { failure in
      failure.occasions?.contains(.unauthenticated) == true
        && failure.credential.map(authentication.names.contains) == true
    }
  }

  /// Returns the errors for a status, most specific first. An error for the exact status precedes one for its whole
  /// class.
  package func failures(at status: Int) -> [Failure] { failures.nearest(to: status, by: \.statuses) }

  /// Returns the successful responses for a status.
  package func answers(at status: Int) -> [DocumentedResponse] { answers.nearest(to: status, by: \.statuses) }

  /// Returns a status that distinguishes one of the endpoint's errors from the others. This is the error's typical
  /// status, unless a different error shares it.
  package func status(of failure: Failure) -> Int {
    func isTold(_ status: Int) -> Bool { failures(at: status).contains { $0 === failure } }
    if isTold(failure.status) { return failure.status }
    return (400...599).first { failure.statuses.contains($0) && isTold($0) } ?? failure.status
  }

  /// Returns a Boolean value that indicates whether the contract documents a response with the given status.
  package func documents(_ status: Int) -> Bool {
    failures.contains { $0.statuses.contains(status) } || answers.contains { $0.statuses.contains(status) }
  }

  /// Returns a Boolean value that indicates whether the contract allows a web page as the response with a status. It
  /// does if it doesn't describe a body for that status.
  ///
  /// - Parameter hasEnvelope: A Boolean value that indicates whether the contract describes its envelope.
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

  /// Returns the error for an occasion, or `nil` if none is documented.
  ///
  /// An error whose `for` names the occasion is preferred, then the first error with the usual status. If there are
  /// several 401s without a `for`, the last one is used for a missing credential, because the 401 that a login declares
  /// itself is for a wrong password.
  ///
  /// - Parameter credential: The name of the missing credential.
  package func failure(for occasion: Occasion, about credential: String? = nil) -> Failure? {
    let said = failures.filter { $0.occasions?.contains(occasion) ?? false }
    let own = credential.flatMap { name in said.first { $0.credential == name } }
    if let found = own ?? said.first(where: { $0.credential == nil }) { return found }
    let silent = failures.filter { $0.occasions == nil }
    // An explicitly documented 400 describes invalid values better than a 422 from a status class or from the default
    // error.
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

  /// The error for a failed precondition, as opposed to a missing one.
  package var failureOfPrecondition: Failure? {
    let found = failure(for: .precondition)
    guard let found, found.statuses == .exactly(428) else { return found }
    return failures.first { $0.statuses.contains(412) && $0.occasions?.contains(.precondition) ?? true } ?? found
  }

  /// The error for an idempotency key that is reused with a different body, or `nil` if none is documented.
  ///
  /// If there are several candidates, the one whose name, description or codes mention idempotency is chosen, or else
  /// one that isn't for invalid values.
  package var failureOfReusedKey: Failure? {
    let fitting = [422, 409, 400].flatMap(failures(at:))
    let said = fitting.first { failure in
      ([failure.name, failure.summary ?? ""] + failure.codes.map(\.description))
        .contains { $0.lowercased().contains("idempoten") }
    }
    let invalid = failure(for: .invalid)
    return said ?? fitting.first { $0 !== invalid } ?? fitting.first
  }

  /// The error for a login with unknown credentials. If there are several errors about credentials, this is the first,
  /// which the login declares itself.
  package var ownRefusal: Failure? { failures.first { occasions(of: $0).contains(.unauthenticated) } }

  /// Returns the occasions of an error: those that the error lists, or else those that its status implies for this
  /// endpoint. Other statuses, such as 415, and status classes have none.
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

  /// Returns a Boolean value that indicates whether a status may indicate the given occasion.
  package func mayMean(_ occasion: Occasion, by status: Int) -> Bool {
    failures(at: status).contains { occasions(of: $0).contains(occasion) }
  }
}

extension RequestReading {
  /// A Boolean value that indicates whether the request has none of the preconditions that its endpoint documents.
  package var isUnconditional: Bool { !endpoint.preconditions.contains { request.headers.contains($0) } }
}
