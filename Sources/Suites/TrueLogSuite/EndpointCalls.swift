import TrueLogClient
import Verification

/// Makes the calls of one endpoint.
struct EndpointCalls {
  /// Runs one method of the client.
  typealias Run = @Sendable (TrueLogClient, CallContext) async throws -> any Sendable

  private let endpoint: String
  private(set) var calls: [Call] = []

  /// - Parameter endpoint: the endpoint's id: `tickets.update`.
  init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  /// A call that succeeds.
  func success(_ name: String, as caller: Call.Caller = .first, run: @escaping Run) -> EndpointCalls {
    adding(name, caller, .success, .data, run)
  }

  /// A call that succeeds, and what any request to the endpoint may meet: no credentials, and a server that fails.
  func ordinary(_ name: String, run: @escaping Run) -> EndpointCalls {
    success(name, run: run)
      .failure("unauthorized", "\(name), without credentials", as: .nobody, run: run)
      .played("server-error", expecting: "serverError", "\(name), while the server fails", run: run)
  }

  /// A call that fails because of what it sends or who sends it.
  func failure(
    _ failure: String, _ name: String, as caller: Call.Caller = .first, run: @escaping Run
  ) -> EndpointCalls {
    adding(name, caller, .failure(failure), .data, run)
  }

  /// A call that fails because the mock was told to; a real server can't be, so there it is skipped.
  func played(_ recording: String, expecting failure: String, _ name: String, run: @escaping Run) -> EndpointCalls {
    adding(name, .first, .failure(failure), .recording(recording), run)
  }

  private func adding(
    _ name: String, _ caller: Call.Caller, _ expectation: Call.Expectation, _ means: Call.Means, _ run: @escaping Run
  ) -> EndpointCalls {
    var copy = self
    copy.calls.append(
      Call(endpoint, name, as: caller, expecting: expectation, by: means) { context in
        try await run(context.client(), context)
      })
    return copy
  }
}
