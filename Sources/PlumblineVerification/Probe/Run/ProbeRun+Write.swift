import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

extension ProbeRun {
  /// Determines whether a write exists at a place. This sends OPTIONS and GET, and other requests only with the user's
  /// permission.
  func examineWrite(
    _ line: Endpoint.RequestLine, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding {
    let endpoint = examination.endpoint
    if let finding = await documentedPost(line, identifiers, examination) { return finding }
    let place = place(endpoint, line, identifiers.absent)
    let word = await options(place, .methods, examination).word
    if let finding = await told(by: word, of: place, endpoint) { return finding }
    var reading: ProbeComparison?
    var said: ProbeFinding?
    if let request = examination.requests.read(place.asRead, .reading) {
      let compared = await compare(request, at: place.asRead, examination)
      said = await told(by: compared, of: place, identifiers, examination)
      reading = compared
    }
    // Don't stop at a login that only the GET needs: the write may not require it, and Allow may have been informative
    // without it.
    if let said, said.confidence > .low, said.kind != .blocked || permission == nil && word == .nothing { return said }
    let pathIsThere = await pathIsThere(place, reading, identifiers, examination)
    if !pathIsThere, let reading, let finding = await missing(place, reading, examination) { return finding }
    let attempt = Attempt(
      place: place, word: word, reading: reading, pathIsThere: pathIsThere, identifiers: identifiers)
    let written = await write(attempt, examination)
    if let written, written.kind != .inconclusive { return written }
    let blocked = said.flatMap { $0.kind == .blocked ? $0 : nil }
    var finding = blocked ?? written ?? said ?? undecided(attempt, examination)
    if finding.doubt == nil { finding.doubt = allowDoubt(word, reading) }
    return finding
  }

  /// Returns a Boolean value that indicates whether a GET of the place, with its own or existing identifiers, finds a
  /// route.
  private func pathIsThere(
    _ place: ProbePlace, _ reading: ProbeComparison?, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> Bool {
    if let reading, isRouted(reading) { return true }
    guard let existing = identifiers.existing else { return false }
    let place = ProbePlace(endpoint: place.endpoint, line: place.line, identifiers: existing).asRead
    guard contract.documentsReading(place.path), let request = examination.requests.read(place, .readingExisting) else {
      return false
    }
    return isRouted(await compare(request, at: place, examination))
  }

  private func isRouted(_ comparison: ProbeComparison) -> Bool {
    if case .routed(let confidence, _) = comparison.sign { confidence > .low } else { false }
  }

  /// Returns the finding that a GET of the same path supports: a 405 may list the methods that the path supports.
  private func told(
    by reading: ProbeComparison, of place: ProbePlace, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding? {
    let (endpoint, answer) = (examination.endpoint, reading.answer)
    switch reading.sign {
    case .methodRefused(let allow?, _, let sentence):
      if allow.contains(place.method.rawValue) {
        guard endpoint.condition.clauses.isEmpty else { return nil }
        return ProbeFinding(
          endpoint, .exists, .high, "A GET of this path is rejected, and Allow lists \(place.method).", by: answer)
      }
      if OptionsComparison(place: place, answer: answer, controls: reading.controls).listsSeveral {
        await sender.noteSeveralMethods()
      }
      guard await sender.listsAllMethods else { return nil }
      return ProbeFinding(
        endpoint, .methodMissing, .medium, "Allow lacks \(place.method): \(lowercased(sentence))", by: answer)
    case .methodRefused(nil, let confidence, _) where confidence > .low:
      return ProbeFinding(
        endpoint, .inconclusive, .low,
        "The path exists with a method other than GET (\(answer.summary)), most likely with \(place.method). "
          + more(at: place, examination), by: answer)
    case .moved(let path, _, let sentence):
      var finding = ProbeFinding(endpoint, .moved, .medium, sentence, by: answer)
      finding.place = "\(place.method) \(path)"
      return finding
    case .blocked where !examination.requests.isAnonymous(place.asRead), .unreachable:
      return conclude(reading, examination, isSure: false, pathIsThere: false, identifiers)
    case .routed where answer.asksForLogin && examination.lacking != nil && place.hasIdentifiers:
      return ProbeFinding(
        endpoint, .blocked, .high,
        "Without a login, there is no way to show that an item doesn't exist, so no \(place.method) is sent. To find out, "
          + "\(examination.lacking ?? "").", by: answer)
    case .routed where [.login, .forbidden].contains(answer.meaning) && !contract.documentsReading(place.path):
      return ProbeFinding(
        endpoint, .inconclusive, .low,
        "The path exists: the server resolves it before it checks the caller (\(answer.summary)). Whether it accepts the "
          + "method is unknown. "
          + more(at: place, examination), by: answer)
    default: return nil
    }
  }

  private func allowDoubt(_ word: OptionsComparison.Word, _ reading: ProbeComparison?) -> ProbeFinding
    .InconclusiveReason?
  {
    if case .lacks(let methods) = word { return .allow(methods) }
    if let reading, case .methodRefused(let allow?, _, _) = reading.sign {
      let methods = allow.filter { $0 != "OPTIONS" }
      return methods.isEmpty ? nil : .allow(methods)
    }
    return nil
  }

  /// Returns the finding that no permitted request is decisive.
  private func undecided(_ attempt: Attempt, _ examination: Examination) -> ProbeFinding {
    let place = attempt.place
    let why: String
    switch (attempt.word, attempt.reading) {
    case (.lacks(let methods), _):
      why = "The Allow header lists \(methods.joined(separator: ", ")) for this path, but the list may be incomplete."
    case (_, let reading?) where attempt.pathIsThere:
      why =
        "The path accepts GET (\(reading.answer.summary)), but OPTIONS doesn't say whether it accepts \(place.method)."
    case (_, let reading?): why = "OPTIONS and GET are inconclusive: \(lowercased(sentence(reading.sign)))"
    case (_, nil): why = "OPTIONS is inconclusive, and according to the contract, a GET here has side effects."
    }
    let need = place.hasIdentifiers ? examination.lacking.map { " To show that an item doesn't exist, \($0)." } : nil
    return ProbeFinding(
      examination.endpoint, .inconclusive, .low, "\(why) \(more(at: place, examination))\(need ?? "")",
      by: attempt.reading?.answer)
  }

  /// Returns the finding that a POST marked as `safe` in the contract gets a documented response, or `nil` for any
  /// other POST or response.
  ///
  /// The same request isn't sent to impossible paths, because the contract doesn't mark POSTs to them as safe.
  /// Therefore, only a response that conforms to the contract counts.
  private func documentedPost(
    _ line: Endpoint.RequestLine, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding? {
    let place = place(examination.endpoint, line, identifiers.existing ?? identifiers.absent)
    guard let request = examination.requests.documented(place, .documented) else { return nil }
    let answer = await sender.answer(to: request)
    examination.note(answer, as: examination.role)
    guard answer.meaning == .success,
      !Inspector(contract).inspect(answer.exchange).contains(where: {
        $0.severity == .breaking && $0.rule.group == .response
      })
    else { return nil }
    return ProbeFinding(
      examination.endpoint, .exists, .high,
      "The contract marks the request as safe, so it was sent as documented, and got a documented response "
        + "(\(answer.summary)).",
      by: answer)
  }
}
