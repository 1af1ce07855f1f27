import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// A check that calls read-only endpoints without one of their required credentials, and one endpoint with a wrong
/// credential.
///
/// Combinations that the run's calls have already tried aren't repeated. The check ends as soon as the server throttles
/// the caller or locks it out. Passwords, cookies and logins are never tried, to avoid locking accounts.
struct CredentialCheck: Sendable {
  static let name = "requires each of its credentials"
  /// The number of endpoints that must ignore a credential before the check stops trying it.
  private static let enough = 3

  /// The state of the check so far.
  private struct Progress {
    var ignored: [String: Int] = [:]
    var hasShownWrong = false
    /// The reason to end the check.
    var end: String?
  }

  let context: CheckContext

  private var contract: Contract { context.contract }

  func outcomes() async -> [CallOutcome] {
    // Try documented endpoints first, because an ignored credential isn't tried on every endpoint.
    let judged = contract.endpoints.filter { Self.isJudged($0) && context.isAsked($0, Self.name) }
    let samples =
      (judged.filter { $0.standing == .documented } + judged.filter { $0.standing != .documented })
      .compactMap { sample(of: $0) }
    if let reason = context.turnedAway {
      let first = samples.prefix(1)
      return first.compactMap { context.outcome(of: $0.endpoint, Self.name, [.undecided(reason)]) }
    }
    var outcomes: [CallOutcome] = []
    var progress = Progress()
    for sample in samples {
      guard progress.end == nil, context.goesOn else { break }
      var exchanges: [Exchange] = []
      let verdicts = await judge(sample, &progress, &exchanges)
      if let outcome = context.outcome(of: sample.endpoint, Self.name, verdicts, exchanges: exchanges) {
        outcomes.append(outcome)
      }
    }
    return outcomes
  }

  /// Returns a Boolean value that indicates whether an endpoint requires exactly one set of credentials and documents
  /// no success without it.
  private static func isJudged(_ endpoint: Endpoint) -> Bool {
    let sessions: [StateRule.Action] = [.login, .refresh, .logout]
    return endpoint.isSafe && endpoint.authentication.alternatives.count == 1 && !endpoint.authentication.isOptional
      && !endpoint.states.contains { sessions.contains($0.action) }
      && !endpoint.answers.contains { $0.condition.clauses.contains(where: \.isAboutCaller) }
  }

  /// Returns a success whose request has exactly the required credentials.
  private func sample(of endpoint: Endpoint) -> Sample? {
    let names = Set(endpoint.authentication.names)
    return context.samples.all(of: endpoint).first { names.isSubset(of: $0.credentials.keys) }
  }

  private func judge(_ sample: Sample, _ progress: inout Progress, _ exchanges: inout [Exchange]) async -> [Verdict] {
    let names = sample.endpoint.authentication.names
    let needed = sample.credentials.filter { names.contains($0.key) }
    var verdicts: [Verdict] = []
    for name in names where progress.end == nil && progress.ignored[name, default: 0] < Self.enough {
      let others = needed.filter { $0.key != name }
      if isTried(others, of: sample.endpoint, names) { continue }
      let verdict = await ask(sample, others, lacking: name, wrong: nil, &progress, &exchanges)
      if case .drifts = verdict { progress.ignored[name, default: 0] += 1 }
      verdicts += [verdict].compactMap { $0 }
    }
    if progress.end == nil, !progress.hasShownWrong, let name = Self.alterable(names, contract),
      progress.ignored[name] == nil, let value = needed[name], let wrong = Self.altered(value)
    {
      progress.hasShownWrong = true
      let credentials = needed.merging([name: wrong]) { $1 }
      let verdict = await ask(sample, credentials, lacking: name, wrong: wrong, &progress, &exchanges)
      verdicts += [verdict].compactMap { $0 }
    }
    return verdicts
  }

  /// Returns a Boolean value that indicates whether a call has already sent an endpoint exactly these credentials.
  private func isTried(_ shown: [String: String], of endpoint: Endpoint, _ names: [String]) -> Bool {
    context.samples.requests(to: endpoint).contains { exchange in
      let values = CredentialValues(exchange.request, names: names, in: contract)
      return names.allSatisfy { (values[$0] == nil) == (shown[$0] == nil) }
    }
  }

  /// Returns `nil` if there was no response.
  private func ask(
    _ sample: Sample, _ credentials: [String: String], lacking name: String, wrong: String?,
    _ progress: inout Progress, _ exchanges: inout [Exchange]
  ) async -> Verdict? {
    guard let request = context.request(sample, credentials: credentials, keepsQuery: true) else { return nil }
    let exchange = await context.items.sendWrong(request)
    exchanges.append(exchange)
    guard exchange.response != nil else {
      progress.end = ItemClient.summary(exchange)
      return nil
    }
    if let reason = Self.reasonToEnd(exchange) {
      progress.end = reason
      return .undecided(reason)
    }
    guard sample.isMatched(by: exchange), let status = exchange.response?.status else { return .fits }
    let fault = wrong == nil ? "without the credential \(name)" : "with a wrong value for the credential \(name)"
    return .drifts(
      context.drift(
        .access.credentialIgnored, at: sample.endpoint, status: status, expected: "a rejection",
        actual: "\(status)", detail: name,
        "\(context.words(request)) \(fault) returns \(status), just as with the right value."))
  }

  /// Returns the reason to end the check, or `nil` if neither the server nor a gateway in front of it locks callers
  /// out.
  private static func reasonToEnd(_ exchange: Exchange) -> String? {
    guard let response = exchange.response else { return nil }
    let isPage = response.mediaType.map { $0.hasPrefix("text/html") } ?? false
    let isBlocked = [423, 429].contains(response.status) || isPage && [403, 406, 503].contains(response.status)
    return isBlocked ? lockout(by: exchange) : nil
  }

  /// Returns the reason why a response throttles its caller or locks it out.
  static func lockout(by exchange: Exchange) -> String { "\(ItemClient.summary(exchange)), so the check stopped" }

  /// Returns a credential that can be wrong without locking an account: a bearer token or, if there is none, a key in a
  /// header field.
  private static func alterable(_ names: [String], _ contract: Contract) -> String? {
    let known = names.compactMap(contract.credential).filter { $0.unknown == nil && $0.holders == nil }
    let bearer = known.first { $0.carrier == .bearer }
    return (bearer ?? known.first { if case .header = $0.carrier { true } else { false } })?.name
  }

  /// Returns a value with three letters near its end replaced. The last letters may encode no data, as in a JSON Web
  /// Token.
  private static func altered(_ value: String) -> String? {
    var characters = Array(value)
    guard characters.count >= 4 else { return nil }
    let end = characters.count >= 12 ? characters.count - 6 : characters.count
    for index in (end - 3)..<end { characters[index] = characters[index] == "a" ? "b" : "a" }
    return String(characters)
  }
}
