import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineRecordings

/// Answers from what the session remembers.
extension AnswerSelector {
  /// The answer by the endpoint's state; `nil` when the recordings are to answer.
  func remembered() -> Decision? {
    guard let rule = endpoint.states.first(where: { $0.condition.holds(for: reading) }) else { return nil }
    // As long as nothing has changed, what is recorded of this very request is what is there, with its bytes made.
    if rule.isReading, !pipeline.session.hasChanged, let best = selection.best(), best.distance.isSame {
      return Decision(pipeline.play(best.recorded, reading), .fits(best.recorded, values))
    }
    let outcome = pipeline.session.carryOut(rule, reading, isForReal: pipeline.isForReal)
    switch outcome {
    case .unaffected: return nil
    case .item(let item): return success(rule, payload: item)
    case .made(let text): return made(rule, text)
    case .list(let items, let part): return list(rule, items, part)
    case .handedOut(let persona, let credentials): return handOut(rule, to: persona, credentials)
    case .loggedOut: return loggedOut()
    case .refused(let refusal):
      // What the collection never knew may be recorded all the same.
      if case .missing(isUnknown: true) = refusal.cause, rule.action == .read, let best = selection.best(),
        best.distance.isSame
      {
        return Decision(pipeline.play(best.recorded, reading), .fits(best.recorded, values))
      }
      return Decision(refused(refusal), .refused(rule.action, refusal.message))
    }
  }

  private func success(
    _ rule: StateRule, payload: JSON, part: ListPart? = nil
  ) -> Decision? {
    let index = endpoint.answers.firstIndex { $0.condition.holds(for: reading) }
    let answer = index.map { endpoint.answers[$0] }
    let status = answer?.status ?? 200
    let shown = recordings.shown(of: index)
    let others = part.map { self.others(answer, $0) } ?? []
    let message = message(shown)
    var response: Response
    switch answer?.content {
    case .payload, nil:
      response = library.envelope.success(
        status, payload: payload, message: message, others: others, isRemembered: true)
    case .noPayload:
      // Absent or null: as it is recorded.
      let slot = library.contract.envelope?.payload
      let empty = slot.flatMap { selection.nearest(of: shown.recorded)?.recording.responseBody?.at($0) }
      response = library.envelope.success(
        status, payload: empty?.isNull == true ? .null : nil, message: message, others: others)
    case .body: response = library.envelope.json(status, payload)
    case .empty: response = Response(status: status)
    case .media: return nil
    }
    if let answer, !answer.headers.isEmpty {
      let nearest = selection.nearest(of: shown.recorded)
      for (name, value) in headers(answer, like: nearest) where !response.headers.contains(name) {
        response.headers.append(name: name, value: value)
      }
    }
    if !response.headers.contains(Labels.recording) { response = Labels.adding(Labels.remembered, to: response) }
    return Decision(Answer(response), .remembered(rule.action, isLasting: rule.isLasting))
  }

  /// The answer with a new item. What it is made of is copied, not parsed, where the answer is the usual one.
  private func made(_ rule: StateRule, _ text: [UInt8]) -> Decision? {
    let index = endpoint.answers.firstIndex { $0.condition.holds(for: reading) }
    if let index, endpoint.answers[index].headers.isEmpty, case .payload = endpoint.answers[index].content,
      let answer = library.envelope.remembered(
        endpoint.answers[index].status, text, message: message(recordings.shown(of: index)))
    {
      return Decision(answer, .remembered(rule.action, isLasting: rule.isLasting))
    }
    guard let item = try? JSON.parse(text) else { return nil }
    return success(rule, payload: item)
  }

  /// What a logout answers never depends on what is remembered: as recorded, else made from the schema.
  private func loggedOut() -> Decision? {
    let recorded = selection.best().map { pipeline.play($0.recorded, reading) }
    let answer = recorded ?? library.synthesis.answer(of: endpoint, for: reading).map { Answer(rendered: $0) }
    return answer.map { Decision($0, .logout(reading.persona?.name ?? "somebody")) }
  }

  private func list(_ rule: StateRule, _ items: [JSON], _ part: ListPart) -> Decision? {
    guard let place = rule.place else { return success(rule, payload: .array(items), part: part) }
    let payload = JSON.object(part.members(rule.paging)).assigning(place, .array(items))
    return success(rule, payload: payload ?? .array(items), part: part)
  }

  private func others(_ answer: DocumentedAnswer?, _ part: ListPart) -> [(String, JSON)] {
    (answer?.others ?? []).compactMap { name in
      library.envelope.slot(name).flatMap { slot in
        slot.paging.isEmpty ? nil : (name, JSON.object(part.members(slot.paging)))
      }
    }
  }

  /// The sentence of a success: what is recorded for this very request, else what all recordings agree on.
  private func message(_ shown: EndpointRecordings.Shown) -> JSON? {
    if shown.isOfOneMessage { return shown.message }
    guard let slot = library.contract.envelope?.message else { return nil }
    return shown.recorded.first { MatchDistance($0, to: values).isExact }?.recording.responseBody?.at(slot)
  }

  /// The fields that the contract promises, as they were recorded, else made up.
  private func headers(_ answer: DocumentedAnswer, like recorded: PreparedRecording?) -> [(String, String)] {
    answer.headers.compactMap { header in
      if let value = recorded?.recording.response.headers[header.name] { return (header.name, value) }
      guard header.isRequired, let value = header.schema.flatMap({ try? $0.example().get() }) else { return nil }
      return (header.name, value.string ?? value.text)
    }
  }

  /// A login's or a refresh's answer: a recorded one made over for the persona, else one made from the schema.
  private func handOut(_ rule: StateRule, to persona: Persona, _ credentials: [String: String]) -> Decision? {
    let holder = Persona(
      name: persona.name, credentials: persona.credentials.merging(credentials) { $1 },
      permissions: persona.permissions, source: persona.source, newcomer: persona.newcomer)
    let contract = library.contract
    let successes = recordings.single.filter(\.isSuccess)
    let own = successes.first { PersonaLogin.persona(of: $0.values.body, in: contract)?.name == persona.name }
    var base: Response?
    for recorded in (own.map { [$0] } ?? []) + successes where base == nil {
      let other = PersonaLogin.persona(of: recorded.values.body, in: contract) ?? recorded.values.reading.persona
      base = other.map { LoginAnswers.answer(recorded, to: holder, insteadOf: $0, in: contract) }
    }
    guard var response = base ?? library.synthesis.answer(of: endpoint, for: reading)?.response else { return nil }
    let slot = contract.payloadPlace
    if let body = response.body.bytes.flatMap({ try? JSON.parse($0) }), let payload = body.at(slot) {
      let read = RequestReading(reading.request, for: endpoint, persona: holder)
      let changed = pipeline.session.assigning(rule, payload, reading: read, handedOut: credentials)
      if let whole = body.replacing(slot, with: changed) { response.body = Body(whole.serialized()) }
    }
    return Decision(Answer(Labels.adding(Labels.remembered, to: response)), .login(persona.name))
  }

  private func refused(_ refusal: StateOutcome.Refusal) -> Answer {
    let failures = refusal.failure.map(recordings.showing(_:)) ?? []
    let fitting = failures.filter { recorded in
      let distance = MatchDistance(recorded, to: values)
      guard !distance.isExact else { return true }
      // What is missing, or isn't one's own, is so whatever is to be done to it.
      if case .other = refusal.cause { return false }
      return !values.path.isEmpty && distance.path == 0 && !distance.isOtherCaller
    }
    if let recorded = selection.nearest(of: fitting) { return pipeline.play(recorded, reading) }
    guard let failure = refusal.failure else { return pipeline.built(refusal.status, message: refusal.message) }
    return pipeline.built(failure, status: refusal.status, at: endpoint, message: refusal.message)
  }
}

extension StateRule {
  /// Whether nothing is changed by it.
  var isReading: Bool { (action == .read || action == .list) && also.isEmpty }

  /// Whether its answer is the same until something changes: it reads, and nothing of it is the time of day.
  var isLasting: Bool {
    isReading
      && !assignments.contains { assignment in
        if case .now = assignment.value { true } else { false }
      }
  }
}
