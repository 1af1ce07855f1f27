import TrueLogClient
import Verification

/// Makes the calls of one endpoint of TrueLog.
typealias EndpointCalls = Verification.EndpointCalls<TrueLogClient>

extension Verification.EndpointCalls where Client == TrueLogClient {
  /// - Parameter endpoint: the endpoint's id: `tickets.update`.
  init(_ endpoint: String) {
    self.init(endpoint) { try $0.client() }
  }
}
