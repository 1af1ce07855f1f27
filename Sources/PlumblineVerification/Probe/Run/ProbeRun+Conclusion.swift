import PlumblineContractModel
import PlumblineReporting

extension ProbeRun {
  /// Returns the finding that OPTIONS supports if a request to the endpoint wasn't decisive.
  func told(
    by word: OptionsComparison.Word, of place: ProbePlace, _ comparison: ProbeComparison, _ endpoint: Endpoint,
    isSure: Bool
  ) -> ProbeFinding? {
    let answer = comparison.answer
    switch (word, comparison.sign) {
    case (.nothing, _), (_, .methodRefused), (_, .moved), (_, .unreachable): return nil
    // The response is a page rather than the API's, although the method is known to exist here.
    case (_, .routed(.low, let sentence)) where word.isListing:
      return ProbeFinding(endpoint, .exists, .medium, "\(listing(word, place)) \(sentence)", by: answer)
    case (_, .routed): return nil
    case (_, .nonsense(let sentence)) where isSure && word.isListing, (_, .gone(let sentence)) where word.isListing:
      return ProbeFinding(
        endpoint, .inconclusive, .low, "\(listing(word, place)) However, \(lowercased(sentence))", by: answer)
    case (.lists, _): return ProbeFinding(endpoint, .exists, .high, listing(word, place), by: answer)
    case (.permits, _): return ProbeFinding(endpoint, .exists, .medium, listing(word, place), by: answer)
    case (.lacks(let methods), _):
      return ProbeFinding(
        endpoint, .methodMissing, isSure && comparison.sign.isNonsense ? .high : .medium,
        "OPTIONS lists \(methods.joined(separator: ", ")) for this path, but not \(place.method).", by: answer)
    }
  }

  /// Returns a sentence about an OPTIONS or preflight response that lists a method.
  func listing(_ word: OptionsComparison.Word, _ place: ProbePlace) -> String {
    let who = word == .permits ? "A CORS preflight" : "OPTIONS"
    return "\(who) lists \(place.method) for this path, but not for a path that can't exist."
  }

  /// Returns the finding from a comparison.
  ///
  /// - Parameters:
  ///   - isSure: A Boolean value that indicates whether a missing item can't be the reason.
  ///   - pathIsThere: A Boolean value that indicates whether the path is known to support GET.
  func conclude(
    _ comparison: ProbeComparison, _ examination: Examination, isSure: Bool, pathIsThere: Bool,
    _ identifiers: ProbeIdentifiers
  ) -> ProbeFinding {
    let endpoint = examination.endpoint
    let answer = comparison.answer
    switch comparison.sign {
    case .routed(let confidence, let sentence):
      return ProbeFinding(endpoint, .exists, confidence, sentence, by: answer)
    case .methodRefused(_, let confidence, let sentence):
      return ProbeFinding(endpoint, .methodMissing, confidence, sentence, by: answer)
    case .gone(let sentence):
      return ProbeFinding(endpoint, .missing, .medium, sentence, by: answer)
    case .moved(let path, let confidence, let sentence):
      var finding = ProbeFinding(endpoint, .moved, confidence, sentence, by: answer)
      finding.place = "\(comparison.place.method) \(path)"
      return finding
    case .blocked(let sentence):
      let need =
        examination.lacking.map { " To find out, \($0)." } ?? " The credentials that were sent were not accepted."
      return ProbeFinding(endpoint, .blocked, .high, sentence + need, by: answer)
    case .unclear(let sentence):
      return ProbeFinding(endpoint, .inconclusive, .low, sentence, by: answer)
    case .unreachable(let sentence):
      return ProbeFinding(endpoint, .unreachable, .high, sentence, by: answer)
    case .nonsense(let sentence):
      guard isSure else {
        if let foreign = foreign(answer, endpoint) {
          return absent(endpoint, "\(sentence) \(foreign)", pathIsThere: pathIsThere, .medium, answer)
        }
        var finding = ProbeFinding(
          endpoint, .inconclusive, .low,
          "\(sentence) A missing item may get the same response, and the probe knows of no existing item to try.",
          by: answer)
        finding.doubt = .item(
          pathIsThere: pathIsThere, isAnonymous: examination.lacking != nil && !endpoint.authentication.isOptional)
        return finding
      }
      return absent(endpoint, sentence, pathIsThere: pathIsThere, identifiers.basis == .given ? .medium : .high, answer)
    }
  }

  /// Returns the reason why a response isn't the endpoint's own "no such item", or `nil` if it may be.
  private func foreign(_ answer: ProbeResponse, _ endpoint: Endpoint) -> String? {
    let failures = endpoint.failures.filter { endpoint.occasions(of: $0).contains(.missing) }
    // An error that isn't in the envelope may have any shape.
    guard contract.envelope != nil, failures.allSatisfy(\.isEnveloped) else {
      return nil
    }
    if !answer.isEnveloped {
      return "The response isn't in the API's own format either, so no handler reported a missing item."
    }
    let codes = failures.flatMap(\.codes)
    guard let code = answer.code, !codes.isEmpty, !codes.contains(code),
      failures.allSatisfy({ $0.standing == .documented && !$0.codes.isEmpty })
    else { return nil }
    return
      "For a missing item, the contract documents the code \(codes.map(\.description).joined(separator: " or ")), not "
      + "\(code.description.prefix(60))."
  }

  /// Returns the finding that the route doesn't exist, either at all or with this method.
  func absent(
    _ endpoint: Endpoint, _ sentence: String, pathIsThere: Bool, _ confidence: Report.Verdict.Confidence,
    _ answer: ProbeResponse?
  ) -> ProbeFinding {
    pathIsThere
      ? ProbeFinding(
        endpoint, .methodMissing, confidence,
        "The path accepts GET, but not \(endpoint.request.method): \(lowercased(sentence))", by: answer)
      : ProbeFinding(endpoint, .missing, confidence, sentence, by: answer)
  }

  func sentence(_ sign: ProbeSign) -> String {
    switch sign {
    case .routed(_, let text), .methodRefused(_, _, let text), .nonsense(let text), .gone(let text), .blocked(let text),
      .moved(_, _, let text), .unclear(let text), .unreachable(let text):
      text
    }
  }

  func lowercased(_ sentence: String) -> String { sentence.prefix(1).lowercased() + sentence.dropFirst() }
}
