import PlumblineVerification
import RealityPortalClient

/// Links to listings, the link that is shared, and where guests are asked to log in.
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

  /// What a link opens.
  private static let opening: LinkCheck.Read = { link in
    guard let route = ListingLink.route(for: link.text) else { throw NoRoute() }
    return reading(of: route)
  }

  /// What comes of going to a route by its name.
  private static let going: LinkCheck.Read = { link in
    guard let route = Route(link.text, link.given) else { throw NoRoute() }
    return reading(of: route)
  }

  /// A route as a guest gets there.
  private static func reading(of route: Route) -> LinkReading {
    var authGuard = AuthGuard()
    let isAsked = authGuard.open(route, isAuthenticated: false) != route
    return LinkReading(route.values, login: isAsked, landing: isAsked ? authGuard.landing().values : nil)
  }
}
