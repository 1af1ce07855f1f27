import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A judge that checks a response against its endpoint.
///
/// The steps are the status, the kind of body, the envelope and the payload. A failed step ends the check, so that a
/// missing envelope isn't reported again as forty missing fields.
struct ResponseJudge {
  let contract: Contract
  let request: RequestReading
  let response: ResponseReading
  /// A Boolean value that indicates whether the caller is known. If not, every response that some caller may get is
  /// correct.
  var isCallerKnown = true

  private static let body: JSONPointer = "/response/body"

  func findings() -> [Finding] {
    let failures = endpoint.failures(at: status)
    let answers = endpoint.answers(at: status)
    if let contradiction = contradiction(answers: answers, failures: failures) { return [contradiction] }
    if answers.isEmpty, failures.isEmpty { return isNotModified ? [] : [undocumentedStatus] }
    return promised(answers, failures) + (response.body.map { DuplicateMembers(body: $0).findings() } ?? [])
  }

  /// Returns the findings about a response that has a documented status.
  private func promised(_ answers: [DocumentedResponse], _ failures: [Failure]) -> [Finding] {
    // Some services return errors with 200, so that only the flag distinguishes them.
    if answers.isEmpty || (!failures.isEmpty && saysSuccess == false) {
      return FailureJudge(contract: contract, failures: failures, response: response).findings()
    }
    if isCallerKnown, let answer = endpoint.answer(status: status, for: request) { return successFindings(answer) }
    // No condition holds, or the caller is unknown. Assume the possible response that fits best.
    let possible = answers.filter { $0.condition.holds(for: request, isCallerKnown: isCallerKnown) }
    return (possible.isEmpty ? answers : possible).map(successFindings).min { $0.count < $1.count } ?? []
  }
}

extension ResponseJudge {
  private var endpoint: Endpoint { request.endpoint }
  private var status: Int { response.status }

  /// A Boolean value that indicates whether the envelope reports success, or `nil` if it reports neither.
  private var saysSuccess: Bool? { contract.envelope?.says(response.body) }

  private func contradiction(answers: [DocumentedResponse], failures: [Failure]) -> Finding? {
    guard let envelope = contract.envelope, let saysSuccess else { return nil }
    let isBare =
      !answers.isEmpty
      && answers.allSatisfy { if case .body = $0.content { true } else { false } }
    guard !isBare else { return nil }
    let place: JSONPointer
    let location: SourceLocation
    if (200..<300).contains(status), !saysSuccess, failures.isEmpty {
      place = envelope.flag?.place ?? envelope.errorCode ?? JSONPointer()
      location = answers.first?.location ?? envelope.location
    } else if status >= 400, saysSuccess, answers.isEmpty, failures.allSatisfy(\.isEnveloped), let flag = envelope.flag
    {
      place = flag.place
      location = failures.first?.location ?? envelope.location
    } else {
      return nil
    }
    // Report the contradiction as a single finding that mentions both sides. The reader has to decide which side is
    // wrong.
    let isKnown = !answers.isEmpty || !failures.isEmpty
    let came = response.body?.at(place)
    return Finding(
      .response.status.contradictsEnvelope, at: Self.body + place,
      expected: expected(!saysSuccess, at: place, envelope),
      actual: came.map { ShortText.describe($0) }, contract: location, place: came?.location,
      "The status \(status)\(isKnown ? "" : ", which the endpoint doesn't document,") says "
        + (saysSuccess ? "failure, but the envelope says success." : "success, but the envelope says failure."))
  }

  /// Returns the values that would have agreed with the status.
  private func expected(_ isSuccess: Bool, at place: JSONPointer, _ envelope: Envelope) -> String {
    guard let flag = envelope.flag else { return "no \(Envelope.name(of: place))" }
    let values = isSuccess ? flag.success : flag.failure
    return values.isEmpty ? "another value" : ShortText.alternatives(values.map { ShortText.literal($0) })
  }

  private var undocumentedStatus: Finding {
    var seen: Set<StatusRange> = []
    let statuses = (endpoint.successStatuses + endpoint.failures.map(\.statuses)).filter { seen.insert($0).inserted }
    return Finding(
      .response.status.undocumented, at: "/response/status",
      expected: ShortText.alternatives(statuses.map(\.description).sorted()),
      actual: ShortText.status(status), contract: endpoint.location,
      "The endpoint documents no response with the status \(status)."
        + (redirection ?? WebPage(response.response).map { " It was sent with \($0)." } ?? ""))
  }

  /// The target of a redirect without its query, which may contain credentials, or `nil` if there is none.
  private var redirection: String? {
    guard (300..<400).contains(status), let place = response.response.headers["location"] else { return nil }
    return " It redirects to \(ShortText.plain(String(place.prefix { $0 != "?" && $0 != "#" }), to: 200))."
  }

  /// A Boolean value that indicates whether this is an empty response to a conditional request (RFC 9110 section 13),
  /// so that the cached response is still valid.
  private var isNotModified: Bool {
    status == 304
      && (request.request.headers.contains("if-none-match") || request.request.headers.contains("if-modified-since"))
  }

  private func successFindings(_ answer: DocumentedResponse) -> [Finding] {
    let headers = HeaderJudge(contract: contract, promised: answer.headers, headers: response.response.headers)
      .findings()
    guard !response.isBodyless, response.bytes != nil else { return headers }
    return headers + ListItems(body: response.body).naming(contentFindings(answer))
  }

  private func contentFindings(_ answer: DocumentedResponse) -> [Finding] {
    let judge = BodyJudge(response: response, contract: answer.location)
    switch answer.content {
    case .empty: return judge.nothing()
    case .media(let contents): return judge.media(contents)
    case .body(let schema): return judge.json(schema)
    case .payload, .noPayload:
      let (body, findings) = judge.json()
      guard let body else { return findings }
      guard let envelope = contract.envelope else {
        guard case .payload(let schema) = answer.content else { return findings }
        return findings + judge.fields(body, schema)
      }
      return findings + EnvelopeJudge(envelope: envelope, body: body, contract: answer.location).success(answer)
    }
  }
}
