import Foundation

/// What is shared of a listing: its title, its link, and a picture for the preview (story 82.4, AC-5 and tasks 5.1 to 5.4).
///
///     ShareLink(item: item.url, subject: Text(item.title), preview: SharePreview(item.title, image: picture))
public struct ShareItem: Sendable, Hashable {
  /// The listing's headline.
  public let title: String
  /// The universal link to the listing: `https://reality.example.com/listing/{id}`.
  public let url: URL
  /// Where its first photo is; nil when it has none, or one that isn't fetched by HTTPS.
  public let imageURL: URL?

  /// Takes what it needs of a listing; nil for an id that no link could be read with.
  public init?(_ listing: Listing) {
    guard let url = ListingLink.shareURL(listingId: listing.id) else { return nil }
    title = listing.title
    self.url = url
    imageURL = listing.photos.first.flatMap(Self.image)
  }

  /// A picture's URL. What a server may have let in, a script or a file of the device, is none.
  private static func image(_ text: String) -> URL? {
    guard let url = URL(string: text), url.scheme?.lowercased() == "https", let host = url.host, !host.isEmpty,
      url.user == nil, url.password == nil
    else { return nil }
    return url
  }
}
