import Foundation
import PlumblineAPIClient
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client for Reality Portal's API, with one method per endpoint, grouped like the app's stories.
///
///     let client = RealityPortalClient(baseURL: url, store: store)
///     try await client.restoreSession()
///     let listings = try await client.listings.featuredListings()   // as a guest or as the logged-in user
///     try await client.session.login(email: email, password: password)
///     try await client.favorites.toggle(listings[0])
///
/// Views observe the client through ``AuthManager``, ``FavoritesViewModel``, and ``InquiriesViewModel``.
/// ``NavigationCoordinator`` determines where views, links (``ListingLink``), and notifications (``PushPayload``) lead.
/// ``InquiryForm`` and ``ShareItem`` contain the data for a form and a share sheet.
///
/// Methods throw an `APIError`, an ``AuthError``, or `CancellationError` if the task was canceled. The client doesn't
/// validate input; the server does.
public struct RealityPortalClient: Sendable {
  /// The login state.
  public let session: AuthSession
  /// Login and logout as single requests.
  public let auth: AuthUseCase
  /// The user's account.
  public let profile: ProfileUseCase
  /// Listings.
  public let listings: ListingsUseCase
  /// Favorites as single requests.
  public let favoritesUseCase: FavoritesUseCase
  /// The favorites that all views show.
  public let favorites: Favorites
  /// Inquiries and conversations.
  public let inquiries: InquiriesUseCase
  /// Push notifications.
  public let push: PushUseCase

  /// Creates a client that uses `URLSession`.
  ///
  /// - Parameters:
  ///   - baseURL: The URL of the API.
  ///   - store: The store for the tokens. On Apple platforms, `KeychainSessionStore` keeps them between launches.
  ///   - cache: The cache of the favorites for use without a network.
  ///   - session: The URL session for all requests.
  ///   - deadline: The maximum duration of one request.
  public init(
    baseURL: URL, store: any SessionStoring = InMemorySessionStore(),
    cache: any FavoritesCaching = InMemoryFavoritesCache(),
    session: URLSession = URLSessionTransport.sharedSession, deadline: Duration = .seconds(30)
  ) {
    self.init(
      baseURL: baseURL, store: store, cache: cache,
      transport: URLSessionTransport(session: session, deadline: deadline))
  }

  /// Creates a client that uses any transport, for previews and tests.
  public init(
    baseURL: URL, store: any SessionStoring = InMemorySessionStore(),
    cache: any FavoritesCaching = InMemoryFavoritesCache(), transport: any Transport
  ) {
    // Add the session's token to each request here, so that the client knows which token the server rejected.
    let api = APIClient(baseURL: baseURL, apiKey: nil, token: InMemoryTokenStore(), transport: transport)
    auth = AuthUseCase(api: api)
    let end = SessionEnd()
    session = AuthSession(auth: auth, store: store) { await end.favorites?.forget() }
    let requests = PortalRequests(api: api, session: session)
    profile = ProfileUseCase(requests: requests)
    listings = ListingsUseCase(requests: requests)
    favoritesUseCase = FavoritesUseCase(requests: requests)
    favorites = Favorites(useCase: favoritesUseCase, cache: cache)
    inquiries = InquiriesUseCase(requests: requests)
    push = PushUseCase(requests: requests)
    end.set(favorites)
  }

  /// Restores the stored session and loads its user.
  ///
  /// Without a network, the user stays logged in and the details are loaded later. If the server rejects the session,
  /// the session ends.
  public func restoreSession() async throws {
    try await session.restore()
    guard await session.isAuthenticated else { return }
    do {
      _ = try await profile.currentUser()
    } catch APIError.unauthorized, APIError.networkError {
      return
    }
  }
}

/// The state to clear when a session ends. The favorites send requests through the session, and the session notifies
/// them when it ends, so one of the two must be set after initialization.
final class SessionEnd: Sendable {
  private let known = Mutex<Favorites?>(nil)

  /// The favorites of the session, or `nil` until they are set.
  var favorites: Favorites? { known.withLock { $0 } }

  func set(_ favorites: Favorites) {
    known.withLock { $0 = favorites }
  }
}
