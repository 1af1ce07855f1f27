import Foundation
import PlumblineAPIClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client for PhotoScout: sign-in with Google, and the API, which identifies its caller by a visitor ID.
///
///     let client = try await PhotoScoutClient(config: .local, store: UserDefaultsSessionStore())
///     let plans = try await client.api.fetchPlans()
///     for await update in client.api.planUpdates(every: .seconds(30)) { … }   // as they change
///
/// The API's methods throw an `APIError`, or `CancellationError` if the task was canceled.
public struct PhotoScoutClient: Sendable {
  /// The sign-in state.
  public let authentication: AuthenticationService
  /// The plans and conversations of the current visitor.
  public let api: APIService

  /// Creates a client that uses `URLSession` and continues the stored session.
  ///
  /// - Parameters:
  ///   - config: The addresses of PhotoScout.
  ///   - store: The store that keeps the session between launches.
  ///   - cache: The cache of responses for when the device is offline.
  ///   - retries: The policy for repeating idempotent requests.
  ///   - session: The URL session for all requests.
  ///   - deadline: The maximum duration of one attempt.
  public init(
    config: PhotoScoutConfig, store: any SessionStoring = InMemorySessionStore(),
    cache: any AnswerCaching = InMemoryAnswerCache(), retries: RetryPolicy = RetryPolicy(),
    session: URLSession = URLSessionTransport.sharedSession, deadline: Duration = .seconds(30)
  ) async throws {
    try await self.init(
      config: config, store: store, cache: cache, retries: retries,
      transport: URLSessionTransport(session: session, deadline: deadline))
  }

  /// Creates a client that uses any transport, for previews and tests.
  public init(
    config: PhotoScoutConfig, store: any SessionStoring = InMemorySessionStore(),
    cache: any AnswerCaching = InMemoryAnswerCache(), retries: RetryPolicy = RetryPolicy(), transport: any Transport
  ) async throws {
    authentication = try await AuthenticationService(store: store)
    api = APIService(
      apiBaseURL: config.apiBaseURL, visitor: authentication, cache: cache,
      transport: RetryingTransport(transport, policy: retries))
  }

  /// Signs out and removes the cached responses, which belong to the user.
  public func signOut() async throws {
    try await authentication.signOut()
    await api.forgetAnswers()
  }
}
