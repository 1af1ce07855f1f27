import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineRecordings

/// Responses based on the session's state.
extension MockResponseWriter {
  /// Returns the response to the outcome of a rule, or `nil` if recordings are used instead.
  ///
  /// - Parameter assigning: A closure that returns a login's payload with the members that its rule sets.
  func decision(
    on outcome: StateOutcome, of rule: StateRule,
    assigning: (StateRule, JSON, RequestReading, [String: String]) -> JSON
  ) -> Decision? {
    switch outcome {
    case .unaffected: return nil
    case .item(let shown): return item(rule, shown)
    case .made(let text): return made(rule, text)
    case .list(let items, let part): return list(rule, items, part)
    case .notModified(let validators): return notModified(rule, validators)
    case .handedOut(let persona, let credentials):
      return handOut(rule, to: persona, credentials) { assigning(rule, $0, $1, credentials) }
    case .loggedOut: return loggedOut()
    case .refused(let refusal):
      // An item that was never part of the collection may still be recorded.
      if case .missing(isUnknown: true) = refusal.cause, rule.action == .read, let best = selection.best(),
        best.distance.isSame
      {
        return asRecorded(best.recorded)
      }
      return Decision(refused(refusal), .refused(rule.action, refusal.message))
    }
  }

  /// Returns the index of the documented response to send. For a new item, a 201 takes precedence over other successes.
  func answerIndex(isNew: Bool) -> Int? {
    if endpoint.answers.count == 1 { return endpoint.answers[0].condition.holds(for: reading) ? 0 : nil }
    let fitting = endpoint.answers.indices.filter { endpoint.answers[$0].condition.holds(for: reading) }
    guard fitting.count > 1 else { return fitting.first }
    let successes = fitting.filter { endpoint.answers[$0].status < 300 }
    return successes.first { (endpoint.answers[$0].status == 201) == isNew } ?? successes.first ?? fitting.first
  }

  /// Returns a Boolean value that indicates whether a rule's response is the same until something changes.
  private func isLasting(_ rule: StateRule) -> Bool { rule.isLasting && !library.contract.readsJob(rule) }

  private func item(_ rule: StateRule, _ shown: StateOutcome.Shown) -> Decision? {
    let index = answerIndex(isNew: shown.isNew)
    let made = shown.isNew || rule.action == .create ? shown.item : nil
    let payload = withoutMisfitNulls(framed(rule, index, shown.item), rule, index)
    return success(
      rule, index, payload: rule.action == .delete ? removal(rule, payload, of: shown.item, index) : payload,
      validators: shown.validators, made: made)
  }

  /// - Parameter made: The new item, or `nil` if the response doesn't describe one.
  private func success(
    _ rule: StateRule, _ index: Int?, payload: JSON, part: ListPart? = nil, validators: Validators? = nil,
    made: JSON? = nil
  ) -> Decision? {
    let location = made.map { item in { self.location(of: item, by: rule, $0) } } ?? { _ in nil }
    guard var response = response(index, payload: payload, part: part, validators: validators, location) else {
      return nil
    }
    if !response.headers.contains(Labels.recording) { response = Labels.adding(Labels.remembered, to: response) }
    return Decision(OutgoingResponse(response), .remembered(rule.action, isLasting: isLasting(rule)))
  }

  /// Returns one of the documented responses with a payload from the session's state.
  ///
  /// - Parameter location: A closure that returns the value of a `Location` field.
  func response(
    _ index: Int?, payload: JSON, part: ListPart? = nil, validators: Validators? = nil,
    _ location: (DocumentedResponse.Header) -> String? = { _ in nil }
  ) -> Response? {
    let answer = index.map { endpoint.answers[$0] }
    let payload = answer?.shown.map { $0.withholdsMembers ? $0.withholding(payload) : payload } ?? payload
    let status = answer?.status ?? 200
    let shown = recordings.shown(of: index)
    let others = self.others(answer, part, like: shown)
    let message = message(shown)
    var response: Response
    switch answer?.content {
    case .payload, nil:
      response = library.envelope.success(
        status, payload: payload, message: message, others: others, isRemembered: true)
    case .noPayload:
      // If the recording omits the payload or has null there, do the same.
      let slot = library.contract.envelope?.payload
      let empty = slot.flatMap { selection.nearest(of: shown.recorded)?.recording.responseBody?.at($0) }
      response = library.envelope.success(
        status, payload: empty?.isNull == true ? .null : nil, message: message, others: others)
    case .body: response = library.envelope.json(status, payload)
    case .empty:
      response = Response(status: status)
      // A response to HEAD has no content, but has the content type of the GET response.
      if reading.request.method == .head {
        response.headers["Content-Type"] =
          selection.nearest(of: shown.recorded)?.recording.response.headers["content-type"]
      }
    case .media(let contents):
      guard let json = contents.first(where: { MediaType.isJSON($0.mediaType) }) else { return nil }
      response = library.envelope.json(status, payload)
      response.headers["Content-Type"] = json.mediaType
    }
    if let answer, !answer.headers.isEmpty {
      let nearest = selection.nearest(of: shown.recorded)
      for (name, value) in headers(answer, like: nearest, part, validators ?? part?.validators, location)
      where !response.headers.contains(name) {
        response.headers.append(name: name, value: value)
      }
    }
    return response
  }

  /// Returns the response with a new item. If nothing else has to be added to the response, the item's text is copied
  /// without parsing it.
  private func made(_ rule: StateRule, _ text: [UInt8]) -> Decision? {
    let index = answerIndex(isNew: true)
    if let index, endpoint.answers[index].headers.isEmpty, endpoint.answers[index].others.isEmpty,
      rule.shownPlace == nil, rule.shownMembers.isEmpty, case .payload(let schema) = endpoint.answers[index].content,
      !schema.withholdsMembers,
      let answer = library.envelope.remembered(
        endpoint.answers[index].status, text, message: message(recordings.shown(of: index)))
    {
      return Decision(answer, .remembered(rule.action, isLasting: isLasting(rule)))
    }
    guard let item = try? JSON.parse(text) else { return nil }
    return success(rule, index, payload: framed(rule, index, item), made: item)
  }

  /// Returns the 304 for a client that already has the current version (RFC 9110 section 15.4.5).
  private func notModified(_ rule: StateRule, _ validators: Validators) -> Decision {
    var response = Response(status: 304, headers: ["ETag": validators.tag.field])
    let answer = endpoint.answer(status: 304, for: reading)
    let isDated = answer?.headers.contains { $0.name.lowercased() == "last-modified" } ?? false
    if isDated, let modified = validators.date { response.headers["Last-Modified"] = modified }
    for header in answer?.headers ?? [] where header.isRequired && !response.headers.contains(header.name) {
      response.headers[header.name] = HeaderValues.example(of: header)
    }
    return Decision(
      OutgoingResponse(Labels.adding(Labels.remembered, to: response)),
      .remembered(rule.action, isLasting: isLasting(rule)))
  }

  /// Returns the response to a logout, from a recording if there is one, otherwise generated from the schema. It
  /// doesn't depend on the state.
  private func loggedOut() -> Decision? {
    let recorded = selection.best().map { library.play($0.recorded, reading) }
    let answer = recorded ?? library.synthesis.answer(of: endpoint, for: reading).map { OutgoingResponse(rendered: $0) }
    return answer.map { Decision($0, .logout(reading.persona?.name ?? "somebody")) }
  }

  private func list(_ rule: StateRule, _ items: [JSON], _ part: ListPart) -> Decision? {
    let index = answerIndex(isNew: false)
    let payload = withoutMisfitNulls(framed(rule, index, .array(items), part), rule, index)
    return success(rule, index, payload: payload, part: part)
  }

  /// Returns a payload with a value from the state at the location that the contract defines, along with the members
  /// that accompany it.
  private func framed(_ rule: StateRule, _ index: Int?, _ value: JSON, _ part: ListPart? = nil) -> JSON {
    let value = rule.shown(value)
    guard let place = rule.shownPlace else { return rule.shownMembers.isEmpty ? value : completed(value, index) }
    let items = value.kind == .array ? Array(value.elements) : []
    let shown = value.kind == .array && !rule.beside.isEmpty ? .array(items.map(rule.bare)) : rule.bare(value)
    let frame = index.flatMap { rule.frames.indices.contains($0) ? rule.frames[$0] : nil } ?? ResponseFrame()
    let recorded = frame.members.contains { $0.paging == nil } ? recordedPayload(index) : nil
    var payload = filled(frame, part) { recorded?.at($0) }
    for beside in rule.beside {
      // Leave a member at its default if the response's schema rejects the item's value: this caller isn't meant to see
      // it.
      guard let member = frame.members.first(where: { $0.place == beside.place }), let own = value[beside.member],
        let value = member.schema.isValid(own) ? own : member.standard
      else { continue }
      payload = payload.placing(beside.place, value) ?? payload
    }
    return payload.placing(place, shown) ?? shown
  }

  /// Returns the payload of the recording of a response that is nearest to this request.
  func recordedPayload(_ index: Int?) -> JSON? {
    selection.nearest(of: recordings.shown(of: index).recorded)?.recording.payload(in: library.contract)
  }

  /// Returns a frame with its members filled in from counts, recorded values, constants in their schemas, or examples.
  func filled(_ frame: ResponseFrame, _ part: ListPart?, recorded: (JSONPointer) -> JSON?) -> JSON {
    var whole = JSON.emptyObject
    for member in frame.members {
      var value: JSON?
      if let paging = member.paging, let part {
        let told = part.value(paging, url: url(paging))
        // A number may be represented as a string.
        let texts = told.flatMap { $0.kind == .number ? JSON($0.text) : nil }
        value =
          [told, texts].compactMap { $0 }.first(where: member.schema.isValid) ?? told
          ?? [JSON.null, ""].first(where: member.schema.isValid)
        if value == nil || (!member.isRequired && value == "") { continue }
      } else if member.isRequired {
        value = recorded(member.place) ?? member.standard ?? (try? member.schema.example().get())
      }
      if let value, let next = whole.placing(member.place, value) { whole = next }
    }
    return whole
  }

  /// Returns the additional members of the envelope that a response carries.
  private func others(
    _ answer: DocumentedResponse?, _ part: ListPart?, like shown: EndpointRecordings.Shown
  ) -> [(String, JSON)] {
    guard let answer, !answer.others.isEmpty else { return [] }
    return answer.others.compactMap { name in
      library.envelope.slot(name).map { slot in
        let recorded = { self.selection.nearest(of: shown.recorded)?.recording.responseBody?[name] }
        if slot.frame.hasPaging, part != nil {
          return (name, filled(slot.frame, part) { recorded()?.at($0) })
        }
        return (name, recorded() ?? (try? slot.schema.example().get()) ?? .null)
      }
    }
  }

  /// Returns the URL of this request with a different value for a parameter, in the form of a member or header field.
  private func url(_ paging: Paging) -> (_ parameter: String, _ value: JSON) -> String {
    let request = reading.request
    let origin = paging.form == .url ? "http://" + (request.headers["host"] ?? "127.0.0.1") : ""
    return { parameter, value in
      var items = request.queryItems.filter { $0.name != parameter }
      items.append((parameter, value.string ?? value.text))
      let query = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
      return origin + request.path + "?" + query.joined(separator: "&")
    }
  }

  /// Returns the message of a success: the one that all recordings agree on, otherwise the one recorded for exactly
  /// this request.
  private func message(_ shown: EndpointRecordings.Shown) -> JSON? {
    if shown.isOfOneMessage { return shown.message }
    guard let slot = library.contract.envelope?.message else { return nil }
    return shown.recorded.first { MatchDistance($0, to: values).isExact }?.recording.responseBody?.at(slot)
  }

  /// Returns the header fields that the contract documents. A value comes from the state if the field describes it,
  /// otherwise from the recording, otherwise from the schema.
  private func headers(
    _ answer: DocumentedResponse, like recorded: PreparedRecording?, _ part: ListPart?, _ validators: Validators?,
    _ location: (DocumentedResponse.Header) -> String?
  ) -> [(String, String)] {
    answer.headers.compactMap { header in
      if let paging = header.paging, let part {
        return part.value(paging, url: url(paging)).map { (header.name, $0.string ?? $0.text) }
      }
      let name = header.name.lowercased()
      if let validators, name == "etag" { return (header.name, validators.tag.field) }
      if let validators, name == "last-modified" {
        if let date = validators.date { return (header.name, date) }
        // A recorded value would contradict the state's tag.
        if !header.isRequired { return nil }
      }
      if name == "location", let location = location(header) { return (header.name, location) }
      // A tag or time from a document's example doesn't belong to the state.
      if name == "etag" || name == "last-modified", !header.isRequired, isShown(header, by: recorded) { return nil }
      if let recorded, let value = recorded.recording.response.headers[header.name] {
        return (header.name, recorded.origin?.moved(value, for: reading.request) ?? value)
      }
      // If the recording lacks the field, the real server didn't send it, so the mock needn't either.
      return header.isRequired || recorded == nil
        ? HeaderValues.sent(in: header, status: answer.status).map { (header.name, $0) } : nil
    }
  }

  /// Returns a Boolean value that indicates whether a field's value would be the contract's example.
  private func isShown(_ header: DocumentedResponse.Header, by recorded: PreparedRecording?) -> Bool {
    guard HeaderValues.isGiven(header) else { return false }
    guard let value = recorded?.recording.response.headers[header.name] else { return true }
    return value == HeaderValues.example(of: header)
  }

  /// Returns the response to a login or refresh: a recorded one adapted to the persona, otherwise one generated from
  /// the schema.
  ///
  /// - Parameter assigning: A closure that returns a payload with the members that the rule sets.
  private func handOut(
    _ rule: StateRule, to persona: Persona, _ credentials: [String: String],
    assigning: (JSON, RequestReading) -> JSON
  ) -> Decision? {
    let holder = Persona(
      name: persona.name, credentials: persona.credentials.merging(credentials) { $1 },
      permissions: persona.permissions, source: persona.source, newcomer: persona.newcomer)
    let contract = library.contract
    let successes = recordings.single.filter(\.isSuccess)
    let own = successes.first { PersonaLogin.persona(of: $0.values.body, in: contract)?.name == persona.name }
    var base: Response?
    for recorded in (own.map { [$0] } ?? []) + successes where base == nil {
      let other = PersonaLogin.persona(of: recorded.values.body, in: contract) ?? recorded.values.reading.persona
      base = other.map { LoginResponses.answer(recorded, to: holder, insteadOf: $0, in: contract) }
    }
    guard var response = base ?? library.synthesis.answer(of: endpoint, for: reading)?.response else { return nil }
    let slot = contract.payloadPlace
    if let body = response.body.bytes.flatMap({ try? JSON.parse($0) }), let payload = body.at(slot) {
      let read = RequestReading(reading.request, for: endpoint, persona: holder)
      let changed = assigning(payload, read)
      if let whole = body.replacing(slot, with: changed) { response.body = Body(whole.serialized()) }
    }
    return Decision(OutgoingResponse(Labels.adding(Labels.remembered, to: response)), .login(persona.name))
  }

  private func refused(_ refusal: StateOutcome.Refusal) -> OutgoingResponse {
    let failures = refusal.failure.map(recordings.showing(_:)) ?? []
    let fitting = failures.filter { recorded in
      let distance = MatchDistance(recorded, to: values)
      guard !distance.isExact else { return true }
      // Requests for a missing item, or for another caller's item, are rejected regardless of their content.
      if case .other = refusal.cause { return false }
      return !values.path.isEmpty && distance.path == 0 && !distance.isOtherCaller
    }
    if let recorded = selection.nearest(of: fitting) { return library.play(recorded, reading) }
    guard let failure = refusal.failure else { return library.built(refusal.status, message: refusal.message) }
    let built = library.built(failure, status: refusal.status, for: reading, message: refusal.message)
    guard let validators = refusal.validators else { return built }
    var response = built.response
    for header in failure.headers {
      switch header.name.lowercased() {
      case "etag": response.headers[header.name] = validators.tag.field
      case "last-modified": response.headers[header.name] = validators.date ?? response.headers[header.name]
      default: break
      }
    }
    return OutgoingResponse(response, delivery: built.delivery)
  }
}

extension Validators {
  /// The time of the change, formatted for a header field.
  fileprivate var date: String? {
    modified.map { String(decoding: HTTPDate.bytes(secondsSinceEpoch: $0), as: UTF8.self) }
  }
}

extension StateRule {
  /// A Boolean value that indicates whether the rule changes nothing.
  var isReading: Bool { (action == .read || action == .list) && also.isEmpty }

  /// A Boolean value that indicates whether the rule's response is the same until something changes: it only reads, and
  /// doesn't contain the current time.
  var isLasting: Bool {
    isReading
      && !assignments.contains { assignment in
        if case .now = assignment.value { true } else { false }
      }
  }
}
