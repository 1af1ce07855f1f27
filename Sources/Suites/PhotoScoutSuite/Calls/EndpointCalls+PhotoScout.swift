import PhotoScoutClient
import PlumblineVerification

/// The calls of one endpoint of PhotoScout.
typealias EndpointCalls = PlumblineVerification.EndpointCalls<PhotoScoutClient>

extension PlumblineVerification.EndpointCalls where Client == PhotoScoutClient {
  /// Creates an empty list of calls.
  ///
  /// - Parameter endpoint: The endpoint's ID, such as `plans.get`.
  init(_ endpoint: String) {
    self.init(endpoint) { try await $0.client() }
  }

  /// Returns calls for an operation that succeeds both for a signed-in user and for a device without one, including its
  /// common failures: a missing visitor ID, and a server that fails every time.
  func everyday(_ name: String, run: @escaping Run) -> EndpointCalls {
    success(name, run: run)
      .success("\(name) as a guest", as: .persona("guest"), run: run)
      .failure("forbidden", "\(name) without a visitor id", as: .nobody, run: run)
      .played("server-error", expecting: "serverError", "\(name), while the server fails", run: run)
  }
}
