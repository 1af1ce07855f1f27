import PhotoScoutClient
import PlumblineVerification

/// Makes the calls of one endpoint of PhotoScout.
typealias EndpointCalls = PlumblineVerification.EndpointCalls<PhotoScoutClient>

extension PlumblineVerification.EndpointCalls where Client == PhotoScoutClient {
  /// - Parameter endpoint: the endpoint's id: `plans.get`.
  init(_ endpoint: String) {
    self.init(endpoint) { try await $0.client() }
  }

  /// A call that succeeds for somebody who is signed in and for a device that nobody is signed in on, and what any request
  /// may meet: no visitor id, and a server that fails each time that it is asked.
  func everyday(_ name: String, run: @escaping Run) -> EndpointCalls {
    success(name, run: run)
      .success("\(name) as a guest", as: .persona("guest"), run: run)
      .failure("forbidden", "\(name) without a visitor id", as: .nobody, run: run)
      .played("server-error", expecting: "serverError", "\(name), while the server fails", run: run)
  }
}
