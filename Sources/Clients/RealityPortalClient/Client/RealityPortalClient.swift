import Foundation
import PlumblineAPIClient
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reality Portal's API: one method for each endpoint, grouped as the app's stories group them.
///
///     let client = RealityPortalClient(baseURL: url, store: store)
///     try await client.restoreSession()
///     let listings = try await client.listings.featuredListings()   // as a guest, or as who is logged in
///     try await client.session.login(email: email, password: password)
///     try await client.favorites.toggle(listings[0])
///
/// Views observe it by ``AuthManager``, ``FavoritesViewModel`` and ``InquiriesViewModel``; ``NavigationCoordinator`` knows
/// where they lead, links (``ListingLink``) and notifications (``PushPayload``) too. ``InquiryForm`` and ``ShareItem`` are
/// what a form and a share sheet need.
///
/// Methods throw an `APIError`, an ``AuthError``, or `CancellationError` when the task was cancelled. Nothing is validated
/// here: the server decides what is right.
public struct RealityPortalClient: Sendable {
  /// Who is logged in.
  public let session: AuthSession
  /// Logging in and out, as single requests.
  public let auth: AuthUseCase
  /// One's own account.
  public let profile: ProfileUseCase
  /// Listings.
  public let listings: ListingsUseCase
  /// Favorites, as single requests.
  public let favoritesUseCase: FavoritesUseCase
  /// The favorites that all views show.
  public let favorites: Favorites
  /// Inquiries and conversations.
  public let inquiries: InquiriesUseCase
  /// Push notifications.
  public let push: PushUseCase

  /// A client over `URLSession`.
  ///
  /// - Parameters:
  ///   - baseURL: where the API lives.
  ///   - store: keeps the tokens; on Apple platforms `KeychainSessionStore` keeps them between launches.
  ///   - cache: keeps the favorites for when there is no network.
  ///   - session: reused for all requests.
  ///   - deadline: how long one request may take in all.
  public init(
    baseURL: URL, store: any SessionStoring = InMemorySessionStore(),
    cache: any FavoritesCaching = InMemoryFavoritesCache(),
    session: URLSession = URLSessionTransport.sharedSession, deadline: Duration = .seconds(30)
  ) {
    self.init(
      baseURL: baseURL, store: store, cache: cache,
      transport: URLSessionTransport(session: session, deadline: deadline))
  }

  /// A client over any transport: for previews and tests.
  public init(
    baseURL: URL, store: any SessionStoring = InMemorySessionStore(),
    cache: any FavoritesCaching = InMemoryFavoritesCache(), transport: any Transport
  ) {
    // The session's token is put into each request, so that it is known which one the server refused.
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

  /// Takes over the session that the store kept, and asks who it belongs to.
  ///
  /// Without a network one stays logged in, and who it is becomes known later. A session that the server refuses is over.
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

/// What has to go when a session ends. The favorites send requests by the session, and the session tells them when it
/// ends: one of the two must come second.
final class SessionEnd: Sendable {
  private let known = Mutex<Favorites?>(nil)

  /// The favorites of the session, once there are any.
  var favorites: Favorites? { known.withLock { $0 } }

  func set(_ favorites: Favorites) {
    known.withLock { $0 = favorites }
  }
}
