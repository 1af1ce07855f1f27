import PlumblineAPIClient

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

  /// Creates a value from its fields.
  public init(
    listings: [Listing], page: Int, pageSize: Int, total: Int
  ) {
    self.listings = listings
    self.page = page
    self.pageSize = pageSize
    self.total = total
  }
}

/// What search results are sorted by.
public struct SearchSort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The price.
  public static let price = Self(rawValue: "price")
  /// Since when they are offered.
  public static let listedAt = Self(rawValue: "listedAt")

  /// The values that the contract assumes; no document names them.
  public static let known: [Self] = [.price, .listedAt]
}

/// Which end of a sorted list comes first.
public struct SortOrder: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The least first.
  public static let asc = Self(rawValue: "asc")
  /// The greatest first.
  public static let desc = Self(rawValue: "desc")

  /// The values that the contract assumes; no document names them.
  public static let known: [Self] = [.asc, .desc]
}
