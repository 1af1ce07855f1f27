import PlumblineContractModel
import PlumblineDriftDetection

extension CallOutcome {
  /// The outcome, with a finding that says where the call failed: so gates, waivers and every form of the report treat it like
  /// findings in responses. Its fingerprint is made of the endpoint, the status and the call's name.
  ///
  /// Undoing the run's changes is no call: items that are left behind can't be waived. Neither can a wrong use of the command.
  package func namingFailure(in contract: Contract) -> CallOutcome {
    guard line.outcome == .failed, !line.isUndoing, misuse == nil else { return self }
    let endpoint = contract.endpoint(line.endpoint)
    let rule = outage?.isTold == true ? Rule.endpoint.unavailable : Rule.client.callFailed
    // If something assumed isn't refused as assumed, that is a warning.
    let severity = promisedStanding.flatMap { standing in endpoint.flatMap { rule.severity(at: $0, by: standing) } }
    var finding = Drift(
      rule: rule, severity: severity, service: line.service, endpoint: line.endpoint,
      status: status(in: contract), message: line.reason ?? "The call failed, and gave no reason.",
      contract: endpoint?.location, detail: line.name, call: line.label)
    finding.promise = outage.map(\.kind) ?? promise
    var named = self
    named.drift.append(finding)
    named.line.finding = finding.fingerprint
    return named
  }

  /// The status of the last response of the call's own endpoint.
  private func status(in contract: Contract) -> Int? {
    exchanges.last { exchange in
      guard case .found(let endpoint) = contract.router.route(exchange.request) else { return false }
      return endpoint.id == line.endpoint
    }?.response?.status
  }
}

extension Outage {
  /// A Boolean value that indicates whether a status reported the outage, not just the silence of a server that may have
  /// crashed on the request.
  fileprivate var isTold: Bool { if case .status = cause { true } else { false } }

  /// The kind of outage: one server that is away fails many calls, and that is one cause.
  fileprivate var kind: String {
    switch cause {
    case .status(let status): "outage \(status)"
    case .transport(let failure): "outage \(failure.kind)"
    }
  }
}
