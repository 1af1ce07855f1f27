import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// An inspector that checks exchanges against a contract. Only inspectors decide what counts as drift.
///
///     let inspector = Inspector(contract)
///     for drift in inspector.inspect(exchange) { print(drift.rule, drift.pointer ?? "", drift.message) }
///
/// The same exchange and contract always yield the same drift in the same order. Drift of the request precedes drift of
/// the response, and each is in document order.
package struct Inspector: Sendable {
  /// An inspector's settings for its exchanges.
  package struct Options: Sendable, Hashable {
    /// The parts of the exchanges that are visible.
    package var visibility: Visibility
    /// The date of the inspection as `YYYY-MM-DD`, for reporting that an endpoint's sunset has passed, or `nil` to skip
    /// that.
    package var today: String?
    /// The IDs of endpoints that other exchanges have shown to exist, so that their 404s concern items.
    package var known: Set<String>
    /// A Boolean value that indicates whether the responses are placeholders because the contract has none. If so, only
    /// the requests are checked.
    package var isAnsweredByNobody: Bool

    package init(
      visibility: Visibility = .whole, today: String? = nil, known: Set<String> = [], isAnsweredByNobody: Bool = false
    ) {
      self.visibility = visibility
      self.today = today
      self.known = known
      self.isAnsweredByNobody = isAnsweredByNobody
    }
  }

  package let contract: Contract
  package let options: Options

  package init(_ contract: Contract, options: Options = Options()) {
    self.contract = contract
    self.options = options
  }

  /// Returns all drift between an exchange and the contract. The array is empty for an outage.
  ///
  /// - Parameter persona: The caller, or `nil` to identify the caller by the request's credentials if a documented
  ///   response depends on it.
  package func inspect(_ exchange: Exchange, as persona: Persona? = nil) -> [Drift] {
    inspected(exchange, as: persona, at: contract.router.resolve(exchange.request)).drift
  }

  /// Returns all drift, along with the endpoint and body that the inspection found.
  ///
  /// - Parameter place: The result of resolving the request with the contract's router.
  package func inspected(
    _ exchange: Exchange, as persona: Persona? = nil, at place: Router.Match
  ) -> InspectedExchange {
    let endpoint = place.endpoint
    guard let response = exchange.response else {
      return InspectedExchange(endpoint: endpoint, outage: exchange.failure.map { Outage(.transport($0)) })
    }
    let outage = isOutage(response, at: endpoint) ? Outage(.status(response.status)) : nil
    guard outage == nil, canJudge(exchange.request, response.status) else {
      return InspectedExchange(endpoint: endpoint, outage: outage)
    }
    if let batch = BatchedExchange(exchange, at: place) { return inspected(batch, as: persona, at: place) }
    var drift: [Drift]
    var body: JSON?
    switch place {
    case .found(let endpoint):
      let caller = persona.map { Caller.known($0) } ?? caller(of: exchange.request, to: endpoint)
      let answer = ResponseReading(response, to: exchange.request)
      body = answer.body
      drift = judge(exchange.request, to: endpoint, by: caller, answer)
    case .methodMissing(let methods): drift = [undocumented(exchange.request, knownMethods: methods)]
    case .conditionMissing where options.visibility == .startLines: drift = []
    case .conditionMissing, .nothing: drift = [undocumented(exchange.request, knownMethods: [])]
    }
    drift.removeAll { !options.visibility.shows($0.rule) }
    if let recording = exchange.recording {
      for index in drift.indices { drift[index].recording = recording }
    }
    return InspectedExchange(endpoint: endpoint, drift: drift, body: body)
  }

  /// Returns all drift between a recording and the contract. Credentials aren't checked, because recordings don't
  /// contain any.
  package func inspect(_ recording: Recording) -> [Drift] {
    let persona: Persona? =
      switch recording.caller {
      case .anyone: contract.personas.first
      case .persona(let name): contract.persona(name)
      case .nobody: nil
      }
    var exchange = recording.exchange
    exchange.recording = recording.id
    var options = options
    options.visibility = .withoutCredentials
    let found = Inspector(contract, options: options).inspect(exchange, as: persona)
    return found.showing(exchange, of: contract).map { drift in
      var drift = drift
      drift.recorded = recording.place(of: drift.pointer)
      return drift
    }
  }

  /// Returns the reason that an exchange can't be checked: there was no response, or the response came from a gateway
  /// or is an undocumented request to wait.
  package func outage(of exchange: Exchange) -> Outage? {
    guard let response = exchange.response else { return exchange.failure.map { Outage(.transport($0)) } }
    return isOutage(response, at: endpoint(of: exchange.request)) ? Outage(.status(response.status)) : nil
  }

  /// Returns the endpoint that a request is checked against, or `nil` if none is documented. For a HEAD request, it is
  /// the corresponding GET endpoint.
  package func endpoint(of request: Request) -> Endpoint? {
    contract.router.resolve(request).endpoint
  }
}

/// Returns all drift between an exchange and a contract. To check many exchanges, keep an ``Inspector``.
package func inspect(_ exchange: Exchange, _ contract: Contract) -> [Drift] {
  Inspector(contract).inspect(exchange)
}

extension Inspector {
  /// Returns a Boolean value that indicates whether a contract applies to an exchange. It doesn't apply to CORS
  /// preflights, which are between the browser and the server. If header fields aren't visible, any OPTIONS request may
  /// be a preflight, and any 304 may be correct.
  private func canJudge(_ request: Request, _ status: Int) -> Bool {
    if options.visibility == .startLines { return request.method != .options && status != 304 }
    return request.method != .options || !request.headers.contains("access-control-request-method")
  }

  private func isOutage(_ response: Response, at endpoint: Endpoint?) -> Bool {
    guard Outage.isTold(by: response.status) || response.asksToWait else { return false }
    guard let endpoint, endpoint.documents(response.status) else { return true }
    // An HTML page instead of a documented response comes from a gateway.
    return Outage.isTold(by: response.status) && response.mediaType == "text/html"
      && !endpoint.mayAnswerPage(response.status, hasEnvelope: contract.envelope != nil)
  }

  /// The caller of a request.
  private enum Caller {
    /// A persona or an anonymous caller.
    case known(Persona?)
    /// A caller with credentials that no persona has, because they come from a real server or a login.
    case unknown
  }

  /// Returns the caller. It is looked up only if a documented response depends on it.
  private func caller(of request: Request, to endpoint: Endpoint) -> Caller {
    if options.visibility == .startLines { return .unknown }
    let matters = endpoint.answers.contains { $0.condition.clauses.contains(where: \.isAboutCaller) }
    guard matters else { return .known(nil) }
    let decision = AccessDecision.decide(request, to: endpoint, in: contract)
    if case .unauthenticated = decision,
      !CredentialValues(request, names: endpoint.authentication.names, in: contract).isEmpty
    {
      return .unknown
    }
    return .known(decision.persona)
  }

  private func judge(
    _ request: Request, to endpoint: Endpoint, by caller: Caller, _ answer: ResponseReading
  ) -> [Drift] {
    let reading: RequestReading
    let isCallerKnown: Bool
    switch caller {
    case .known(let persona):
      reading = RequestReading(request, for: endpoint, persona: persona)
      isCallerKnown = true
    case .unknown:
      reading = RequestReading(request, for: endpoint)
      isCallerKnown = false
    }
    let drift: (Finding, Int?) -> Drift = { finding, status in
      var drift = Drift(
        rule: finding.rule, service: contract.service, endpoint: endpoint.id, status: status,
        pointer: finding.pointer.tokens.isEmpty ? nil : finding.pointer,
        expected: finding.expected, actual: finding.actual, message: finding.message, contract: finding.contract,
        detail: finding.detail)
      drift.folded = finding.pointer.tokens.isEmpty ? nil : finding.folded
      drift.count = finding.count
      drift.promise = finding.promise
      return drift
    }
    let isKnown = options.known.contains(endpoint.id) || hasWrongPath(reading, answer.status)
    let judge = EndpointJudge(contract: contract, endpoint: endpoint, response: answer, isKnown: isKnown)
    if !options.isAnsweredByNobody, let absence = judge.absence() {
      return [drift(absence, answer.status)]
    }
    var result: [Drift] = []
    if let deprecation = DeprecationJudge(endpoint: endpoint, today: options.today).finding {
      result.append(drift(deprecation, nil))
    }
    let asked = RequestJudge(contract: contract, reading: reading, credentialsVisible: options.visibility == .whole)
    result += asked.findings(answeredBy: answer.status).arranged().map { drift($0, nil) }
    if options.isAnsweredByNobody { return result }
    let content = ResponseJudge(contract: contract, request: reading, response: answer, isCallerKnown: isCallerKnown)
    result += content.findings().arranged().map { drift($0, answer.status) }
    return result
  }

  /// Returns a Boolean value that indicates whether a path violates its schema. Many routers then don't have a route
  /// for it.
  private func hasWrongPath(_ reading: RequestReading, _ status: Int) -> Bool {
    guard status == 404, !reading.endpoint.path.isEmpty else { return false }
    return RequestValidation(reading, in: contract).faults().contains {
      if case .pathInvalid = $0.kind { true } else { false }
    }
  }

  /// Returns a Boolean value that indicates whether an exchange proves that its endpoint exists. Both a success and an
  /// error in a documented, service-specific form prove it.
  package func showsPresence(of endpoint: Endpoint, _ exchange: Exchange) -> Bool {
    guard let response = exchange.response else { return false }
    let status = response.status
    if (200..<300).contains(status) { return endpoint.documents(status) }
    guard (400..<500).contains(status), ![401, 403, 405, 429].contains(status), endpoint.documents(status) else {
      return false
    }
    let reading = ResponseReading(response, to: exchange.request)
    guard EndpointJudge(contract: contract, endpoint: endpoint, response: reading).absence() == nil else {
      return false
    }
    let failures = endpoint.failures(at: status)
    return !failures.isEmpty
      && FailureJudge(contract: contract, failures: failures, response: reading).foreignShape == nil
  }

  /// Returns the nearest endpoint, if the path is probably a misspelling of that endpoint's path. Very long paths
  /// aren't typed by hand, and comparing them would take quadratic time.
  private func nearestEndpoint(to request: Request) -> Endpoint? {
    guard request.pathBytes.count <= 300 else { return nil }
    // The difference may be a trailing slash or uppercase letters, neither of which routers tolerate.
    var path = request.path.lowercased()
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if path != request.path, let endpoint = contract.router.endpoints(request.method, path: path).first {
      return endpoint
    }
    return NearestEndpoints.find(request.method, path: request.path, in: contract, count: 1, within: 3).first?.endpoint
  }

  private func undocumented(_ request: Request, knownMethods: [HTTPMethod]) -> Drift {
    let line = "\(request.method) \(ShortText.plain(Redactor(contract).path(of: request), to: 200))"
    let message: String
    var expected = "a documented endpoint"
    var place: SourceLocation?
    if !knownMethods.isEmpty {
      let methods = ShortText.alternatives(knownMethods.map(\.rawValue))
      expected = methods
      place =
        contract.endpoints.first {
          knownMethods.contains($0.request.method) && isAt($0, request.path)
        }?.location
      message = "The contract documents this path, but only with \(methods)."
    } else if case .conditionMissing = contract.router.resolve(request),
      let nearest = NearestEndpoints.find(request, in: contract, count: 1).first
    {
      expected = "a request that matches an endpoint's \"when\""
      place = nearest.endpoint.location
      let hidden = Redactor(showing: request, of: contract).text(nearest.reason)
      message =
        "The contract documents this method and path, but no \"when\" matches; the closest is \(nearest.endpoint.id): "
        + "\(hidden)."
    } else if let nearest = nearestEndpoint(to: request) {
      expected = "\(nearest.request)"
      place = nearest.location
      message = "No endpoint has this path; the nearest is \(nearest.request) (\(nearest.id))."
    } else {
      message = "No endpoint of the contract has this path."
    }
    return Drift(
      rule: .endpoint.undocumented, service: contract.service, endpoint: line, expected: ShortText.cut(expected),
      actual: ShortText.cut(line), message: message, contract: place)
  }

  /// Returns a Boolean value that indicates whether a path matches the endpoint.
  private func isAt(_ endpoint: Endpoint, _ path: String) -> Bool {
    contract.router.endpoints(endpoint.request.method, path: path).contains { $0 === endpoint }
  }
}

extension Recording {
  /// Returns the location in the file of the value at a pointer into the exchange. If there is no such value, returns
  /// the location of the container that lacks it.
  fileprivate func place(of pointer: JSONPointer?) -> SourceLocation {
    let tokens = pointer?.tokens ?? []
    let body = tokens.first == "request" ? requestBody : responseBody
    guard tokens.dropFirst().first == "body", var value = body else { return location }
    for token in tokens.dropFirst(2) {
      guard let next = value.at(JSONPointer(tokens: [token])) else { break }
      value = next
    }
    return value.location
  }
}
