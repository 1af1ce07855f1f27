import RealityPortalClient

extension Route {
  /// A route as `links.json` names it; nil when there is no such route.
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

  /// Its case.
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

  /// Its case and what goes with it, by the names of `links.json`.
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
