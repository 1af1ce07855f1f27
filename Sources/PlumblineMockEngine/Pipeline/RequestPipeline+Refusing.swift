import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// Answers to requests that are not let in, or not found right.
extension RequestPipeline {
  /// A 401 or a 403: the endpoint's own, recorded where it is.
  ///
  /// An API that knows no 401 says 403 to a caller without credentials, if it documents that.
  func refuse(_ recordings: EndpointRecordings, _ reading: RequestReading, status wanted: Int, _ reason: String)
    -> Decision
  {
    let documented = Set(recordings.endpoint.failures.map(\.status))
    let status = wanted == 401 && !documented.contains(401) && documented.contains(403) ? 403 : wanted
    let failures = recordings.endpoint.failures.filter { $0.status == status }
    // An endpoint's own failures come first: a login's own 401 is for a wrong password, the common one for this.
    let failure = status == 401 ? failures.last : failures.first
    let values = RequestValues(reading, credentials: library.credentials)
    let selection = Selection(recordings: recordings, values: values, library: library)
    let candidates = (failure.map(recordings.showing(_:)) ?? []).filter { recorded in
      guard status == 401 else { return true }
      // One that tells of an expired token must not answer who showed none.
      return recorded.recording.caller == .nobody || recorded.errorCode == nil
        || recorded.errorCode == failure?.codes.first
    }
    let answer: Answer
    if let recorded = selection.nearest(of: candidates) {
      answer = play(recorded, reading)
    } else {
      let code = failure?.codes.first ?? EnvelopeWriter.code(for: status)
      answer = built(status, code: code, message: reason)
    }
    return Decision(answer, .access(reason))
  }

  /// A 4xx that lists what is wrong: recorded where this very request is.
  func refuse(_ recordings: EndpointRecordings, _ reading: RequestReading, _ faults: [RequestFault]) -> Decision {
    let isMalformed = faults.contains { if case .bodyMalformed = $0.kind { true } else { false } }
    let isPath = faults.allSatisfy { if case .pathInvalid = $0.kind { true } else { false } }
    let order = isMalformed ? [400, 422] : isPath ? [422, 400, 404] : [422, 400]
    let failures = recordings.endpoint.failures
    let failure = order.lazy.compactMap { status in failures.first { $0.status == status } }.first
    let values = RequestValues(reading, credentials: library.credentials)
    let selection = Selection(recordings: recordings, values: values, library: library)
    let reason = Decision.Reason.invalid(count: faults.count)
    if let recorded = selection.refusal(of: [400, 404, 413, 414, 415, 422]) {
      return Decision(play(recorded, reading), reason)
    }
    let status = failure?.status ?? (isMalformed ? 400 : 422)
    let fallback = status == 404 ? "NOT_FOUND" : "VALIDATION_ERROR"
    let details = JSON.array(
      faults.map { .object([("pointer", JSON("\($0.pointer)")), ("message", JSON($0.message))]) })
    let answer = built(
      status, code: failure?.codes.first ?? fallback, message: faults.map(\.text).joined(separator: "; "),
      details: details)
    return Decision(answer, reason)
  }
}

/// Playing what was chosen.
extension RequestPipeline {
  /// A recorded answer: its own bytes when nothing has to be bound and nothing added.
  func play(_ recorded: PreparedRecording, _ reading: RequestReading, applied: String? = nil) -> Answer {
    let delivery = recorded.recording.delay.map { Delivery(delay: $0) } ?? .immediate
    if applied == nil, let template = recorded.template {
      let rendered = template.body(for: reading).map { RenderedResponse(recorded.rendered, body: $0) }
      return Answer(rendered: rendered ?? recorded.rendered, delivery: delivery)
    }
    let filled = recorded.recording.bindings.isEmpty ? nil : BindingWriter.fill(recorded, from: reading)
    guard let response = filled ?? (applied == nil ? nil : recorded.rendered.response) else {
      return Answer(rendered: recorded.rendered, delivery: delivery)
    }
    return Answer(Self.adding(applied, to: response), delivery: delivery)
  }

  static func adding(_ applied: String?, to response: Response) -> Response {
    guard let applied else { return response }
    var response = response
    response.headers["Preference-Applied"] = applied
    return response
  }
}
