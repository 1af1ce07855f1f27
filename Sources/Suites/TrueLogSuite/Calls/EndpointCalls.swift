import PlumblineVerification
import TrueLogClient

/// The calls of one endpoint of TrueLog.
typealias EndpointCalls = PlumblineVerification.EndpointCalls<TrueLogClient>

extension PlumblineVerification.EndpointCalls where Client == TrueLogClient {
  /// Creates an empty list of calls.
  ///
  /// - Parameter endpoint: The endpoint's ID, such as `tickets.update`.
  init(_ endpoint: String) {
    self.init(endpoint) { try $0.client() }
  }
}
