import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// The choice of a response for a request that was admitted and found valid.
final class AnswerSelector {
  let pipeline: RequestPipeline
  let recordings: EndpointRecordings
  let reading: RequestReading
  /// The values that recordings are compared by; not needed if the state alone answers.
  private(set) lazy var values = RequestValues(reading, credentials: pipeline.library.credentials)
  private(set) lazy var selection = Selection(recordings: recordings, values: values, library: pipeline.library)

  init(pipeline: RequestPipeline, recordings: EndpointRecordings, reading: RequestReading) {
    self.pipeline = pipeline
    self.recordings = recordings
    self.reading = reading
  }

  var library: MockLibrary { pipeline.library }
  var endpoint: Endpoint { recordings.endpoint }

  func choose() -> Decision {
    guard reading.request.headers.contains("prefer") else { return chosen() }
    let preferences = Preferences(reading.request.headers.values("prefer"))
    var decision = preferred(preferences) ?? chosen()
    if let ignored = ignored(preferences, given: decision) {
      var response = decision.answer.response
      response.headers[Labels.preferenceIgnored] = ignored
      decision = Decision(Answer(response, delivery: decision.answer.delivery), decision.reason)
    }
    if preferences["explain"] != nil { decision = explained(decision) }
    guard let wait = preferences.wait else { return decision }
    var delivery = decision.answer.delivery
    delivery.delay = max(delivery.delay, .seconds(wait))
    let response = Self.applying("wait=\(wait)", to: decision.answer.response)
    return Decision(Answer(response, delivery: delivery), decision.reason)
  }

  /// Returns a response that says that a preference was honoured, besides others.
  static func applying(_ text: String, to response: Response) -> Response {
    let others = response.headers["Preference-Applied"].map { $0 + ", " } ?? ""
    return RequestPipeline.adding(others + text, to: response)
  }

  /// Returns the choice before the request's preferences.
  func chosen() -> Decision {
    if let override = pipeline.session.override(for: endpoint.id, used: pipeline.isForReal),
      let answer = play(override.plays)
    {
      return Decision(answer, .overridden(override))
    }
    if !recordings.rows.isEmpty, let (step, distance) = sequenceStep() {
      return Decision(played(step, distance), .step(step))
    }
    return endpoint.idempotencyKey == nil ? settled() : once(settled)
  }

  /// Returns the choice if neither an override nor a sequence decides.
  private func settled() -> Decision {
    if !endpoint.states.isEmpty, let remembered = remembered() { return remembered }
    if let batch = endpoint.batch, !pipeline.isWithinBatch { return batched(batch) }
    if recordings.isLogin, let login = login() { return login }
    let best = selection.best()
    if let decision = calls(insteadOf: best) { return decision }
    // A path that is recorded needs no guess about what exists.
    if best?.distance.path != 0, selection.isMissing, let failure = endpoint.failure(for: .missing) {
      let message = "\(reading.request.path.prefix(200)) does not exist."
      return Decision(play(failure, status: failure.status(on: .missing), message: message), .missingItem)
    }
    if let best {
      if selection.isOfAnother(best.recorded, best.distance) { return unknownItem() }
      return Decision(played(best.recorded, best.distance), .fits(best.recorded, values))
    }
    if let decision = anyStep() { return decision }
    if let rendered = library.synthesis.answer(of: endpoint, for: reading) {
      return Decision(withNearest(Answer(rendered: rendered)), .nothingRecorded)
    }
    let response = Labels.adding(Labels.synthesised, to: library.envelope.success(200, payload: nil))
    return Decision(withNearest(Answer(response)), .nothingDocumented)
  }

  /// Returns the current step of a sequence, if its request has this path and this query: of several the nearest, unless a
  /// recording outside sequences is nearer.
  private func sequenceStep() -> (step: PreparedRecording, distance: MatchDistance)? {
    guard let (row, distance) = nearestRow(where: { $0.path == 0 && $0.query == 0 }) else { return nil }
    if distance.cost > 0, let single = selection.best(), single.distance.cost < distance.cost { return nil }
    if selection.isOfAnother(pipeline.session.currentStep(of: row, at: endpoint.id), distance) { return nil }
    return (pipeline.session.step(of: row, at: endpoint.id, used: pipeline.isForReal), distance)
  }

  /// Returns the step of the nearest sequence. If several sequences are distinguished by what was asked, none advances for a
  /// different request.
  private func anyStep() -> Decision? {
    guard let (row, distance) = nearestRow(where: { _ in true }) else { return nil }
    if selection.isOfAnother(pipeline.session.currentStep(of: row, at: endpoint.id), distance) { return unknownItem() }
    let isUsed = pipeline.isForReal && recordings.rows.count == 1
    let step = pipeline.session.step(of: row, at: endpoint.id, used: isUsed)
    return Decision(played(step, distance), .step(step))
  }

  /// Returns a recorded response, with a note if it was recorded for another request.
  private func played(_ recorded: PreparedRecording, _ distance: MatchDistance) -> Answer {
    let answer = pipeline.play(recorded, reading)
    guard let note = selection.note(on: recorded, distance) else { return answer }
    var response = answer.response
    response.headers[Labels.nearest] = Labels.field(note)
    return Answer(response, delivery: answer.delivery)
  }

  /// Returns the refusal of an item that isn't recorded: as another item's absence was recorded, otherwise from the contract.
  private func unknownItem() -> Decision {
    let message = "\(reading.request.path.prefix(200)) isn't recorded."
    let answer: Answer
    if let recorded = selection.nearestAbsence {
      answer = pipeline.play(recorded, reading)
    } else if let failure = endpoint.failure(for: .missing) {
      answer = play(failure, status: failure.status(on: .missing), message: message)
    } else {
      answer = pipeline.built(404, message: message)
    }
    return Decision(withNearest(answer), .unknownItem)
  }

  private func nearestRow(
    where isWanted: (MatchDistance) -> Bool
  ) -> (row: EndpointRecordings.Row, distance: MatchDistance)? {
    var nearest: (row: EndpointRecordings.Row, distance: MatchDistance)?
    for row in recordings.rows {
      let distance = MatchDistance(pipeline.session.currentStep(of: row, at: endpoint.id), to: values)
      guard distance.unmet == 0, !distance.isOtherCall, !distance.isOtherCaller, isWanted(distance) else { continue }
      if distance.cost < nearest?.distance.cost ?? .max { nearest = (row, distance) }
    }
    return nearest
  }
}

extension AnswerSelector {
  private func play(_ plays: Override.Play) -> Answer? {
    switch plays {
    case .recording(let name):
      return recordings.all.first { $0.name == name }.map { pipeline.play($0, reading) }
    case .failure(let name):
      let failure = endpoint.failure(name) ?? library.contract.failure(name)
      return failure.map { play($0, message: Self.sentence($0), isAsked: true) }
    case .status(let status):
      if let answer = documented(status: status) { return answer }
      let message = "A stub answers \(status) here."
      if status < 400 {
        return Answer(Labels.adding(Labels.built, to: library.envelope.success(status, payload: nil)))
      }
      return pipeline.built(status, message: message)
    case .written(let answer): return Answer(answer.response)
    case .made(let maker):
      let answer = maker.make(reading.request)
      return answer.problem.map { pipeline.built(500, message: "The answer of the test can't be sent: \($0)") }
        ?? Answer(answer.response)
    }
  }

  /// Returns a status that is recorded or documented, in that order.
  func documented(status: Int, applied: String? = nil) -> Answer? {
    if let recorded = selection.nearest(of: recordings.all.filter { $0.status == status }) {
      return pipeline.play(recorded, reading, applied: applied)
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
      ? Answer(rendered: rendered) : Answer(RequestPipeline.adding(applied, to: rendered.response))
  }

  /// Returns a failure: recorded if there is one, otherwise built.
  ///
  /// - Parameters:
  ///   - status: one of its statuses, if a particular one is wanted.
  ///   - isAsked: whether the caller asked to see it, rather than a request causing it.
  func play(
    _ failure: Failure, status: Int? = nil, message: String, applied: String? = nil, isAsked: Bool = false
  ) -> Answer {
    let recorded = recordings.showing(failure).filter { status == nil || $0.status == status }
    if let recorded = selection.nearest(of: recorded) { return pipeline.play(recorded, reading, applied: applied) }
    var answer = pipeline.built(failure, status: status, for: reading, message: message, isAsked: isAsked)
    if let applied { answer = Answer(RequestPipeline.adding(applied, to: answer.response)) }
    return answer
  }

  static func sentence(_ failure: Failure, status: Int? = nil) -> String {
    "\(HTTPStatus.reason(for: status ?? failure.status)) (\(failure.name))."
  }
}

extension AnswerSelector {
  /// Returns the response to a login: the one recorded for that persona, otherwise another's adapted; a refusal if no persona
  /// has this login.
  private func login() -> Decision? {
    let contract = library.contract
    guard let persona = PersonaLogin.persona(of: reading.body, in: contract), let login = persona.login else {
      if let best = selection.best(), !best.recorded.isSuccess {
        return Decision(pipeline.play(best.recorded, reading), .fits(best.recorded, values))
      }
      guard let failure = endpoint.ownRefusal else { return nil }
      return Decision(play(failure, message: "No persona has this login."), .unknownLogin)
    }
    let successes = recordings.single.filter { $0.isSuccess }
    let own = successes.filter { $0.values.body.map { PersonaLogin.contains($0, login) } ?? false }
    if let recorded = selection.nearest(of: own) {
      return Decision(pipeline.play(recorded, reading), .login(persona.name))
    }
    for recorded in successes {
      guard let other = PersonaLogin.persona(of: recorded.values.body, in: contract) else { continue }
      let response = LoginAnswers.answer(recorded, to: persona, insteadOf: other, in: contract)
      return Decision(Answer(response), .login(persona.name))
    }
    return nil
  }
}

/// The explanation of a choice, in its response.
extension AnswerSelector {
  /// Returns a decision whose response says why it was taken.
  func explained(_ decision: Decision) -> Decision {
    let response = Self.explaining(decision, decision.answer.response)
    return Decision(Answer(response, delivery: decision.answer.delivery), decision.reason)
  }

  /// Returns a decision's response, saying why it was taken.
  static func explaining(_ decision: Decision, _ response: Response) -> Response {
    var response = applying("explain", to: response)
    response.headers[Labels.why] = Labels.field(decision.words)
    return response
  }

  /// Returns a response generated because no recording fits: with the nearest recordings, if there are any.
  func withNearest(_ answer: Answer) -> Answer {
    let nearest = selection.nearMisses()
    if nearest.isEmpty { return answer }
    var response = answer.response
    response.headers[Labels.nearest] = Labels.field(
      nearest.map { "\($0.recorded.recording.id): \($0.reason)" }.joined(separator: "; "))
    return Answer(response, delivery: answer.delivery)
  }
}
