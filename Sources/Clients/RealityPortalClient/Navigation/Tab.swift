/// The tabs of the app (story 82.2).
public enum Tab: Sendable, Hashable, CaseIterable {
  /// Featured listings.
  case home
  /// Search.
  case search
  /// One's own favorites.
  case favorites
  /// One's own inquiries.
  case inquiries
  /// One's own account.
  case account

  /// The tab's picture among the SF Symbols.
  public var icon: String {
    switch self {
    case .home: "house.fill"
    case .search: "magnifyingglass"
    case .favorites: "heart.fill"
    case .inquiries: "envelope.fill"
    case .account: "person.fill"
    }
  }

  /// The tab's name.
  public var title: String {
    switch self {
    case .home: "Home"
    case .search: "Search"
    case .favorites: "Favorites"
    case .inquiries: "Inquiries"
    case .account: "Account"
    }
  }

  /// What it shows first.
  public var root: Route {
    switch self {
    case .home: .home
    case .search: .search
    case .favorites: .favorites
    case .inquiries: .inquiries
    case .account: .account
    }
  }

  /// A Boolean value that indicates whether a guest is asked to log in.
  ///
  /// Story 82.2 has the account among these; its own AC-5 names favorites and inquiries only, and by AC-5 of story 82.5 the
  /// account shows a guest login and register. So it isn't.
  public var requiresAuth: Bool { root.requiresAuth }
}
