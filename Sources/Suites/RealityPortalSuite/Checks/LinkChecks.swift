import PlumblineVerification
import RealityPortalClient

/// The checks of links to listings, shared links, and routes that require a login.
enum LinkChecks {
  private struct NoRoute: Error, CustomStringConvertible {
    let description = "it opens nothing"
  }

  static var all: [LinkCheck] {
    [
      LinkCheck("listing.scheme", reading: opening),
      LinkCheck("listing.universal", reading: opening),
      LinkCheck(
        "listing.share",
        making: { given in
          guard let url = ListingLink.shareURL(listingId: given["id"] ?? "") else { throw NoRoute() }
          return url.absoluteString
        }),
      LinkCheck("guard.protected", reading: going),
      LinkCheck("guard.open", reading: going),
    ]
  }

  /// Reads the route that a link opens.
  private static let opening: LinkCheck.Read = { link in
    guard let route = ListingLink.route(for: link.text) else { throw NoRoute() }
    return LinkReading(of: route)
  }

  /// Reads the route with a given name, as navigation opens it.
  private static let going: LinkCheck.Read = { link in
    guard let route = Route(link.text, link.given) else { throw NoRoute() }
    return LinkReading(of: route)
  }
}

extension LinkReading {
  /// Creates a reading of a route as a guest reaches it, with additional values.
  init(of route: Route, _ others: [String: (any CustomStringConvertible)?] = [:]) {
    var authGuard = AuthGuard()
    let isAsked = authGuard.open(route, isAuthenticated: false) != route
    self.init(
      route.values.merging(others) { value, _ in value }, login: isAsked,
      landing: isAsked ? authGuard.landing().values : nil)
  }
}

extension Route {
  /// Creates the route that `deep-links.json` names, or `nil` if there is no such route.
  init?(_ name: String, _ given: [String: String]) {
    let id = given["id"] ?? given["listingId"] ?? ""
    let routes: [Route] = [
      .home, .featuredListings, .search, .searchResults(query: given["query"] ?? "", filters: nil),
      .listingDetail(id: id), .listingGallery(id: id), .listingMap(id: id), .favorites, .inquiries,
      .inquiryDetail(id: id), .newInquiry(listingId: id), .account, .profile, .settings, .login,
    ]
    guard let route = routes.first(where: { $0.name == name }) else { return nil }
    self = route
  }

  /// The name of the route's case.
  private var name: String {
    switch self {
    case .home: "home"
    case .featuredListings: "featuredListings"
    case .search: "search"
    case .searchResults: "searchResults"
    case .listingDetail: "listingDetail"
    case .listingGallery: "listingGallery"
    case .listingMap: "listingMap"
    case .favorites: "favorites"
    case .inquiries: "inquiries"
    case .inquiryDetail: "inquiryDetail"
    case .newInquiry: "newInquiry"
    case .account: "account"
    case .profile: "profile"
    case .settings: "settings"
    case .login: "login"
    }
  }

  /// The route's case and associated values, by their names in `deep-links.json`.
  var values: [String: (any CustomStringConvertible)?] {
    switch self {
    case .searchResults(let query, _): ["route": name, "query": query]
    case .listingDetail(let id), .listingGallery(let id), .listingMap(let id), .inquiryDetail(let id):
      ["route": name, "id": id]
    case .newInquiry(let listingId): ["route": name, "listingId": listingId]
    default: ["route": name]
    }
  }
}
