import PlumblineVerification
import TrueLogClient

/// Makes the calls of one endpoint of TrueLog.
typealias EndpointCalls = PlumblineVerification.EndpointCalls<TrueLogClient>

extension PlumblineVerification.EndpointCalls where Client == TrueLogClient {
  /// - Parameter endpoint: The endpoint's id, such as `tickets.update`.
  init(_ endpoint: String) {
    self.init(endpoint) { try $0.client() }
  }
}
