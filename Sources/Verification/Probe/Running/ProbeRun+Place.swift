import ContractModel
import HTTPMessages

extension ProbeRun {
  /// Whether an endpoint is at one of its places.
  func examine(
    _ line: Endpoint.RequestLine, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding {
    if let reason = await sender.reasonToStop {
      return ProbeFinding(examination.endpoint, .unreachable, .high, "It was not asked: \(reason).")
    }
    return line.method.isSafe
      ? await examineRead(line, identifiers, examination) : await examineWrite(line, identifiers, examination)
  }

  // MARK: - Reads

  private func examineRead(
    _ line: Endpoint.RequestLine, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding {
    let endpoint = examination.endpoint
    // What a GET does to an item, such as marking it read, it can't do to one that isn't there.
    let place = place(endpoint, line, endpoint.isSafe ? identifiers.existing ?? identifiers.absent : identifiers.absent)
    guard endpoint.isSafe || place.hasIdentifiers else {
      let word = await options(place, examination)
      let why = "The contract says that a \(line.method) here changes something, so none was sent"
      switch word {
      case .lists:
        return ProbeFinding(
          endpoint, .exists, .high, "OPTIONS lists \(line.method) for this path, and not for a path that can't exist.")
      case .lacks(let methods):
        return ProbeFinding(
          endpoint, .methodMissing, .medium,
          "OPTIONS lists \(methods.joined(separator: ", ")) for this path and not \(line.method). \(why).")
      case .nothing: return ProbeFinding(endpoint, .inconclusive, .low, "\(why), and OPTIONS doesn't tell.")
      }
    }
    let reading = await compare(examination.requests.read(place), at: place, examination)
    let isSure = !place.hasIdentifiers || identifiers.isSure && endpoint.isSafe
    switch reading.sign {
    case .nonsense, .blocked, .unclear:
      let word = await options(place, examination)
      if let finding = told(by: word, of: place, reading, endpoint, isSure: isSure) { return finding }
    default: break
    }
    return conclude(reading, examination, isSure: isSure, pathIsThere: false, identifiers)
  }

  // MARK: - Writes

  private func examineWrite(
    _ line: Endpoint.RequestLine, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> ProbeFinding {
    let endpoint = examination.endpoint
    let absent = place(endpoint, line, identifiers.absent)
    let word = await options(absent, examination)
    if word == .lists {
      return ProbeFinding(
        endpoint, .exists, .high, "OPTIONS lists \(line.method) for this path, and not for a path that can't exist.")
    }
    guard var attempt = await write(absent, identifiers, examination) else {
      return await withoutWriting(absent, identifiers, word, examination)
    }
    if attempt.saysMissing {
      guard await refusesOtherMethods(attempt, absent, examination) else {
        return ProbeFinding(
          endpoint, .inconclusive, .low,
          "The server says that the item isn't there (\(attempt.decisive.answer.summary)), and says it to a method too that "
            + "the contract doesn't have here: it looks for items before it looks at methods.",
          by: attempt.decisive.answer)
      }
    }
    guard attempt.decisive.sign.isNonsense else {
      if let finding = told(by: word, of: absent, attempt.decisive, endpoint, isSure: attempt.isSure) { return finding }
      return conclude(attempt.decisive, examination, isSure: attempt.isSure, pathIsThere: false, identifiers)
    }
    let reading = await compare(examination.requests.read(absent.asRead), at: absent.asRead, examination)
    var pathIsThere = isRouted(reading)
    // The server says of items that they are missing, and it doesn't say so here: then it is the route.
    if reading.showsMissingItem, !attempt.decisive.answer.isLikeMissing(reading.answer) { attempt.isSure = true }
    if let existing = identifiers.existing, !pathIsThere, isHarmlessToRead(place(endpoint, line, existing)) {
      let place = place(endpoint, line, existing).asRead
      pathIsThere = isRouted(await compare(examination.requests.read(place), at: place, examination))
    }
    if case .lacks(let methods) = word {
      return ProbeFinding(
        endpoint, .methodMissing, pathIsThere || attempt.isSure ? .high : .medium,
        "OPTIONS lists \(methods.joined(separator: ", ")) for this path and not \(line.method), and "
          + lowercased(sentence(attempt.decisive.sign)), by: attempt.decisive.answer)
    }
    return conclude(attempt.decisive, examination, isSure: attempt.isSure, pathIsThere: pathIsThere, identifiers)
  }

  /// A write that can't have an effect, and what the ones after it made of it; `nil` where there is none.
  private func write(
    _ absent: ProbePlace, _ identifiers: ProbeIdentifiers, _ examination: Examination
  ) async -> WriteAttempt? {
    let requests = examination.requests
    guard let malformed = requests.malformed(absent) else {
      guard requests.writesForbidden == nil, absent.hasIdentifiers,
        let absence = await absence(of: absent, examination), let request = requests.absent(absent, absence)
      else { return nil }
      let comparison = await compare(request, at: absent, examination, isFresh: true)
      return WriteAttempt(decisive: comparison, isSure: false, absence: absence)
    }
    var attempt = WriteAttempt(
      decisive: await compare(malformed, at: absent, examination), isSure: !absent.hasIdentifiers, absence: nil)
    var isEmpty = false
    if case .unclear = attempt.decisive.sign, let empty = requests.empty(absent) {
      attempt.decisive = await compare(empty, at: absent, examination)
      isEmpty = true
    }
    guard attempt.decisive.sign.isNonsense || attempt.saysMissing, !attempt.isSure, let existing = identifiers.existing
    else { return attempt }
    let place = place(examination.endpoint, absent.line, existing)
    guard let request = isEmpty ? requests.empty(place) : requests.malformed(place) else { return attempt }
    let second = await compare(request, at: place, examination)
    switch second.sign {
    case .nonsense where identifiers.isSure:
      attempt.decisive = second
      attempt.isSure = true
    // A guess that turns out to be nobody's item tells no more than the absent one.
    case .nonsense: break
    case .routed, .methodRefused, .moved: attempt.decisive = second
    case .gone, .blocked, .unclear, .unreachable: if attempt.decisive.sign.isNonsense { attempt.decisive = second }
    }
    return attempt
  }

  /// Whether the server tells methods apart before it looks for the item: a method that the contract doesn't have at this path
  /// gets another answer. True where that can't be tried.
  private func refusesOtherMethods(
    _ attempt: WriteAttempt, _ absent: ProbePlace, _ examination: Examination
  ) async -> Bool {
    guard let absence = attempt.absence, let request = examination.requests.otherMethod(absent, absence) else {
      return true
    }
    let answer = await sender.answer(to: request)
    examination.note(answer, as: .control)
    return !answer.isLikeMissing(attempt.decisive.answer)
  }

  /// What OPTIONS and GET tell where nothing else may be sent.
  private func withoutWriting(
    _ place: ProbePlace, _ identifiers: ProbeIdentifiers, _ word: OptionsComparison.Word, _ examination: Examination
  ) async -> ProbeFinding {
    let endpoint = examination.endpoint
    let why =
      examination.requests.writesForbidden.map { "Only OPTIONS and GET were sent, since \($0)" }
      ?? (place.hasIdentifiers
        ? "No GET shows that an item isn't there, so no \(place.method) was sent"
        : "No \(place.method) is surely harmless here, since the contract requires no field of its body")
    if case .lacks(let methods) = word {
      return ProbeFinding(
        endpoint, .methodMissing, .medium,
        "OPTIONS lists \(methods.joined(separator: ", ")) for this path and not \(place.method). \(why).")
    }
    let reading = await compare(examination.requests.read(place.asRead), at: place.asRead, examination)
    switch reading.sign {
    case .methodRefused(let allow?, _, _) where allow.contains(place.method.rawValue):
      return ProbeFinding(
        endpoint, .exists, .high, "A GET of this path is refused, and Allow lists \(place.method).",
        by: reading.answer)
    case .methodRefused(_?, _, let sentence):
      return ProbeFinding(endpoint, .methodMissing, .medium, "\(sentence) \(why).", by: reading.answer)
    case .methodRefused(nil, let confidence, _) where confidence > .low:
      return ProbeFinding(
        endpoint, .exists, .low,
        "The path is there with another method than GET (\(reading.answer.summary)); most likely \(place.method). \(why).",
        by: reading.answer)
    case .blocked, .unreachable:
      return conclude(reading, examination, isSure: false, pathIsThere: false, identifiers)
    case .routed where reading.answer.asksForLogin && examination.lacking != nil:
      return ProbeFinding(
        endpoint, .blocked, .high,
        "Without a login nothing shows that an item isn't there, and without that no \(place.method) is sent. To tell, "
          + "\(examination.lacking ?? "").", by: reading.answer)
    default:
      return ProbeFinding(
        endpoint, .inconclusive, .low, "\(why), and a GET doesn't tell: \(lowercased(sentence(reading.sign)))",
        by: reading.answer)
    }
  }

  /// Whether the contract has no GET at a place that changes something.
  func isHarmlessToRead(_ place: ProbePlace) -> Bool {
    guard case .found(let endpoint) = contract.router.route(.get, path: place.path) else { return true }
    return endpoint.isSafe
  }

  private func isRouted(_ comparison: ProbeComparison) -> Bool {
    switch comparison.sign {
    case .routed(let confidence, _): confidence > .low
    default: false
    }
  }

  private func options(_ place: ProbePlace, _ examination: Examination) async -> OptionsComparison.Word {
    let comparison = await compare(examination.requests.options(place), at: place, examination)
    return OptionsComparison(place: place, answer: comparison.answer, controls: comparison.controls).word
  }
}
