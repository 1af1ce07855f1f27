import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// Responses to requests that aren't admitted or aren't valid.
extension MockLibrary {
  /// Returns the error for a caller that isn't admitted: the endpoint's own error, from a recording if possible.
  ///
  /// If an API documents 403 but not 401, it returns 403 to callers without credentials.
  func refuse(
    _ recordings: EndpointRecordings, _ reading: RequestReading, for occasion: Occasion,
    about credential: String? = nil, _ reason: String
  ) -> Decision {
    let endpoint = recordings.endpoint
    let own = endpoint.failure(for: occasion, about: credential)
    let failure = own ?? (occasion == .unauthenticated ? endpoint.failure(for: .forbidden) : nil)
    let values = RequestValues(reading, credentials: credentials)
    let selection = Selection(recordings: recordings, values: values, library: self)
    let candidates = (failure.map(recordings.showing(_:)) ?? []).filter { recorded in
      guard occasion == .unauthenticated, own != nil else { return true }
      // A caller without a token must not get an error about an expired one.
      return recorded.recording.caller == .nobody || recorded.errorCode == nil
        || recorded.errorCode == failure?.codes.first
    }
    var answer: OutgoingResponse
    if let recorded = selection.nearest(of: candidates) {
      answer = play(recorded, reading)
    } else if let failure {
      let status = failure.status(on: own == nil ? .forbidden : occasion)
      answer = built(failure, status: status, for: reading, about: credential, message: reason)
    } else {
      answer = built(occasion.statuses[0], at: endpoint, message: reason)
    }
    if let failure, let (field, value) = handout(of: failure, reading) {
      var response = answer.response
      response.headers[field] = value
      answer = OutgoingResponse(response, delivery: answer.delivery)
    }
    return Decision(answer, .access(reason))
  }

  /// Returns the credential that an error response issues, along with the name of its header field. The credential
  /// belongs to the persona identified by the request's other credentials. Returns `nil` if the response issues none.
  private func handout(of failure: Failure, _ reading: RequestReading) -> (field: String, value: String)? {
    guard let credential = failure.credential.flatMap(contract.credential),
      case .header(let field) = credential.carrier, reading.endpoint.refusal(handingOut: credential) === failure
    else { return nil }
    let names = contract.credentials.map(\.name).filter { $0 != credential.name }
    let shown = CredentialValues(reading.request, names: names, in: contract)
    let persona = contract.personas.first { persona in
      persona.credentials[credential.name] != nil
        && names.allSatisfy { name in shown[name].map { $0 == persona.credentials[name] } ?? true }
    }
    return persona?.credentials[credential.name].map { (field, $0) }
  }

  /// Returns a 4xx response that lists the request's faults, or the recorded one if exactly this request was recorded.
  func refuse(_ recordings: EndpointRecordings, _ reading: RequestReading, _ faults: [RequestFault]) -> Decision {
    let endpoint = recordings.endpoint
    let isOfAnotherKind = faults.contains { if case .mediaTypeUnsupported = $0.kind { true } else { false } }
    let isMalformed = faults.contains { if case .bodyMalformed = $0.kind { true } else { false } }
    let isPath = faults.allSatisfy { if case .pathInvalid = $0.kind { true } else { false } }
    let occasions: [Occasion] = isMalformed ? [.malformed, .invalid] : isPath ? [.invalid, .missing] : [.invalid]
    let unsupported = isOfAnotherKind ? endpoint.failures(at: 415).first : nil
    let meant = occasions.lazy.compactMap { occasion in endpoint.failure(for: occasion).map { ($0, occasion) } }.first
    let values = RequestValues(reading, credentials: credentials)
    let selection = Selection(recordings: recordings, values: values, library: self)
    let message = faults.map(\.text).joined(separator: "; ")
    let reason = Decision.Reason.invalid(message)
    var refusals: Set<Int> = [400, 404, 413, 414, 415, 422]
    if let status = meant?.0.status(on: meant?.1 ?? .invalid) { refusals.insert(status) }
    if let recorded = selection.refusal(of: refusals) { return Decision(play(recorded, reading), reason) }
    let details = JSON.array(
      faults.map { .object([("pointer", JSON("\($0.pointer)")), ("message", JSON($0.message))]) })
    if let unsupported {
      if let recorded = selection.nearest(of: recordings.showing(unsupported)) {
        return Decision(play(recorded, reading), reason)
      }
      return Decision(built(unsupported, status: 415, for: reading, message: message, details: details), reason)
    }
    guard let (failure, occasion) = meant else {
      let answer = built(isMalformed ? 400 : 422, code: "VALIDATION_ERROR", message: message, details: details)
      return Decision(answer, reason)
    }
    let status = failure.status(on: occasion)
    if failure.codes.isEmpty, case .envelope = failure.content {
      let code = occasion == .missing ? "NOT_FOUND" : "VALIDATION_ERROR"
      return Decision(built(status, code: code, message: message, details: details), reason)
    }
    return Decision(built(failure, status: status, for: reading, message: message, details: details), reason)
  }
}

/// Handling of requests that must be conditional but have no precondition (RFC 6585 section 3).
extension MockLibrary {
  /// Returns a Boolean value that indicates whether a request lacks required preconditions. Unless the header field is
  /// marked as required, a recorded success without it proves that it can be omitted.
  func isUnconditional(_ reading: RequestReading, _ recordings: EndpointRecordings) -> Bool {
    guard reading.isUnconditional else { return false }
    let endpoint = recordings.endpoint
    let names = endpoint.preconditions
    if endpoint.headers.contains(where: { $0.isRequired && names.contains($0.name.lowercased()) }) { return true }
    // If the request creates a missing item, there is no earlier version for a tag to refer to.
    if endpoint.states.contains(where: \.createsMissing), !names.contains("if-none-match") { return false }
    return !recordings.single.contains { recorded in
      recorded.isSuccess && !names.contains { recorded.recording.request.headers.contains($0) }
    }
  }

  func refuse(
    _ recordings: EndpointRecordings, _ reading: RequestReading, asUnconditional failure: Failure
  ) -> Decision {
    let names = recordings.endpoint.preconditions
    let asked = "The request must be conditional: send \(Spelling.list(names, joining: "or"))."
    let reason = Decision.Reason.invalid(asked)
    let values = RequestValues(reading, credentials: credentials)
    let selection = Selection(recordings: recordings, values: values, library: self)
    if let recorded = selection.nearest(of: recordings.showing(failure)) {
      return Decision(play(recorded, reading), reason)
    }
    let message = failure.summary ?? asked
    return Decision(built(failure, status: 428, for: reading, message: message), reason)
  }
}
