import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineReporting

/// Judges a call from both sides: what went over the wire, and what the client told its caller.
package struct CallJudge: Sendable {
  package let contract: Contract
  private let inspector: Inspector
  /// For calls by nobody: that credentials are missing is what they are about.
  private let blindInspector: Inspector

  /// - Parameter today: The day of the run as `YYYY-MM-DD`, to tell which endpoints are past their last day.
  package init(contract: Contract, today: String? = nil) {
    self.contract = contract
    inspector = Inspector(contract, options: Inspector.Options(today: today))
    blindInspector = Inspector(contract, options: Inspector.Options(credentialsVisible: false, today: today))
  }

  /// What came of a call that ran.
  ///
  /// - Parameter refusals: a sentence about each request that wasn't let through.
  package func judge(
    _ call: Call, of endpoint: Endpoint, exchanges: [Exchange], refusals: [String] = [], result: CallResult,
    milliseconds: Double
  ) -> CallOutcome {
    let drift = drift(of: exchanges, caller: call.caller)
    let answered = exchanges.last { isCall(of: endpoint, $0) }
    let outage = (answered.map { [$0] } ?? exchanges).lazy.compactMap(inspector.outage).first
    let verdict =
      refusals.first.map { CallVerdict(complaint: $0, isDecided: true) }
      ?? verdict(on: call, of: endpoint, answered: answered, exchanges: exchanges, result: result, drift: drift)
    var all = drift + verdict.drift
    let title = call.title
    for index in all.indices { all[index].call = title }
    // Drift explains a call that didn't do what it should only where clients break on it: a notice beside a complaint
    // must not let the call pass a gate.
    let isExplained = !verdict.isDecided && all.contains { $0.severity == .breaking }
    let outcome: Report.CallLine.Outcome =
      if verdict.complaint != nil, !isExplained { .failed } else { all.isEmpty ? .passed : .drifted }
    var line = Report.CallLine(
      service: contract.service, endpoint: endpoint.id, name: call.name, outcome: outcome, reason: verdict.complaint,
      milliseconds: milliseconds)
    line.isProof = call.expectation == .success
    return CallOutcome(
      line: line, drift: all, exchanges: exchanges, outage: outage,
      isJudged: outage == nil && answered?.response != nil)
  }

  /// What the exchanges alone show. Where a client followed a redirect, the redirect is the finding, not the place that
  /// it led to.
  private func drift(of exchanges: [Exchange], caller: Call.Caller) -> [Drift] {
    let inspector = caller == .nobody ? blindInspector : inspector
    var redirection: Redirection?
    var drift: [Drift] = []
    for exchange in exchanges {
      var found = inspector.inspect(exchange)
      if redirection?.leads(to: exchange.request) == true {
        found.removeAll { $0.rule == Rule.endpoint.undocumented }
      }
      drift += found
      redirection = exchange.response.flatMap { response in
        endpoint(of: exchange).flatMap { Redirection(response, from: $0) }
      }
    }
    return drift
  }

  private func verdict(
    on call: Call, of endpoint: Endpoint, answered: Exchange?, exchanges: [Exchange], result: CallResult, drift: [Drift]
  ) -> CallVerdict {
    let outage = answered.flatMap(inspector.outage)
    if case .hung(let deadline) = result, outage == nil {
      return CallVerdict(complaint: "the client had no result after \(deadline)")
    }
    guard let answered else {
      return CallVerdict(complaint: nothingSent(to: endpoint, exchanges: exchanges, result: result))
    }
    if let outage { return CallVerdict(complaint: outage.isTooMuch ? "\(outage)" : "no answer: \(outage)") }
    guard let response = answered.response else { return CallVerdict(complaint: "no answer") }
    if let redirection = Redirection(response, from: endpoint) { return CallVerdict(complaint: redirection.complaint) }
    let answer = JudgedAnswer(response, of: endpoint, contract: contract, drift: drift)
    switch (answer.isRefusal, result) {
    case (true, .threw(let failure)): return answer.refused(call, failure)
    case (true, _): return answer.swallowed()
    case (false, _): return answer.granted(call, result)
    }
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
      sentence += ", but " + exchanges.map { "\($0.request.method) \($0.request.path)" }.joined(separator: ", ")
    }
    if case .threw(let failure) = result { sentence += "; it threw: \(failure.message)" }
    return sentence
  }
}

/// What both sides of a call say together: a complaint about the call, and drift of the client's own.
struct CallVerdict {
  var complaint: String?
  var drift: [Drift] = []
  /// Whether the call failed even where drift was found: the drift isn't why.
  var isDecided = false
}

/// How one run of a client method ended, as its caller saw it.
package enum CallResult: Sendable {
  /// It returned a decoded value.
  case returned
  /// It threw, and this is what the error says.
  case threw(ClientFailure)
  /// It neither returned nor threw before the deadline.
  case hung(Duration)
}

extension Call {
  /// The failure that the call expects, as its endpoint documents it.
  package func promisedFailure(of endpoint: Endpoint) -> Failure? {
    guard case .failure(let name) = expectation else { return nil }
    return endpoint.failure(name)
  }

  /// What is wrong with the failure that the call expects; `nil` when the endpoint documents it.
  ///
  /// A call that waits for a failure nobody promised would pass on anything, so it isn't run.
  package func misunderstanding(of endpoint: Endpoint) -> String? {
    guard case .failure(let name) = expectation, endpoint.failure(name) == nil else { return nil }
    let hint = Spelling.suggestion(for: name, among: endpoint.failures.map(\.name))
    return "the call expects the failure \"\(name)\", which \(endpoint.id) doesn't document\(hint)"
  }
}
