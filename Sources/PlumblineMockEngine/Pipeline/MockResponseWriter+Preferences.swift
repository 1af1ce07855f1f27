import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// Support for requests that prefer a response by status or name.
extension MockResponseWriter {
  /// Returns a decision according to the request's preferences, with notes on those that couldn't be honored.
  func honouring(_ preferences: Preferences, in decision: Decision) -> Decision {
    var decision = decision
    if let ignored = ignored(preferences, given: decision) {
      var response = decision.answer.response
      response.headers[Labels.preferenceIgnored] = ignored
      decision = Decision(OutgoingResponse(response, delivery: decision.answer.delivery), decision.reason)
    }
    if preferences["explain"] != nil {
      let response = Preferences.explaining(decision, decision.answer.response)
      decision = Decision(OutgoingResponse(response, delivery: decision.answer.delivery), decision.reason)
    }
    guard let wait = preferences.wait else { return decision }
    var delivery = decision.answer.delivery
    delivery.delay = max(delivery.delay, .seconds(wait))
    let response = Preferences.applying("wait=\(wait)", to: decision.answer.response)
    return Decision(OutgoingResponse(response, delivery: delivery), decision.reason)
  }

  /// Returns the response that the request prefers, or `nil` if it prefers none that is available.
  func preferred(_ preferences: Preferences) -> Decision? {
    let code = preferences.code
    if let example = preferences.example, let named = named(example, status: code) { return named }
    guard let code else { return nil }
    let applied = AppliedPreferences(code: code)
    guard let answer = documented(status: code, applied: applied.text) else { return nil }
    if answer.response.status == code { return Decision(answer, .preferred(applied)) }
    // The response that the client prefers isn't available, so no preference was applied.
    var response = answer.response
    response.headers["Preference-Applied"] = nil
    return Decision(OutgoingResponse(response, delivery: answer.delivery), .nothingRecorded)
  }

  /// Returns the recording, error example, or error with a name, and with the requested status if there is one.
  private func named(_ example: String, status code: Int?) -> Decision? {
    let known = recordings.all.filter { recorded in
      code.map { recorded.status == $0 || covers(recorded, $0) } ?? true
    }
    let applied = AppliedPreferences(code: code, example: example)
    // The file name of a recording may differ from the name of the document's example: `not-found` for "Not found".
    let isMeant: [(String) -> Bool] = [{ $0 == example }, { Self.letters($0) == Self.letters(example) }]
    for isOne in isMeant {
      if let named = known.first(where: { isOne($0.name) }) {
        return Decision(played(named, as: code ?? named.status, applied: applied.text), .preferred(applied))
      }
      if let (failure, body) = shown(status: code, isOne) {
        let answer = library.built(failure, status: code, for: reading, showing: body)
        return Decision(OutgoingResponse(Preferences.adding(applied.text, to: answer.response)), .preferred(applied))
      }
      if let failure = endpoint.failure(example), code.map(failure.statuses.contains) ?? true {
        let message = Self.sentence(failure, status: code)
        let answer = play(failure, status: code, message: message, applied: applied.text, isAsked: true)
        return Decision(answer, .preferred(applied))
      }
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a recording's response is also documented for a different status. A
  /// response can be documented for a whole class of statuses.
  func covers(_ recorded: PreparedRecording, _ status: Int) -> Bool {
    guard recorded.isSuccess, recorded.status != status, let answer = recorded.answer else { return false }
    return endpoint.answerIndex(status: status, for: reading) == answer
  }

  /// Returns a recorded response with its status replaced by another one of the same class.
  func played(_ recorded: PreparedRecording, as status: Int, applied: String?) -> OutgoingResponse {
    let answer = library.play(recorded, reading, applied: applied)
    guard recorded.status != status else { return answer }
    var response = answer.response
    response.status = status
    if HTTPStatus.isBodyless(status) {
      response.headers["Content-Type"] = nil
      response.body = .empty
    }
    return OutgoingResponse(response, delivery: answer.delivery)
  }

  /// Returns the first error example whose name satisfies a predicate.
  private func shown(status: Int?, _ isOne: (String) -> Bool) -> (failure: Failure, body: JSON)? {
    for failure in endpoint.failures where status.map(failure.statuses.contains) ?? true {
      if let example = failure.examples.first(where: { isOne($0.name) }) { return (failure, example.body) }
    }
    return nil
  }

  private static func letters(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

/// Preferences that couldn't be honored.
extension MockResponseWriter {
  /// Returns a description of the preferences that a response doesn't honor and of the values that would be valid, or
  /// `nil` if it honors all of them.
  private func ignored(_ preferences: Preferences, given decision: Decision) -> String? {
    var applied = AppliedPreferences()
    if case .preferred(let chosen) = decision.reason { applied = chosen }
    var sentences: [String] = []
    if let code = preferences["code"], applied.code == nil {
      let statuses = Set(
        recordings.all.map { StatusRange.exactly($0.status) } + endpoint.answers.map(\.statuses)
          + endpoint.failures.map(\.statuses))
      let known = Spelling.list(statuses.map(\.description).sorted(), limit: 20)
      sentences.append("code=\(code.prefix(40)): \(endpoint.id) has \(known)")
    }
    if let example = preferences["example"], applied.example == nil {
      var names = recordings.all.map(\.name)
      for failure in endpoint.failures where !names.contains(failure.name) { names.append(failure.name) }
      let isOther = preferences.code != nil && names.contains(example)
      let reason = isOther ? " with that code" : Spelling.suggestion(for: example, among: names)
      sentences.append("example=\(example.prefix(80)): \(endpoint.id) has no such recording or error\(reason)")
    }
    if let wait = preferences["wait"], preferences.wait == nil {
      sentences.append("wait=\(wait.prefix(40)): expected a whole number of seconds")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: ". ")
  }
}
