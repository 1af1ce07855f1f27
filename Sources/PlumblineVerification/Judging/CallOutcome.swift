import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineReporting

/// The outcome of one call, with its line in the report, the drift, and the exchanges that show the drift.
package struct CallOutcome: Sendable {
  package var line: Report.CallLine
  package var drift: [Drift]
  package var exchanges: [Exchange]
  /// The outage that prevented a verdict: the server didn't respond, or something else responded in its place.
  package var outage: Outage?
  /// A Boolean value that indicates whether the endpoint's own response was compared with the contract.
  package var isJudged: Bool
  /// The cause that the call shares with other calls that failed the same way, such as `validation granted`, or `nil`
  /// if the cause is specific to the call.
  var promise: String?
  /// The contract's confidence in the error that the call expects, or `nil` if it expects none.
  var promisedStanding: Standing?
  /// The names of the variables that the call used.
  package var variables: [String]
  /// The values that the call used for the variables.
  package var usedValues: [Report.UsedValue] = []
  /// The missing variables that caused the call to be skipped.
  var missing: [String] = []
  /// A Boolean value that indicates whether the call was skipped because of missing credentials.
  package var lacksCredentials = false
  /// A Boolean value that indicates whether the call can't be run without credentials.
  package var needsCredentials = false
  /// The problem with the values that the user gave, or `nil` if there is none.
  package var misuse: String?
  /// A closure that evaluates the call again with the run's later findings, or `nil` for a call that wasn't evaluated.
  var verdict: (@Sendable (CallJudge) -> CallOutcome)?

  package init(
    line: Report.CallLine, drift: [Drift] = [], exchanges: [Exchange] = [], outage: Outage? = nil,
    isJudged: Bool = false, variables: [String] = []
  ) {
    self.line = line
    self.drift = drift
    self.exchanges = exchanges
    self.outage = outage
    self.isJudged = isJudged
    self.variables = variables
  }

  /// A Boolean value that indicates whether the call proves that its endpoint conforms to the contract: the response
  /// was checked, was the expected one, and had no drift. A call that was skipped or got no response proves nothing.
  package var isVerified: Bool { isJudged && line.outcome == .passed }
}

extension Collection where Element == CallOutcome {
  /// The reason why a run proves almost nothing: every call that needs credentials was skipped because they are
  /// missing. The value is `nil` if one of these calls ran, or if none was skipped for that reason.
  package var credentialsMissing: String? {
    let needing = filter(\.needsCredentials)
    let lacking = needing.filter(\.lacksCredentials)
    guard let first = lacking.first, needing.allSatisfy({ $0.line.outcome == .skipped }) else { return nil }
    let calls = needing.count == 1 ? "the only call" : "all \(needing.count) calls"
    return
      "\(first.line.service): \(calls) that need\(needing.count == 1 ? "s" : "") credentials were skipped: "
      + "\(first.line.reason ?? "none are set"). Set them in the environment, or pass --allow-skipped"
  }

  /// The reason why a run proves nothing: every call was skipped. The value is `nil` if at least one call ran.
  ///
  /// For example, `no call could be run: needs --var ticket_id=… on a real server (3 calls); …`, with the most frequent
  /// reason first.
  package var nothingRun: String? {
    guard !isEmpty, allSatisfy({ $0.line.outcome == .skipped }) else { return nil }
    var reasons: [(text: String, count: Int)] = []
    for reason in compactMap(\.line.reason) {
      if let index = reasons.firstIndex(where: { $0.text == reason }) {
        reasons[index].count += 1
      } else {
        reasons.append((reason, 1))
      }
    }
    let frequent = reasons.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    var shown = frequent.prefix(3).map { _, reason in
      "\(reason.text) (\(reason.count) call\(reason.count == 1 ? "" : "s"))"
    }
    if frequent.count > 3 { shown.append("and \(frequent.count - 3) other reasons") }
    return "no call could be run: " + shown.joined(separator: "; ")
  }

}

extension Secrets {
  /// Returns an outcome that may be shown, without secrets and with each finding's exchange. The outcome's own
  /// exchanges stay unchanged, because they are never printed.
  package func redact(_ outcome: CallOutcome, of contract: Contract) -> CallOutcome {
    var outcome = outcome
    outcome.line.reason = outcome.line.reason.map(redact)
    for index in outcome.usedValues.indices {
      let used = outcome.usedValues[index]
      let isSecret = SecretNames.isSecret(used.variable, holding: used.value)
      outcome.usedValues[index].value = isSecret ? Redactor.mask : redact(used.value)
    }
    let named = outcome.drift.firstIndex { $0.fingerprint == outcome.line.finding }
    outcome.drift = outcome.drift.map { drift in
      var drift = drift
      if drift.exchange == nil { drift.exchange = shown(drift, by: outcome.exchanges, of: contract) }
      return redact(drift)
    }
    // A masked value may be part of a fingerprint.
    if let named { outcome.line.finding = outcome.drift[named].fingerprint }
    outcome.outage = outcome.outage.map(redact)
    return outcome
  }

  /// Returns the exchange that shows a finding about several exchanges: the last one of the finding's endpoint, with
  /// the finding's status if it has one.
  func shown(_ drift: Drift, by exchanges: [Exchange], of contract: Contract) -> ShownExchange? {
    let fitting = exchanges.last { exchange in
      guard case .found(let endpoint) = contract.router.route(exchange.request) else { return false }
      return endpoint.id == drift.endpoint && (drift.status == nil || exchange.response?.status == drift.status)
    }
    return fitting.map { view(of: $0, in: contract).shown(around: drift.pointer) }
  }

  /// Returns a view of an exchange that findings may show.
  package func view(of exchange: Exchange, in contract: Contract) -> ExchangeView {
    ExchangeView(exchange, of: contract, by: redactor(for: contract))
  }

  /// Returns a finding without secrets.
  package func redact(_ drift: Drift) -> Drift { redactor.redact(drift) }

  private func redact(_ outage: Outage) -> Outage {
    guard case .transport(let failure) = outage.cause else { return outage }
    return Outage(.transport(TransportFailure(kind: failure.kind, message: redact(failure.message))))
  }
}

extension ServerHealth {
  /// Records the outcome of a call. A call with neither an outage nor a response changes nothing.
  package mutating func note(_ outcome: CallOutcome) {
    note(outage: outcome.outage, isJudged: outcome.isJudged)
  }
}
