import Foundation
import PlumblineAPIClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// PhotoScout: signing in with Google, and the API that knows its caller by a visitor id.
///
///     let client = try await PhotoScoutClient(config: .local, store: UserDefaultsSessionStore())
///     let plans = try await client.api.fetchPlans()
///     for await update in client.api.planUpdates(every: .seconds(30)) { … }   // as they change
///
/// The API's methods throw an `APIError`, or `CancellationError` when the task was cancelled.
public struct PhotoScoutClient: Sendable {
  /// Who is signed in.
  public let authentication: AuthenticationService
  /// Plans and conversations of whoever that is.
  public let api: APIService

  /// A client over `URLSession`, with the session that the store kept.
  ///
  /// - Parameters:
  ///   - config: where PhotoScout lives.
  ///   - store: keeps who is signed in between launches.
  ///   - cache: keeps answers for when the device is offline.
  ///   - retries: how requests that may be repeated are.
  ///   - session: reused for all requests.
  ///   - deadline: how long one attempt may take in all.
  public init(
    config: PhotoScoutConfig, store: any SessionStoring = InMemorySessionStore(),
    cache: any AnswerCaching = InMemoryAnswerCache(), retries: RetryPolicy = RetryPolicy(),
    session: URLSession = URLSessionTransport.sharedSession, deadline: Duration = .seconds(30)
  ) async throws {
    try await self.init(
      config: config, store: store, cache: cache, retries: retries,
      transport: URLSessionTransport(session: session, deadline: deadline))
  }

  /// A client over any transport: for previews and tests.
  public init(
    config: PhotoScoutConfig, store: any SessionStoring = InMemorySessionStore(),
    cache: any AnswerCaching = InMemoryAnswerCache(), retries: RetryPolicy = RetryPolicy(), transport: any Transport
  ) async throws {
    authentication = try await AuthenticationService(store: store)
    api = APIService(
      apiBaseURL: config.apiBaseURL, visitor: authentication, cache: cache,
      transport: RetryingTransport(transport, policy: retries))
  }

  /// Signs out, and forgets the answers that were kept: they are the other's.
  public func signOut() async throws {
    try await authentication.signOut()
    await api.forgetAnswers()
  }
}
