import PlumblineContractModel
import PlumblineHTTPMessages

extension ProbeRun {
  /// Determines whether an endpoint exists with one of its request lines.
  func examine(
    _ line: Endpoint.RequestLine, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding {
    let endpoint = examination.endpoint
    if let reason = await sender.reasonToStop {
      return ProbeFinding(endpoint, .unreachable, .high, "No request was sent: \(reason).")
    }
    switch (line.method.isReading, endpoint.isSafe) {
    case (true, true): return await examineRead(line, identifiers, examination)
    case (true, false): return await examineChangingRead(line, identifiers, examination)
    case (false, _): return await examineWrite(line, identifiers, examination)
    }
  }

  /// Examines a GET or HEAD that changes nothing, so it can be sent as documented.
  private func examineRead(
    _ line: Endpoint.RequestLine, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding {
    let candidates = identifiers.forReading
    var finding = await examineRead(line, candidates[0], identifiers, examination)
    // The made-up identifier may be what is missing, while a recorded one exists.
    for tried in candidates.dropFirst() where finding.doubt != nil {
      let other = await examineRead(line, tried, identifiers, examination)
      if other.doubt == nil { finding = other }
    }
    return finding
  }

  private func examineRead(
    _ line: Endpoint.RequestLine, _ tried: [String], _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding {
    let endpoint = examination.endpoint
    let place = place(endpoint, line, tried)
    let isOfNothing = place.hasIdentifiers && tried != identifiers.existing
    guard let request = examination.requests.read(place, isOfNothing ? .documentedOfNothing : .documented) else {
      return ProbeFinding(
        endpoint, .inconclusive, .low, "According to the contract, a GET of this path has side effects.")
    }
    let reading = await compare(request, at: place, examination)
    let isSure = !place.hasIdentifiers || identifiers.isSure
    switch reading.sign {
    case .nonsense, .blocked, .unclear, .gone, .routed(.low, _):
      let word = await options(place, .methodsAfterReading, examination).word
      if let finding = told(by: word, of: place, reading, endpoint, isSure: isSure) { return finding }
    default: break
    }
    return conclude(reading, examination, isSure: isSure, pathIsThere: false, identifiers)
  }

  /// Examines a GET that changes something according to the contract, such as marking an item as read. It requests a
  /// missing item, which it can't change.
  private func examineChangingRead(
    _ line: Endpoint.RequestLine, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding {
    let endpoint = examination.endpoint
    let place = place(endpoint, line, identifiers.absent)
    let word = await options(place, .methods, examination).word
    if let finding = await told(by: word, of: place, endpoint) { return finding }
    guard let absence = await absence(of: place, examination),
      let request = examination.requests.absent(place, absence, .changingReadOfNothing)
    else {
      return ProbeFinding(
        endpoint, .inconclusive, .low,
        "According to the contract, a \(line.method) here has side effects, so none was sent"
          + (place.hasIdentifiers ? ": no GET shows that its identifiers are unused" : "")
          + ". OPTIONS is inconclusive, and --allow-writes permits nothing else.")
    }
    let reading = await compare(request, at: place, examination, isFresh: true)
    return conclude(reading, examination, isSure: false, pathIsThere: false, identifiers)
  }

  /// Returns the finding that OPTIONS alone supports, or `nil` if it is inconclusive.
  func told(by word: OptionsComparison.Word, of place: ProbePlace, _ endpoint: Endpoint) async -> ProbeFinding? {
    switch word {
    case .lists:
      return ProbeFinding(endpoint, .exists, .high, listing(word, place))
    case .permits:
      return ProbeFinding(endpoint, .exists, .medium, listing(word, place))
    case .lacks(let methods):
      guard await sender.listsAllMethods else { return nil }
      return ProbeFinding(
        endpoint, .methodMissing, .medium,
        "OPTIONS lists \(methods.joined(separator: ", ")) for this path, but not \(place.method).")
    case .nothing: return nil
    }
  }

  /// Asks the server for the methods of a path.
  ///
  /// - Parameter isWhole: A Boolean value that indicates whether to compare with impossible paths even if there is no
  ///   Allow.
  func options(
    _ place: ProbePlace, _ step: ProbeStep, _ examination: Examination, isWhole: Bool = false
  ) async -> OptionsComparison {
    let compared = await compare(examination.requests.options(place, step), at: place, examination, isWhole: isWhole)
    var comparison = OptionsComparison(place: place, answer: compared.answer, controls: compared.controls)
    if comparison.isRefused {
      comparison.preflight = await compare(
        examination.requests.preflight(place, step), at: place, examination, isWhole: true)
    }
    if comparison.listsSeveral { await sender.noteSeveralMethods() }
    return comparison
  }
}
