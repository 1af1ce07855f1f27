import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

extension CallOutcome {
  /// Returns the outcome with a finding for the failed call, so that gates, waivers and all reports treat the failure
  /// like findings in responses. Its fingerprint consists of the endpoint, the status and the call's name.
  ///
  /// Undoing the run's changes isn't a call, so items that are left behind can't be waived. Neither can incorrect use
  /// of the command.
  ///
  /// - Parameter secrets: The secrets to mask in the finding's exchange, in addition to those that the exchange itself
  ///   contains.
  package func namingFailure(in contract: Contract, hiding secrets: Secrets = Secrets([String]())) -> CallOutcome {
    guard line.outcome == .failed, !line.isUndoing, misuse == nil else { return self }
    let endpoint = contract.endpoint(line.endpoint)
    let rule = outage?.isTold == true ? Rule.endpoint.unavailable : Rule.client.callFailed
    // If the contract only assumes an error, its absence is a warning.
    let severity = promisedStanding.flatMap { standing in endpoint.flatMap { rule.severity(at: $0, by: standing) } }
    var finding = Drift(
      rule: rule, severity: severity, service: line.service, endpoint: line.endpoint,
      status: own(in: contract)?.response?.status, message: line.reason ?? "The call failed, and no reason was given.",
      contract: endpoint?.location, detail: line.name, call: line.label)
    finding.promise = outage.map(\.kind) ?? promise
    if let decisive = own(in: contract) ?? exchanges.last {
      finding.exchange = secrets.adding(exchanges, of: contract).view(of: decisive, in: contract).shown(around: nil)
    }
    var named = self
    named.drift.append(finding)
    named.line.finding = finding.fingerprint
    return named
  }

  /// Returns the last exchange with the call's endpoint, or `nil` if there is none.
  private func own(in contract: Contract) -> Exchange? {
    exchanges.last { exchange in
      guard case .found(let endpoint) = contract.router.route(exchange.request) else { return false }
      return endpoint.id == line.endpoint
    }
  }
}

extension Outage {
  /// A Boolean value that indicates whether a status reported the outage. Without a status, the server may have crashed
  /// on the request.
  fileprivate var isTold: Bool { if case .status = cause { true } else { false } }

  /// The kind of outage. An unavailable server makes many calls fail, and their failures have a single cause.
  fileprivate var kind: String {
    switch cause {
    case .status(let status): "outage \(status)"
    case .transport(let failure): "outage \(failure.kind)"
    }
  }
}
