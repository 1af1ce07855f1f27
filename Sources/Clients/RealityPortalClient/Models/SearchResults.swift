import PlumblineAPIClient

/// A page of search results.
public struct SearchResults: Decodable, Sendable, Hashable {
  /// The page's listings.
  public let listings: [Listing]
  /// The page number. The first page is 1.
  public let page: Int
  /// The number of listings on a full page.
  public let pageSize: Int
  /// The total number of results.
  public let total: Int

  /// Creates a page of search results.
  public init(
    listings: [Listing], page: Int, pageSize: Int, total: Int
  ) {
    self.listings = listings
    self.page = page
    self.pageSize = pageSize
    self.total = total
  }
}

/// The sort key of search results.
public struct SearchSort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a sort key from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Sorts by price.
  public static let price = Self(rawValue: "price")
  /// Sorts by the time the listing was published.
  public static let listedAt = Self(rawValue: "listedAt")

  /// The known values. The contract assumes them, because no document names them.
  public static let known: [Self] = [.price, .listedAt]
}

/// The direction of a sorted list.
public struct SortOrder: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a direction from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The ascending direction, with the lowest value first.
  public static let asc = Self(rawValue: "asc")
  /// The descending direction, with the highest value first.
  public static let desc = Self(rawValue: "desc")

  /// The known values. The contract assumes them, because no document names them.
  public static let known: [Self] = [.asc, .desc]
}
