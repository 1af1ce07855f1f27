/// One page of what a search found.
public struct SearchResults: Decodable, Sendable, Hashable {
  /// The page's listings.
  public let listings: [Listing]
  /// Which page this is, from 1.
  public let page: Int
  /// How many listings a page has.
  public let pageSize: Int
  /// How many listings were found in all.
  public let total: Int

  /// Takes every field.
  public init(
    listings: [Listing], page: Int, pageSize: Int, total: Int
  ) {
    self.listings = listings
    self.page = page
    self.pageSize = pageSize
    self.total = total
  }
}
