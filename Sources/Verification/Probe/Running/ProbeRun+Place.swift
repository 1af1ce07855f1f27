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
    let place = place(endpoint, line, identifiers.existing ?? identifiers.absent)
    let reading = await compare(examination.requests.read(place), at: place, examination)
    let isSure = !place.hasIdentifiers || identifiers.isSure
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
    let attempt = await write(absent, examination)
    guard let attempt else {
      return await withoutWriting(absent, identifiers, word, examination)
    }
    var decisive = attempt
    var isSure = !absent.hasIdentifiers
    var isEmpty = false
    if case .unclear = decisive.sign, let empty = examination.requests.empty(absent) {
      decisive = await compare(empty, at: absent, examination)
      isEmpty = true
    }
    if case .nonsense = decisive.sign, !isSure, let existing = identifiers.existing {
      let place = place(endpoint, line, existing)
      let requests = examination.requests
      if let request = isEmpty ? requests.empty(place) : requests.malformed(place) {
        let second = await compare(request, at: place, examination)
        // A guess that turns out to be nobody's item tells no more than the absent one.
        if case .nonsense = second.sign {
          isSure = identifiers.isSure
        } else {
          decisive = second
        }
      }
    }
    if case .nonsense = decisive.sign {
      let reading = await compare(examination.requests.read(absent.asRead), at: absent.asRead, examination)
      var pathIsThere = isRouted(reading)
      // The server says of items that they are missing, and it doesn't say so here: then it is the route.
      if reading.showsMissingItem, !decisive.answer.isLikeMissing(reading.answer) { isSure = true }
      if let existing = identifiers.existing, !pathIsThere {
        let place = place(endpoint, line, existing).asRead
        pathIsThere = isRouted(await compare(examination.requests.read(place), at: place, examination))
      }
      if case .lacks(let methods) = word {
        return ProbeFinding(
          endpoint, .methodMissing, pathIsThere || isSure ? .high : .medium,
          "OPTIONS lists \(methods.joined(separator: ", ")) for this path and not \(line.method), and "
            + lowercased(sentence(decisive.sign)), by: decisive.answer)
      }
      return conclude(decisive, examination, isSure: isSure, pathIsThere: pathIsThere, identifiers)
    }
    if let finding = told(by: word, of: absent, decisive, endpoint, isSure: isSure) { return finding }
    return conclude(decisive, examination, isSure: isSure, pathIsThere: false, identifiers)
  }

  /// A write that can't have an effect; `nil` where there is none.
  private func write(_ place: ProbePlace, _ examination: Examination) async -> ProbeComparison? {
    if let request = examination.requests.malformed(place) { return await compare(request, at: place, examination) }
    guard examination.requests.writesForbidden == nil, place.hasIdentifiers,
      let absence = await absence(of: place, examination),
      let request = examination.requests.absent(place, absence)
    else { return nil }
    return await compare(request, at: place, examination, isFresh: true)
  }

  /// What OPTIONS and GET tell where nothing else may be sent.
  private func withoutWriting(
    _ place: ProbePlace, _ identifiers: ProbeIdentifiers, _ word: OptionsComparison.Word, _ examination: Examination
  ) async -> ProbeFinding {
    let endpoint = examination.endpoint
    let why =
      examination.requests.writesForbidden.map { "Only OPTIONS and GET were sent, since \($0)" }
      ?? "No other request is surely harmless here"
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
        endpoint, .inconclusive, .low, "\(why), and they don't tell: \(lowercased(sentence(reading.sign)))",
        by: reading.answer)
    }
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
