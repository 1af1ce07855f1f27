import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages

/// The responses of a session's endpoints that reject a token, which no call of a suite gets.
extension SessionCheck {
  /// Returns the drift in a refusal by an endpoint that logs in or refreshes, if the contract documents its status.
  /// Based on its body, clients decide whether the user must log in again.
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
