import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// Refusals of tokens by a session's endpoints. No call of a suite provokes them.
extension SessionCheck {
  /// Returns the drift in a refusal by a login or refresh endpoint, if the contract documents its status. From the
  /// refusal's body, clients determine whether the user must log in again.
  func judgeRefusal(_ exchange: Exchange, by endpoint: Endpoint) -> [Verdict] {
    guard let status = exchange.response?.status, (400..<500).contains(status), ![408, 423, 429].contains(status),
      endpoint.states.contains(where: { [.login, .refresh].contains($0.action) }),
      endpoint.failures.contains(where: { $0.statuses.contains(status) })
    else { return [] }
    let secrets = context.secrets.adding([exchange], of: context.contract)
    return Inspector(context.contract).inspect(exchange).compactMap { found in
      guard found.rule.group == .response, found.endpoint == endpoint.id else { return nil }
      var drift = found
      drift.exchange = secrets.shown(drift, by: [exchange], of: context.contract)
      return .drifts(drift)
    }
  }
}
