import PlumblineContractModel
import PlumblineHTTPMessages

extension ProbeRun {
  /// The inconclusive results of OPTIONS and GET at the path of a write.
  struct Attempt {
    let place: ProbePlace
    let word: OptionsComparison.Word
    /// A GET of the same path, with identifiers that should be unused, or `nil` if none is harmless.
    let reading: ProbeComparison?
    /// A Boolean value that indicates whether the path is known to support GET.
    let pathIsThere: Bool
    let identifiers: ProbeIdentifiers
  }

  /// Sends the one write that the user's permission allows at a place, and returns its finding. Returns `nil` if there
  /// is no such write, or if its response isn't decisive.
  func write(_ attempt: Attempt, _ examination: Examination) async -> ProbeFinding? {
    let place = attempt.place
    guard permission != nil else { return nil }
    guard place.hasIdentifiers else {
      guard leavesBodiesUnfinished, let request = examination.requests.unfinished(place),
        hasControls(request, place, examination)
      else { return nil }
      let comparison = await compare(request, at: place, examination)
      if let finding = told(by: attempt.word, of: place, comparison, examination.endpoint, isSure: true) {
        return finding
      }
      return conclude(
        comparison, examination, isSure: true, pathIsThere: attempt.pathIsThere, attempt.identifiers)
    }
    guard let absence = await absence(of: place, examination) else { return nil }
    return place.method == .post || place.method == .delete
      ? await writeToNothing(attempt, absence, examination)
      : await refusalOfOtherMethod(attempt, absence, examination)
  }

  private func hasControls(_ request: HarmlessRequest, _ place: ProbePlace, _ examination: Examination) -> Bool {
    ProbePlace.Control.allCases.contains { examination.requests.control(request, of: place, $0) != nil }
  }

  /// Sends a POST or DELETE for a missing item.
  private func writeToNothing(
    _ attempt: Attempt, _ absence: Absence, _ examination: Examination
  ) async -> ProbeFinding? {
    let place = attempt.place
    guard let request = examination.requests.absent(place, absence, .writeToNothing),
      hasControls(request, place, examination)
    else {
      return nil
    }
    let comparison = await compare(request, at: place, examination, isFresh: true)
    let answer = comparison.answer
    if case .routed = comparison.sign, answer.meaning == .notFound,
      let other = examination.requests.otherMethod(place, absence, .otherMethodOfNothing)
    {
      let control = await sender.answer(to: other.request)
      examination.note(control, as: .control)
      guard !control.isLikeMissing(answer) else {
        return ProbeFinding(
          examination.endpoint, .inconclusive, .low,
          "The server says that the item doesn't exist (\(answer.summary)), even for a method that the contract "
            + "doesn't list here, so it looks up the item before it checks the method.", by: answer)
      }
    }
    // If the server reports missing items elsewhere but not here, the route is missing.
    let isSure =
      comparison.sign.isNonsense
      && attempt.reading.map { $0.showsMissingItem && !answer.isLikeMissing($0.answer) } ?? false
    if let finding = told(by: attempt.word, of: place, comparison, examination.endpoint, isSure: isSure) {
      return finding
    }
    return conclude(
      comparison, examination, isSure: isSure, pathIsThere: attempt.pathIsThere, attempt.identifiers)
  }

  /// Returns the finding about a method that is never sent, based on how the server rejects another method that the
  /// contract doesn't document for the path.
  private func refusalOfOtherMethod(
    _ attempt: Attempt, _ absence: Absence, _ examination: Examination
  ) async -> ProbeFinding? {
    guard let other = examination.requests.otherMethod(attempt.place, absence, .refusalOfOtherMethod),
      hasControls(other.request, other.place, examination)
    else { return nil }
    let (endpoint, method) = (examination.endpoint, attempt.place.method)
    let comparison = await compare(other.request, at: other.place, examination, isFresh: true)
    guard case .methodRefused(let allow?, _, let sentence) = comparison.sign else { return nil }
    if allow.contains(method.rawValue) {
      return ProbeFinding(
        endpoint, .exists, .high, "A \(other.place.method) of this path is rejected, and Allow lists \(method).",
        by: comparison.answer)
    }
    if OptionsComparison(place: other.place, answer: comparison.answer, controls: comparison.controls).listsSeveral {
      await sender.noteSeveralMethods()
    }
    guard await sender.listsAllMethods else { return nil }
    return ProbeFinding(
      endpoint, .methodMissing, .medium, "Allow lacks \(method): \(lowercased(sentence))", by: comparison.answer)
  }

  // MARK: - Requests that weren't sent

  /// Returns a sentence that says which requests could still be sent at a place, or why there are none.
  func more(at place: ProbePlace, _ examination: Examination) -> String {
    if let writesForbidden { return "Nothing more is sent, because \(writesForbidden)." }
    let limit = limit(at: place)
    guard permission == nil else {
      if let limit { return "Even with --allow-writes, nothing more is sent: \(limit)." }
      return place.hasIdentifiers && !examination.hasShownAbsence
        ? "No GET could show that an item doesn't exist, so --allow-writes didn't add any requests."
        : "The requests with --allow-writes are inconclusive as well."
    }
    return limit.map { "--allow-writes wouldn't help: \($0)." }
      ?? "--allow-writes would also permit \(permitted(at: place))."
  }

  /// Returns a description of the requests that the user's permission allows at a place.
  private func permitted(at place: ProbePlace) -> String {
    switch place.method {
    case _ where !place.hasIdentifiers: "a POST whose body never completes"
    case .post: "a malformed POST to an item that doesn't exist"
    case .delete: "a DELETE of an item that doesn't exist"
    default: "a POST or DELETE of an item that doesn't exist, whose error may list the methods"
    }
  }

  /// Returns the reason why no write is sent at a place, regardless of flags, or `nil` if one may be.
  private func limit(at place: ProbePlace) -> String? {
    switch (place.method, place.hasIdentifiers) {
    case (.post, true), (.delete, true): return nil
    case (_, true):
      let hasOther = [HTTPMethod.post, .delete].contains { method in
        contract.router.endpoints(method, path: place.path).isEmpty
      }
      return hasOther
        ? nil
        : "a \(place.method) is never sent, and because this path accepts both POST and DELETE, neither can provoke a 405"
    case (.post, false):
      guard place.endpoint.requiresField else { return "the contract doesn't require any field in this POST's body" }
      return leavesBodiesUnfinished ? nil : "a body can be left unfinished only over plain HTTP"
    case (.delete, false): return "a DELETE is sent only for an item that doesn't exist, and this path names no item"
    default: return "a \(place.method) is never sent"
    }
  }
}
