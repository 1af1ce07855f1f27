import Foundation

/// The parts of a listing that a share sheet needs: its title, its link, and a picture for the preview (story 82.4,
/// AC-5 and tasks 5.1 to 5.4).
///
///     ShareLink(item: item.url, subject: Text(item.title), preview: SharePreview(item.title, image: picture))
public struct ShareItem: Sendable, Hashable {
  /// The listing's headline.
  public let title: String
  /// The universal link to the listing, in the form `https://reality.example.com/listing/{id}`.
  public let url: URL
  /// The URL of the first photo, or `nil` if there is none or its URL isn't HTTPS.
  public let imageURL: URL?

  /// Creates an item for a listing, or returns `nil` if the listing's ID can't be part of a link.
  public init?(_ listing: Listing) {
    guard let url = ListingLink.shareURL(listingId: listing.id) else { return nil }
    title = listing.title
    self.url = url
    imageURL = listing.photos.first.flatMap(Self.image)
  }

  /// Returns the URL of a picture, or `nil` for other URLs that a server may have accepted, such as scripts or local
  /// files.
  private static func image(_ text: String) -> URL? {
    guard let url = URL(string: text), url.scheme?.lowercased() == "https", let host = url.host, !host.isEmpty,
      url.user == nil, url.password == nil
    else { return nil }
    return url
  }
}
