/// Where in the app one can be (story 82.2).
public enum Route: Sendable, Hashable {
  /// The first screen.
  case home
  /// All featured listings.
  case featuredListings

  /// The search form.
  case search
  /// What a search found.
  case searchResults(query: String, filters: SearchFilters?)

  /// A listing.
  case listingDetail(id: String)
  /// A listing's photos, as large as the screen.
  case listingGallery(id: String)
  /// Where a listing is.
  case listingMap(id: String)

  /// One's own favorites.
  case favorites

  /// One's own inquiries.
  case inquiries
  /// An inquiry's conversation.
  case inquiryDetail(id: String)
  /// The form to ask about a listing.
  case newInquiry(listingId: String)

  /// One's own account; for guests, login and register.
  case account
  /// The form to edit one's own profile.
  case profile
  /// Password and notifications.
  case settings
  /// The login.
  case login
}

extension Route {
  /// A Boolean value that indicates whether one has to be logged in to go there.
  ///
  /// The account needs no login: it shows guests login and register (story 82.5, AC-5). That profile and settings need
  /// one is assumed.
  public var requiresAuth: Bool {
    switch self {
    case .favorites, .inquiries, .inquiryDetail, .newInquiry, .profile, .settings: true
    case .home, .featuredListings, .search, .searchResults, .listingDetail, .listingGallery, .listingMap, .account,
      .login:
      false
    }
  }

  /// The tab that it belongs to; nil for what can be reached from any tab and opens where one is.
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
