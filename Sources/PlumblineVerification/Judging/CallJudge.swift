import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineReporting

/// A judge that evaluates a call from both sides: the exchanges on the wire, and the result that the client returned.
package struct CallJudge: Sendable {
  package let contract: Contract
  let inspector: Inspector
  /// The inspector for anonymous calls. They test missing credentials.
  private let blindInspector: Inspector
  /// A Boolean value that indicates whether the responses come from a mock. If the contract documents no error for an
  /// invalid request, a mock must reject it with an error that it makes up.
  private let isMocked: Bool

  /// - Parameters:
  ///   - today: The day of the run as `YYYY-MM-DD`, used to recognize endpoints past their sunset date.
  ///   - known: The ids of endpoints that the run has shown to exist.
  ///   - isMocked: A Boolean value that indicates whether the responses come from a mock.
  package init(contract: Contract, today: String? = nil, known: Set<String> = [], isMocked: Bool = false) {
    self.contract = contract
    self.isMocked = isMocked
    inspector = Inspector(contract, options: Inspector.Options(today: today, known: known))
    blindInspector = Inspector(
      contract, options: Inspector.Options(visibility: .withoutCredentials, today: today, known: known))
  }

  /// Returns a judge for a run that has shown these endpoints to exist.
  func knowing(_ known: Set<String>) -> CallJudge {
    CallJudge(contract: contract, today: inspector.options.today, known: known, isMocked: isMocked)
  }

  /// Evaluates a call after it ran.
  ///
  /// - Parameters:
  ///   - refusals: A sentence about each request that the safeguard didn't send.
  ///   - mismatch: The difference between the client's result and the response, for a call that compares them.
  package func judge(
    _ call: Call, of endpoint: Endpoint, exchanges: [Exchange], refusals: [String] = [], result: CallResult,
    mismatch: String? = nil, milliseconds: Double
  ) -> CallOutcome {
    let drift = drift(of: exchanges, call)
    let answered = exchanges.last { isCall(of: endpoint, $0) }
    let outage = (answered.map { [$0] } ?? exchanges).lazy.compactMap(inspector.outage).first
    var verdict =
      refusals.first.map { CallVerdict(complaint: $0, isDecided: true) }
      ?? verdict(on: call, of: endpoint, answered: answered, exchanges: exchanges, result: result, drift: drift)
    if !refusals.isEmpty, case .crashed(let crash) = result {
      verdict.drift.append(finding(of: crash, at: endpoint, answered))
    }
    if verdict.complaint == nil, verdict.drift.isEmpty {
      verdict.complaint = mismatch.map { "the client returns something that isn't in the response: \($0)" }
    }
    var all = drift + verdict.drift
    let title = call.title
    for index in all.indices { all[index].call = title }
    if let cause = verdict.cause, let error = verdict.clientError {
      for index in all.indices where all[index].fingerprint == cause.fingerprint { all[index].clientError = error }
    }
    // Drift explains a failed call only if it is the cause, or if clients break on it. A mere notice must not hide a
    // complaint that fails the gate.
    let cause = verdict.isDecided ? nil : verdict.cause ?? all.first { $0.severity == .breaking }
    let hasFailed = verdict.complaint != nil && cause == nil
    if hasFailed, case .threw(let failure) = result, all.contains(where: { $0.rule == Rule.client.wrongError }) {
      // The failed call's finding covers the wrong error.
      all.removeAll { $0.rule == Rule.client.wrongError }
      verdict.complaint = verdict.complaint.map { "\($0) (reported as \(failure.kind))" }
    }
    let outcome: Report.CallLine.Outcome = hasFailed ? .failed : all.isEmpty ? .passed : .drifted
    var line = Report.CallLine(
      service: contract.service, endpoint: endpoint.id, name: call.name, outcome: outcome,
      reason: verdict.complaint.map { complaint in complaint + (cause.map { "; see \($0.rule)" } ?? "") },
      milliseconds: milliseconds)
    // A response that was read only in part may be wrong in the rest.
    let left = answered?.fragment?.reason
    line.isProof = call.expectation == .success && left == nil
    if let left, line.reason == nil { line.reason = left.message.asClause }
    if verdict.complaint != nil { line.finding = cause?.fingerprint }
    var judged = CallOutcome(
      line: line, drift: all, exchanges: exchanges, outage: outage,
      isJudged: outage == nil && answered?.response != nil && left == nil)
    judged.promise = verdict.promise
    judged.promisedStanding = call.promisedFailure(of: endpoint)?.standing
    return judged
  }

  /// Returns the last response of the call's endpoint, for comparison with the call's value.
  ///
  /// - Parameter seen: A closure that turns a server's response into the one that the client received.
  package func answer(
    of endpoint: Endpoint, among exchanges: [Exchange], as seen: (Response) -> Response = { $0 }
  ) -> CallAnswer? {
    exchanges.last { isCall(of: endpoint, $0) }?.response.map { CallAnswer(seen($0)) }
  }

  /// Returns the drift that the exchanges alone show. If a client followed a redirect, the redirect is the finding, not
  /// its target. Faults in a request that must be rejected aren't reported, because they are intended.
  private func drift(of exchanges: [Exchange], _ call: Call) -> [Drift] {
    let inspector = call.caller == .nobody ? blindInspector : inspector
    var redirection: Redirection?
    var drift: [Drift] = []
    for exchange in exchanges {
      var found = ownRefusal(of: exchange, call) ?? inspector.inspect(exchange)
      if call.isMeantToBeRefused, endpoint(of: exchange)?.id == call.endpoint {
        found.removeAll { $0.rule.group == .request }
      }
      if redirection?.leads(to: exchange.request) == true {
        found.removeAll { $0.rule == Rule.endpoint.undocumented }
      }
      drift += found.showing(exchange, of: contract)
      redirection = exchange.response.flatMap { response in
        endpoint(of: exchange).flatMap { Redirection(response, from: $0) }
      }
    }
    return drift
  }

  /// Returns the faults of a request that a mock rejected with an error that it made up because the contract documents
  /// none, or `nil` for any other exchange. Such an error proves nothing about a server, or about how the client
  /// handles errors.
  private func ownRefusal(of exchange: Exchange, _ call: Call) -> [Drift]? {
    guard isMocked, !call.isMeantToBeRefused, let response = exchange.response, response.status >= 400,
      response.headers[Labels.recording] == Self.madeUp, let endpoint = endpoint(of: exchange),
      !endpoint.documents(response.status)
    else { return nil }
    let options = (call.caller == .nobody ? blindInspector : inspector).options
    let found = Inspector(contract, options: options.ofRequestsAlone).inspect(exchange)
    return found.contains { $0.rule.group == .request && $0.severity >= .warning } ? found : nil
  }

  /// The label of a mock's responses that are based on neither a recording nor the contract.
  private static let madeUp = "built"

  private func verdict(
    on call: Call, of endpoint: Endpoint, answered: Exchange?, exchanges: [Exchange], result: CallResult, drift: [Drift]
  ) -> CallVerdict {
    let outage = answered.flatMap(inspector.outage)
    if case .crashed(let crash) = result {
      return CallVerdict(complaint: "the client \(crash)", drift: [finding(of: crash, at: endpoint, answered)])
    }
    if case .hung(let deadline) = result, outage == nil {
      return CallVerdict(complaint: "no result after \(deadline)")
    }
    guard let answered else {
      return CallVerdict(
        complaint: nothingSent(to: endpoint, exchanges: exchanges, result: result),
        promise: exchanges.last.flatMap { self.endpoint(of: $0) }.map { PriorRequest($0.id).promise })
    }
    if let outage {
      if outage.isTooMuch { return CallVerdict(complaint: outage.description) }
      let advice = LongPollAdvice.sentence(after: answered.failure, to: answered.request.method, of: endpoint)
      return CallVerdict(
        complaint: "no response: \(outage.description.asClause)" + (advice.map { "; \($0.asClause)" } ?? ""))
    }
    guard let response = answered.response else { return CallVerdict(complaint: "no response") }
    if let redirection = Redirection(response, from: endpoint) {
      let told = drift.first { [.endpoint.moved, Rule.response.status.undocumented].contains($0.rule) }
      return CallVerdict(complaint: redirection.complaint, cause: told)
    }
    let answer = JudgedResponse(answered, response, of: endpoint, contract: contract, drift: drift)
    switch (answer.isRefusal, result) {
    case (true, .threw(let failure)):
      var verdict = answer.refused(call, failure)
      if ownRefusal(of: answered, call) != nil { verdict.drift = [] }
      if let prior = refusedPrior(in: exchanges, to: endpoint) {
        verdict.complaint = verdict.complaint.map { "\($0); it had already sent \(words(of: prior))" }
      }
      return verdict
    case (true, _): return answer.swallowed()
    case (false, .threw(let failure)):
      return refusedLater(call, failure, in: exchanges, to: endpoint, drift) ?? answer.granted(call, result)
    case (false, _): return answer.granted(call, result)
    }
  }

  /// Returns the verdict on a client that reports a later endpoint's error although the call's own endpoint succeeded,
  /// such as the login after a registration. Returns `nil` if there is no such error, or if a response with drift
  /// explains the client's error.
  private func refusedLater(
    _ call: Call, _ failure: ClientFailure, in exchanges: [Exchange], to endpoint: Endpoint, _ drift: [Drift]
  ) -> CallVerdict? {
    guard call.expectation == .success, failure.kind != .decoding,
      !drift.contains(where: { $0.severity == .breaking }),
      let own = exchanges.firstIndex(where: { isCall(of: endpoint, $0) }),
      let later = exchanges[own...].last(where: { !isCall(of: endpoint, $0) && isRefused($0) }),
      let other = self.endpoint(of: later)
    else { return nil }
    return CallVerdict(
      complaint:
        "\(endpoint.request) succeeded, but then the call sent \(words(of: later)) and threw: \(failure.message)",
      promise: PriorRequest(other.id).promise)
  }

  /// Returns the finding for a client's crash in a skipped call. It is the only finding of such a call.
  func crash(_ crash: ClientCrash, in call: Call, of endpoint: Endpoint, _ exchanges: [Exchange]) -> Drift {
    var finding = finding(of: crash, at: endpoint, exchanges.last { isCall(of: endpoint, $0) })
    finding.call = call.title
    return finding
  }

  private func finding(of crash: ClientCrash, at endpoint: Endpoint, _ answered: Exchange?) -> Drift {
    let answer = answered?.response.map { "The server responded with \($0.status)" } ?? "There was no response yet"
    var finding = Drift(
      rule: Rule.client.crashed, service: contract.service, endpoint: endpoint.id, status: answered?.response?.status,
      expected: "a result or an error", actual: "the client \(crash)",
      message: "\(answer), and the client \(crash).", contract: endpoint.location, detail: crash.reason)
    finding.promise = crash.reason.isEmpty ? nil : crash.reason
    return answered.map { [finding].showing($0, of: contract)[0] } ?? finding
  }

  private func isCall(of endpoint: Endpoint, _ exchange: Exchange) -> Bool {
    self.endpoint(of: exchange)?.id == endpoint.id
  }

  private func endpoint(of exchange: Exchange) -> Endpoint? {
    guard case .found(let found) = contract.router.route(exchange.request) else {
      return nil
    }
    return found
  }

  private func nothingSent(to endpoint: Endpoint, exchanges: [Exchange], result: CallResult) -> String {
    var sentence = "the client sent nothing to \(endpoint.request)"
    if !exchanges.isEmpty {
      sentence += ", but sent " + exchanges.map { words(of: $0) }.joined(separator: ", ")
    }
    if case .threw(let failure) = result { sentence += "; the client threw: \(failure.message)" }
    return sentence
  }

  /// Returns the last request to another endpoint that was rejected before the call's own request and may be the reason
  /// why that was rejected as well.
  private func refusedPrior(in exchanges: [Exchange], to endpoint: Endpoint) -> Exchange? {
    guard let own = exchanges.lastIndex(where: { isCall(of: endpoint, $0) }) else { return nil }
    return exchanges[..<own].last { !isCall(of: endpoint, $0) && isRefused($0) }
  }

  private func isRefused(_ exchange: Exchange) -> Bool {
    guard let response = exchange.response else { return false }
    return contract.isRefusal(response.status, try? JSON.parse(response.body.bytes ?? []))
  }

  /// Returns a description of a call's earlier request, with its error if there was one. The call may depend on its
  /// result.
  private func words(of prior: Exchange) -> String {
    let request = "\(prior.request.method) \(prior.request.path)"
    guard let response = prior.response, isRefused(prior) else { return request }
    return "\(request), which was rejected with \(response.status)"
  }
}

/// The verdict on both sides of a call, with a complaint about the call and the client's own drift.
struct CallVerdict {
  var complaint: String?
  var drift: [Drift] = []
  /// The drift that caused the complaint, or `nil` if none did.
  var cause: Drift?
  /// The error that the client threw because of the drift.
  var clientError: String?
  /// A Boolean value that indicates whether the call failed for a reason other than the drift.
  var isDecided = false
  /// The subject of the complaint, independent of the endpoint: the documented error, and the actual outcome.
  var promise: String?
}

/// The result of running a client method, as its caller sees it.
package enum CallResult: Sendable {
  /// The method returned a decoded value.
  case returned
  /// The method threw an error.
  case threw(ClientFailure)
  /// The method neither returned nor threw before the deadline.
  case hung(Duration)
  /// The method crashed the process that it ran in.
  case crashed(ClientCrash)

  /// A Boolean value that indicates whether the method's requests may still be in flight.
  var isLeftBehind: Bool {
    switch self {
    case .hung, .crashed: true
    case .returned, .threw: false
    }
  }
}

extension Inspector.Options {
  /// The options for exchanges with responses that the contract doesn't document.
  fileprivate var ofRequestsAlone: Inspector.Options {
    var options = self
    options.isAnsweredByNobody = true
    return options
  }
}

extension Call {
  /// A Boolean value that indicates whether the call's request is deliberately wrong.
  fileprivate var isMeantToBeRefused: Bool {
    if case .failure = expectation, means == .data { return true }
    return replay.map { $0.status >= 400 } ?? false
  }

  /// A Boolean value that indicates whether the call's requests may be sent again if a server asks the client to wait.
  /// Requests that should be rejected may not, because a caller with wrong credentials is locked out after a few
  /// attempts.
  var mayBeRepeated: Bool { expectation == .success && caller != .nobody }

  /// Returns the documented error that the call expects, or `nil` if there is none.
  package func promisedFailure(of endpoint: Endpoint) -> Failure? {
    guard case .failure(let name) = expectation else { return nil }
    return endpoint.failure(name)
  }

  /// Returns the problem with the error that the call expects, or `nil` if the endpoint documents it.
  ///
  /// A call that expects an undocumented error would pass with any response, so it isn't run.
  package func misunderstanding(of endpoint: Endpoint) -> String? {
    guard case .failure(let name) = expectation, endpoint.failure(name) == nil else { return nil }
    let hint = Spelling.suggestion(for: name, among: endpoint.failures.map(\.name))
    return "the call expects the error \"\(name)\", which \(endpoint.id) doesn't document\(hint)"
  }
}
