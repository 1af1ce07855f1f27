import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// Holds a response to what its endpoint promises.
///
/// First comes the status, then the kind of body, then the envelope, then the payload: each step that finds the ground
/// gone stops, so that a missing envelope isn't also forty missing fields.
struct ResponseJudge {
  let contract: Contract
  let request: RequestReading
  let response: ResponseReading
  /// Whether anybody can tell who called: else each answer is right that somebody may get.
  var isCallerKnown = true

  private static let body: JSONPointer = "/response/body"

  func findings() -> [Finding] {
    let failures = endpoint.failures.filter { $0.status == status }
    let answers = endpoint.answers.filter { $0.status == status }
    if let contradiction = contradiction(answers: answers, failures: failures) { return [contradiction] }
    if answers.isEmpty, failures.isEmpty { return isNotModified ? [] : [undocumentedStatus] }
    // Some services answer failures with 200: then the flag tells which it is.
    if answers.isEmpty || (!failures.isEmpty && saysSuccess == false) { return failureFindings(failures) }
    if isCallerKnown, let answer = endpoint.answer(status: status, for: request) { return successFindings(answer) }
    // No condition holds, or nobody knows who called: of the answers that may be meant, the one that fits best was.
    let possible = answers.filter { $0.condition.holds(for: request, isCallerKnown: isCallerKnown) }
    return (possible.isEmpty ? answers : possible).map(successFindings).min { $0.count < $1.count } ?? []
  }
}

extension ResponseJudge {
  private var endpoint: Endpoint { request.endpoint }
  private var status: Int { response.status }

  /// What the envelope says of itself; `nil` where it says nothing.
  private var saysSuccess: Bool? {
    guard let envelope = contract.envelope, let body = response.body, body.kind == .object else { return nil }
    if let flag = envelope.flag { return body[flag]?.bool }
    guard let code = envelope.errorCode, let value = body[code], !value.isNull else { return nil }
    return false
  }

  private func contradiction(answers: [DocumentedAnswer], failures: [Failure]) -> Finding? {
    guard let envelope = contract.envelope, let saysSuccess else { return nil }
    let isBare =
      !answers.isEmpty
      && answers.allSatisfy { if case .body = $0.content { true } else { false } }
    guard !isBare else { return nil }
    let name: String
    let location: SourceLocation
    if (200..<300).contains(status), !saysSuccess, failures.isEmpty {
      name = envelope.flag ?? envelope.errorCode ?? envelope.payload
      location = answers.first?.location ?? envelope.location
    } else if status >= 400, saysSuccess, answers.isEmpty, let flag = envelope.flag {
      name = flag
      location = failures.first?.location ?? envelope.location
    } else {
      return nil
    }
    // One cause, one finding: which of the two is wrong is for the reader, so the sentence tells both.
    let isKnown = !answers.isEmpty || !failures.isEmpty
    let came = response.body?[name]
    return Finding(
      .response.status.contradictsEnvelope, at: Self.body.appending(name),
      expected: envelope.flag == nil ? "no \(name)" : "\(!saysSuccess)",
      actual: came.map { ShortText.describe($0) }, contract: location, place: came?.location,
      "The status \(status)\(isKnown ? "" : ", which the endpoint doesn't document,") says "
        + (saysSuccess ? "failure, and the envelope says success." : "success, and the envelope says failure."))
  }

  private var undocumentedStatus: Finding {
    var statuses: [Int] = []
    for status in endpoint.successStatuses + endpoint.failures.map(\.status) where !statuses.contains(status) {
      statuses.append(status)
    }
    return Finding(
      .response.status.undocumented, at: "/response/status",
      expected: ShortText.alternatives(statuses.sorted().map { String($0) }),
      actual: ShortText.status(status), contract: endpoint.location,
      "The endpoint documents no answer with the status \(status).")
  }

  /// An answer to a conditional request (RFC 9110 section 13) that carries nothing: the cached answer still holds.
  private var isNotModified: Bool {
    status == 304
      && (request.request.headers.contains("if-none-match") || request.request.headers.contains("if-modified-since"))
  }

  private func failureFindings(_ failures: [Failure]) -> [Finding] {
    bodyFindings(failures)
      + HeaderJudge(contract: contract, promised: [], headers: response.response.headers).findings()
  }

  private func bodyFindings(_ failures: [Failure]) -> [Finding] {
    guard let location = failures.first?.location, !response.isBodyless, response.bytes != nil else { return [] }
    guard let envelope = contract.envelope else {
      // Without an envelope nobody says what a failure's body holds, only that JSON be JSON.
      return malformed(contract: location).map { [$0] } ?? []
    }
    let (body, findings) = json(contract: location)
    guard let body else { return findings }
    let judge = EnvelopeJudge(envelope: envelope, body: body, contract: location)
    return findings + judge.failure(failures)
  }

  private func successFindings(_ answer: DocumentedAnswer) -> [Finding] {
    let headers = HeaderJudge(contract: contract, promised: answer.headers, headers: response.response.headers)
      .findings()
    guard !response.isBodyless, response.bytes != nil else { return headers }
    return headers + contentFindings(answer)
  }

  private func contentFindings(_ answer: DocumentedAnswer) -> [Finding] {
    switch answer.content {
    case .empty:
      if response.isBlank { return [] }
      return [
        Finding(
          .response.body.unexpected, at: Self.body, expected: "no body",
          actual: "\(response.bytes?.count ?? 0) bytes",
          contract: answer.location, "A body came where the contract has none.")
      ]
    case .media(let contents):
      return mediaFindings(contents, answer)
    case .body(let schema):
      let (body, findings) = json(contract: answer.location)
      guard let body else { return findings }
      return findings
        + FieldJudge(rules: Rule.response.field, value: body, schema: schema, prefix: Self.body).findings()
    case .payload, .noPayload:
      let (body, findings) = json(contract: answer.location)
      guard let body else { return findings }
      guard let envelope = contract.envelope else {
        guard case .payload(let schema) = answer.content else { return findings }
        return findings
          + FieldJudge(rules: Rule.response.field, value: body, schema: schema, prefix: Self.body).findings()
      }
      return findings + EnvelopeJudge(envelope: envelope, body: body, contract: answer.location).success(answer)
    }
  }

  private func mediaFindings(_ contents: [MediaContent], _ answer: DocumentedAnswer) -> [Finding] {
    if response.isBlank { return [missingBody(contents.map(\.mediaType), contract: answer.location)] }
    let content = contents.first { content in
      guard let came = response.mediaType else { return contents.count == 1 }
      return MediaType.isInRange(came, content.mediaType)
        || (MediaType.isJSON(came) && MediaType.isJSON(content.mediaType))
    }
    guard let content else { return [wrongMediaType(contents.map(\.mediaType), contract: answer.location)] }
    guard MediaType.isJSON(content.mediaType) else { return [] }
    if let malformed = malformed(contract: content.location) { return [malformed] }
    guard let body = response.body, let schema = content.schema else { return [] }
    return FieldJudge(rules: Rule.response.field, value: body, schema: schema, prefix: Self.body).findings()
  }

  /// The body where JSON is promised, and what is wrong with its kind. JSON under another name is still looked into.
  private func json(contract location: SourceLocation) -> (JSON?, [Finding]) {
    if response.isBlank { return (nil, [missingBody(["application/json"], contract: location)]) }
    if let mediaType = response.mediaType, !MediaType.isJSON(mediaType) {
      return (response.body, [wrongMediaType(["application/json"], contract: location)])
    }
    if let malformed = malformed(contract: location) { return (nil, [malformed]) }
    return (response.body, [])
  }

  private func malformed(contract location: SourceLocation) -> Finding? {
    guard let error = response.error, response.mediaType.map(MediaType.isJSON) ?? true else { return nil }
    return Finding(
      .response.body.malformed, at: Self.body, expected: "JSON, with \(error.expected) here",
      actual: "\(error.found) in \(opening)",
      contract: location,
      "The body is not JSON at line \(error.location.line), column \(error.location.column): \(error.message)")
  }

  /// How the body begins, to tell an error page from a slip.
  private var opening: String {
    let bytes = response.bytes ?? []
    let text = String(decoding: bytes.prefix(24), as: UTF8.self)
    return "a body that begins with \(ShortText.quoted(text))"
  }

  private func missingBody(_ types: [String], contract location: SourceLocation) -> Finding {
    Finding(
      .response.body.missing, at: Self.body, expected: ShortText.alternatives(types), actual: "nothing",
      contract: location, "The body is empty where the contract promises content.")
  }

  private func wrongMediaType(_ types: [String], contract location: SourceLocation) -> Finding {
    let came = response.mediaType.map { ShortText.plain($0, to: 60) } ?? "no media type"
    return Finding(
      .response.mediaType.undocumented, at: "/response/headers/content-type", expected: ShortText.alternatives(types),
      actual: came, contract: location, detail: came,
      "The body is \(came) where the contract has \(ShortText.alternatives(types)).")
  }
}
