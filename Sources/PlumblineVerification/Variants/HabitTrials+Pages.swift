import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Trials with lists of more than one page.
extension HabitTrials {
  /// A member that indicates whether another page follows.
  private struct Sign {
    let role: Paging.Role
    let place: JSONPointer
    /// The body with a value of the member that has the opposite meaning.
    let changed: JSON
    /// The body with a value of the member that indicates that a page follows.
    let continuing: JSON
  }

  /// Returns a finding if the client neither requests the next page nor reports to its caller that there is one.
  ///
  /// A method that returns one page with its `has_more` leaves the next page to its caller. A client may also rely on
  /// the number of items or pages. If the value can't be compared, there is no verdict.
  func missedPages() async throws -> Drift? {
    guard exchange.count == 1, maker.stream == nil, let body = maker.body else { return nil }
    let signs = signs(in: body)
    guard let shown = signs.first(where: { $0.role == .more || $0.role == .next }) else { return nil }
    let ordinary = maker.whole("the ordinary answer", body)
    guard let usual = try await runner.reflection(of: ordinary, in: exchange, on: lane) else { return nil }
    for sign in signs {
      let trial = try await trial(maker.answering(sign.changed), showingValue: true)
      guard trial.requests.count == 1, case .success(let text) = trial.result, text == usual else { return nil }
    }
    let request = maker.ordinary.request
    var drift = finding(
      Rule.client.missesPages, Exchange(request: request, response: maker.answering(shown.continuing)),
      expected: "a request for the next page, or a value that shows that it exists",
      actual: "the same value as without a next page", detail: "pages",
      "The response says that another page follows (\(shown.place)), but the client neither requests that page nor "
        + "exposes it to its caller.")
    drift.pointer = JSONPointer(tokens: ["response", "body"] + shown.place.tokens)
    return drift
  }

  /// Returns the members of a list's body that can indicate whether more items follow.
  private func signs(in body: JSON) -> [Sign] {
    let contract = plan.contract
    let reading = RequestReading(maker.ordinary.request, for: maker.endpoint, persona: maker.persona)
    guard let index = maker.endpoint.answerIndex(status: maker.response.status, for: reading),
      let rule = maker.endpoint.states.first(where: { $0.action == .list })
    else { return [] }
    let carried = maker.endpoint.answers[index].others
    var members: [(place: JSONPointer, member: ResponseFrame.Member)] = []
    if rule.frames.indices.contains(index) {
      for member in rule.frames[index].members { members.append((contract.payloadPlace + member.place, member)) }
    }
    for slot in contract.envelope?.others ?? [] where carried.contains(slot.name) {
      for member in slot.frame.members { members.append((slot.place + member.place, member)) }
    }
    return members.compactMap { place, member in
      guard let paging = member.paging, let value = otherValue(paging, member, body.at(place)),
        let changed = changed(body, at: place, to: value)
      else { return nil }
      let isContinuing = paging.role == .more && body.at(place)?.bool == true
      return Sign(role: paging.role, place: place, changed: changed, continuing: isContinuing ? body : changed)
    }
  }

  /// Returns the value that indicates that more items follow, or that none do if the ordinary value already indicates
  /// more. Returns `nil` if there is no such value.
  private func otherValue(_ paging: Paging, _ member: ResponseFrame.Member, _ value: JSON?) -> JSON? {
    switch (paging.role, paging.form) {
    case (.more, _): return JSON(value?.bool != true)
    case (.total, _), (.pages, _): return value?.int.map { JSON($0 + 100) }
    case (.next, .value):
      return paging.samples.first { $0 != value && member.schema.isValid($0) }
    case (.next, .url): return JSON("\(lane.baseURL)\(maker.ordinary.request.target)")
    case (.next, .reference): return JSON(maker.ordinary.request.target)
    default: return Optional<JSON>.none
    }
  }

  private func changed(_ body: JSON, at place: JSONPointer, to value: JSON) -> JSON? {
    if body.at(place) != nil { return body.replacing(place, with: value) }
    guard let parent = place.parent, let name = place.tokens.last else { return Optional<JSON>.none }
    return body.inserting(key: name, value: value, at: parent)
  }
}
