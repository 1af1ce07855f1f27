/// One page of a list.
public struct Page<Item> {
  /// The items, in the server's order.
  public let items: [Item]
  /// Where the page lies in its list; nil when the server does not tell.
  public let pagination: Pagination?

  /// Takes every field.
  public init(items: [Item], pagination: Pagination?) {
    self.items = items
    self.pagination = pagination
  }
}

extension Page: Sendable where Item: Sendable {}
extension Page: Equatable where Item: Equatable {}

/// Where a page lies in its list.
public struct Pagination: Codable, Sendable, Hashable {
  /// This page's number; the first is 1.
  public let page: Int
  /// How many items a full page has.
  public let perPage: Int
  /// How many items the whole list has.
  public let total: Int
  /// How many pages the whole list has.
  public let pages: Int

  /// Takes every field.
  public init(page: Int, perPage: Int, total: Int, pages: Int) {
    self.page = page
    self.perPage = perPage
    self.total = total
    self.pages = pages
  }

  enum CodingKeys: String, CodingKey {
    case page, total, pages
    case perPage = "per_page"
  }

  /// A Boolean value that indicates whether a later page exists.
  public var hasNext: Bool { page < pages }
}
