/// The screens of the app (story 82.2).
public enum Route: Sendable, Hashable {
  /// The first screen.
  case home
  /// All featured listings.
  case featuredListings

  /// The search form.
  case search
  /// The results of a search.
  case searchResults(query: String, filters: SearchFilters?)

  /// A listing.
  case listingDetail(id: String)
  /// A listing's photos in full screen.
  case listingGallery(id: String)
  /// A listing's location on the map.
  case listingMap(id: String)

  /// The user's favorites.
  case favorites

  /// The user's inquiries.
  case inquiries
  /// An inquiry's conversation.
  case inquiryDetail(id: String)
  /// The form to ask about a listing.
  case newInquiry(listingId: String)

  /// The user's account. For guests, it shows the login and the registration.
  case account
  /// The form to edit the profile.
  case profile
  /// The settings for the password and notifications.
  case settings
  /// The login.
  case login
}

extension Route {
  /// A Boolean value that indicates whether the route requires a login.
  ///
  /// The account doesn't, because it shows guests the login and the registration (story 82.5, AC-5). The stories don't
  /// say whether the profile and the settings do; requiring a login for them is an assumption.
  public var requiresAuth: Bool {
    switch self {
    case .favorites, .inquiries, .inquiryDetail, .newInquiry, .profile, .settings: true
    case .home, .featuredListings, .search, .searchResults, .listingDetail, .listingGallery, .listingMap, .account,
      .login:
      false
    }
  }

  /// The tab that the route belongs to, or `nil` for a route that opens in the current tab.
  public var tab: Tab? {
    switch self {
    case .home, .featuredListings: .home
    case .search, .searchResults: .search
    case .favorites: .favorites
    case .inquiries, .inquiryDetail: .inquiries
    case .account, .profile, .settings, .login: .account
    case .listingDetail, .listingGallery, .listingMap, .newInquiry: nil
    }
  }
}
