import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A judge that checks an error response against the errors that its status may stand for. If several of them have
/// individual bodies, the best match is assumed.
struct FailureJudge {
  let contract: Contract
  let failures: [Failure]
  let response: ResponseReading

  func findings() -> [Finding] {
    let enveloped = failures.filter(\.isEnveloped)
    let readings = (enveloped.isEmpty ? [] : [enveloped]) + failures.filter { !$0.isEnveloped }.map { [$0] }
    return readings.map(findings).min { $0.count < $1.count } ?? []
  }

  /// Returns the findings, assuming one of the given errors, which all have the same body.
  private func findings(_ meant: [Failure]) -> [Finding] {
    let body = response.isBodyless || response.bytes == nil ? [] : bodyFindings(meant)
    return body
      + HeaderJudge(contract: contract, promised: meant.flatMap(\.headers), headers: response.response.headers)
      .findings()
  }

  private func bodyFindings(_ meant: [Failure]) -> [Finding] {
    guard let failure = meant.first else { return [] }
    let judge = BodyJudge(response: response, contract: failure.location)
    switch failure.content {
    case .envelope:
      guard let envelope = contract.envelope else {
        // Without an envelope, an error's body isn't described, except for its code. JSON must still be valid.
        if let malformed = judge.malformed() { return [malformed] }
        return codes(of: meant.filter { $0.codePlace != nil })
      }
      let (body, findings) = judge.json()
      guard let body else { return findings }
      return findings + EnvelopeJudge(envelope: envelope, body: body, contract: failure.location).failure(meant)
    case .body(let schema): return judge.json(schema) + codes(of: meant)
    case .media(let contents): return judge.media(contents) + codes(of: meant)
    case .empty: return judge.nothing()
    }
  }

  /// Returns the findings about the code in an error's own JSON body.
  private func codes(of meant: [Failure]) -> [Finding] {
    guard let failure = meant.first, !failure.codes.isEmpty, let place = failure.codePlace, let body = response.body
    else { return [] }
    return ErrorCodeJudge(failures: meant, place: place, body: body, contract: failure.location).findings()
  }
}

extension FailureJudge {
  /// A description of the body, or `nil` if the body has the service's usual form for such errors.
  var foreignShape: String? {
    guard let bytes = response.bytes, !response.isBodyless else { return nil }
    let own = failures.filter { !$0.isEnveloped }
    if own.contains(where: isOwn) { return nil }
    let saysJSON = response.mediaType.map(MediaType.isJSON)
    let shown = response.mediaType.map { ShortText.plain($0) }
    guard let envelope = contract.envelope, own.count < failures.count else {
      // Without an envelope, the other errors' bodies are only known to be JSON.
      if own.count < failures.count { return bytes.isEmpty || saysJSON ?? true ? nil : shown }
      return response.isBlank ? "empty" : response.body == nil ? shown ?? "not JSON" : "JSON in another format"
    }
    if response.isBlank { return "empty" }
    guard let body = response.body else {
      // Treat a truncated body that is declared as JSON as malformed, not as a body of a different form.
      return saysJSON == true ? nil : shown ?? "not JSON"
    }
    if isOwn(body, envelope) { return nil }
    let hasCode = envelope.errorCode.flatMap { body.at(slot: $0) }.flatMap(ErrorCode.init) != nil
    return hasCode ? "JSON with an unknown error code" : "JSON in another format"
  }

  /// Returns a Boolean value that indicates whether a body may be the documented body of an error, possibly with
  /// faults.
  private func isOwn(_ failure: Failure) -> Bool {
    let judge = BodyJudge(response: response, contract: failure.location)
    switch failure.content {
    case .envelope: return false
    case .empty: return response.isBlank
    case .body(let schema): return response.body.map { isLike($0, schema) } ?? false
    case .media(let contents):
      guard !response.isBlank, let content = judge.content(of: contents) else { return false }
      guard MediaType.isJSON(content.mediaType), let schema = content.schema else { return true }
      return response.body.map { isLike($0, schema) } ?? false
    }
  }

  private func isLike(_ body: JSON, _ schema: Schema) -> Bool {
    schema.isValid(body) || (Likeness(body, schema).map { $0.found > 0 && $0.found >= $0.missing } ?? false)
  }

  /// Returns a Boolean value that indicates whether the service itself returned a body. Frameworks also use `message`
  /// and `error`, so without the flag, only a code from the contract proves it.
  private func isOwn(_ body: JSON, _ envelope: Envelope) -> Bool {
    guard body.kind == .object else { return false }
    if let flag = envelope.flag?.place, let object = flag.parent.flatMap({ body.at($0) }), let name = flag.tokens.last,
      object.members.contains(where: { LooseName.of($0.key) == LooseName.of(name) })
    {
      return true
    }
    if let place = envelope.errorCode {
      // Accept any deeply nested code. Frameworks don't have one by coincidence.
      let codes = place.tokens.count > 1 ? [] : failures.flatMap(\.codes)
      return body.at(slot: place).flatMap(ErrorCode.init).map { codes.isEmpty || codes.contains($0) } ?? false
    }
    return envelope.flag == nil && envelope.places.contains { body.at(slot: $0) != nil }
  }
}
