import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A writer of the response to an admitted, valid request, once the response has been decided on.
final class MockResponseWriter {
  let library: MockLibrary
  let recordings: EndpointRecordings
  let reading: RequestReading
  /// The values that recordings are compared with. They aren't needed if the response comes from the state alone.
  private(set) lazy var values = RequestValues(reading, credentials: library.credentials)
  private(set) lazy var selection = Selection(recordings: recordings, values: values, library: library)

  init(library: MockLibrary, recordings: EndpointRecordings, reading: RequestReading) {
    self.library = library
    self.recordings = recordings
    self.reading = reading
  }

  var endpoint: Endpoint { recordings.endpoint }

  /// Returns a recorded response, with a note if it was recorded for a different request.
  func played(_ recorded: PreparedRecording, _ distance: MatchDistance) -> OutgoingResponse {
    let answer = validated(library.play(recorded, reading))
    guard let note = selection.note(on: recorded, distance) else { return answer }
    var response = answer.response
    response.headers[Labels.nearest] = Labels.field(note)
    return OutgoingResponse(response, delivery: answer.delivery)
  }

  /// Returns the error for an item that isn't recorded: one recorded for a different missing item, otherwise the
  /// contract's error.
  func unknownItem() -> Decision {
    let message = "\(reading.request.path.prefix(200)) isn't recorded."
    let answer: OutgoingResponse
    if let recorded = selection.nearestAbsence {
      answer = library.play(recorded, reading)
    } else if let failure = endpoint.failure(for: .missing) {
      answer = play(failure, status: failure.status(on: .missing), message: message)
    } else {
      answer = library.built(404, message: message)
    }
    return Decision(withNearest(answer), .unknownItem)
  }
}

/// Decisions about responses.
extension MockResponseWriter {
  /// Returns the decision for the recording of exactly this request.
  func asRecorded(_ recorded: PreparedRecording) -> Decision {
    Decision(validated(library.play(recorded, reading)), .fits(recorded, values))
  }

  /// Returns a 304 instead of a recorded response if the request's entity tags show that the client already has it (RFC
  /// 9110 section 13.1.2).
  private func validated(_ answer: OutgoingResponse) -> OutgoingResponse {
    let asked = reading.request.headers.values("if-none-match")
    guard !asked.isEmpty, [.get, .head].contains(reading.request.method), answer.response.status == 200,
      let tag = answer.response.headers["etag"].flatMap({ EntityTagList([$0]).tags.first }),
      EntityTagList(asked).tags.contains(where: { $0.isWeaklySame(as: tag) })
    else { return answer }
    let kept = ["cache-control", "content-location", "date", "etag", "expires", "vary", "plumbline-recording"]
    var response = Response(status: 304)
    for (name, value) in answer.response.headers where kept.contains(name.lowercased()) {
      response.headers.append(name: name, value: value)
    }
    return OutgoingResponse(response, delivery: answer.delivery)
  }

  /// Returns the step of a sequence, with a note if it was recorded for a different request.
  func step(_ step: PreparedRecording, _ distance: MatchDistance) -> Decision {
    Decision(played(step, distance), .step(step))
  }

  /// Returns the error for an item that is known to be missing.
  func missingItem(_ failure: Failure) -> Decision {
    let message = "\(reading.request.path.prefix(200)) does not exist."
    return Decision(play(failure, status: failure.status(on: .missing), message: message), .missingItem)
  }

  /// Returns a response generated from the schema, or an empty one if nothing is documented.
  func synthesised() -> Decision {
    if let rendered = library.synthesis.answer(of: endpoint, for: reading) {
      return Decision(withNearest(OutgoingResponse(rendered: rendered)), .nothingRecorded)
    }
    let response = Labels.adding(Labels.synthesised, to: library.envelope.success(200, payload: nil))
    return Decision(withNearest(OutgoingResponse(response)), .nothingDocumented)
  }

  /// Returns the response that a stub defines, or `nil` if its recording or error no longer exists.
  func overridden(_ override: Override) -> Decision? {
    play(override.plays).map { Decision($0, .overridden(override)) }
  }

  private func play(_ plays: Override.Play) -> OutgoingResponse? {
    switch plays {
    case .recording(let name):
      return recordings.all.first { $0.name == name }.map { library.play($0, reading) }
    case .failure(let name):
      let failure = endpoint.failure(name) ?? library.contract.failure(name)
      return failure.map { play($0, message: Self.sentence($0), isAsked: true) }
    case .status(let status):
      if let answer = documented(status: status) { return answer }
      let message = "A stub responds with \(status) here."
      if status < 400 {
        return OutgoingResponse(Labels.adding(Labels.built, to: library.envelope.success(status, payload: nil)))
      }
      return library.built(status, message: message)
    case .written(let answer): return OutgoingResponse(answer.response)
    case .made(let maker):
      let answer = maker.make(reading.request)
      return answer.problem.map { library.built(500, message: "The test's response can't be sent: \($0)") }
        ?? OutgoingResponse(answer.response)
    }
  }

  /// Returns a response with a status, from a recording if there is one, otherwise from the contract.
  func documented(status: Int, applied: String? = nil) -> OutgoingResponse? {
    if let recorded = selection.nearest(of: recordings.all.filter { $0.status == status }) {
      return library.play(recorded, reading, applied: applied)
    }
    if let failure = endpoint.failures(at: status).first {
      let message = Self.sentence(failure, status: status)
      return play(failure, status: status, message: message, applied: applied, isAsked: true)
    }
    if let recorded = selection.nearest(of: recordings.all.filter { covers($0, status) }) {
      return played(recorded, as: status, applied: applied)
    }
    guard let rendered = library.synthesis.answer(of: endpoint, for: reading, status: status) else { return nil }
    return applied == nil
      ? OutgoingResponse(rendered: rendered) : OutgoingResponse(Preferences.adding(applied, to: rendered.response))
  }

  /// Returns an error response, from a recording if there is one, otherwise generated.
  ///
  /// - Parameters:
  ///   - status: The status of the response, or `nil` to choose one of the error's statuses.
  ///   - isAsked: A Boolean value that indicates whether the caller explicitly asked for the error, rather than causing
  ///     it.
  func play(
    _ failure: Failure, status: Int? = nil, message: String, applied: String? = nil, isAsked: Bool = false
  ) -> OutgoingResponse {
    let recorded = recordings.showing(failure).filter { status == nil || $0.status == status }
    if let recorded = selection.nearest(of: recorded) { return library.play(recorded, reading, applied: applied) }
    var answer = library.built(failure, status: status, for: reading, message: message, isAsked: isAsked)
    if let applied { answer = OutgoingResponse(Preferences.adding(applied, to: answer.response)) }
    return answer
  }

  static func sentence(_ failure: Failure, status: Int? = nil) -> String {
    "\(HTTPStatus.reason(for: status ?? failure.status)) (\(failure.name))."
  }
}

extension MockResponseWriter {
  /// Returns the response to a login: one recorded for the persona or, if there is none, one recorded for a different
  /// persona and adapted. If no persona has this login, returns an error.
  func login() -> Decision? {
    let contract = library.contract
    guard let persona = PersonaLogin.persona(of: reading.body, in: contract), let login = persona.login else {
      if let best = selection.best(), !best.recorded.isSuccess {
        return asRecorded(best.recorded)
      }
      guard let failure = endpoint.ownRefusal else { return nil }
      return Decision(play(failure, message: "No persona matches this login."), .unknownLogin)
    }
    let successes = recordings.single.filter { $0.isSuccess }
    let own = successes.filter { $0.values.body.map { PersonaLogin.contains($0, login) } ?? false }
    if let recorded = selection.nearest(of: own) {
      return Decision(library.play(recorded, reading), .login(persona.name))
    }
    for recorded in successes {
      guard let other = PersonaLogin.persona(of: recorded.values.body, in: contract) else { continue }
      let response = LoginResponses.answer(recorded, to: persona, insteadOf: other, in: contract)
      return Decision(OutgoingResponse(response), .login(persona.name))
    }
    return nil
  }
}

extension MockResponseWriter {
  /// Labels a response with the nearest recordings, if there are any, because it was generated for lack of a match.
  func withNearest(_ answer: OutgoingResponse) -> OutgoingResponse {
    let nearest = selection.nearMisses()
    if nearest.isEmpty { return answer }
    var response = answer.response
    response.headers[Labels.nearest] = Labels.field(
      nearest.map { "\($0.recorded.recording.id): \($0.reason)" }.joined(separator: "; "))
    return OutgoingResponse(response, delivery: answer.delivery)
  }
}
