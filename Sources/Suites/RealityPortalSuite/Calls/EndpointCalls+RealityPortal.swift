import PlumblineVerification
import RealityPortalClient

/// The calls of one endpoint of Reality Portal.
typealias EndpointCalls = PlumblineVerification.EndpointCalls<RealityPortalClient>

extension PlumblineVerification.EndpointCalls where Client == RealityPortalClient {
  /// Creates an empty list of calls.
  ///
  /// - Parameter endpoint: The endpoint's ID, such as `favorites.add`.
  init(_ endpoint: String) {
    self.init(endpoint) { try await $0.client() }
  }

  /// Returns calls for an operation that succeeds for users and for guests, including its common failures: a session
  /// that has ended, and a server that fails.
  func open(_ name: String, run: @escaping Run) -> EndpointCalls {
    success(name, run: run)
      .success("\(name) as a guest", as: .nobody, run: run)
      .failure("unauthorized", "\(name) after the session is over") { _, context in
        try await run(context.clientWithExpiredToken(refreshToken: "expired"), context)
      }
      .played("server-error", expecting: "serverError", "\(name), while the server fails", run: run)
  }
}
