import Foundation

/// A parser for links that open the app at a listing, and a generator for links that the app shares.
///
///     ListingLink.route(for: "realityportal://listing/123")                  // .listingDetail(id: "123")
///     ListingLink.route(for: "https://reality.example.com/listing/123")      // the same
///     ListingLink.shareURL(listingId: "123")                                 // the same link
///
/// In a link with a custom scheme, the part after `//` is the host (RFC 3986 section 3.2). In
/// `realityportal://listing/123`, the host is `listing` and the path is only `/123`. The sample code in story 82.2
/// looks for `listing` in the path, so it opens none of these links.
///
/// Links are untrusted input, so the parser is strict: a link with another host, a port, user information, encoded
/// characters, or a longer path opens nothing.
public enum ListingLink {
  /// The app's custom URL scheme.
  public static let scheme = "realityportal"
  /// The host of universal links.
  public static let host = "reality.example.com"

  /// The maximum length of an ID.
  private static let longest = 64

  /// Returns the route of a link, or `nil` if the link doesn't belong to the app.
  public static func route(for link: String) -> Route? {
    guard let (scheme, rest) = parted(link, at: "://"), let (authority, path) = parted(rest, at: "/") else {
      return nil
    }
    let prefix: Substring
    switch (scheme.lowercased(), authority.lowercased()) {
    case (Self.scheme, "listing"): prefix = path
    case ("https", host):
      guard let (first, rest) = parted(path, at: "/"), first == "listing" else { return nil }
      prefix = rest
    default: return nil
    }
    let id = prefix.prefix { $0 != "?" && $0 != "#" }
    let bare = id.hasSuffix("/") ? id.dropLast() : id
    return isId(bare) ? .listingDetail(id: String(bare)) : nil
  }

  /// Returns the route of a link, or `nil` if the link doesn't belong to the app.
  public static func route(for url: URL) -> Route? { route(for: url.absoluteString) }

  /// Returns the link to share, or `nil` if ``route(for:)`` couldn't read the ID back from it.
  public static func shareURL(listingId: String) -> URL? {
    isId(listingId) ? URL(string: "https://\(host)/listing/\(listingId)") : nil
  }

  /// Returns a Boolean value that indicates whether a string can be an ID. An ID consists of letters, digits, hyphens,
  /// and underscores, none of which needs to be encoded in a link.
  static func isId(_ text: some StringProtocol) -> Bool {
    let bytes = text.utf8
    return !bytes.isEmpty && bytes.count <= longest
      && bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  /// Returns the parts before and after the first separator.
  private static func parted(_ text: some StringProtocol, at separator: String) -> (Substring, Substring)? {
    let text = Substring(text)
    return text.range(of: separator, options: .literal).map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
  }
}
