/// One page of a list.
public struct Page<Item> {
  /// The items, in the server's order.
  public let items: [Item]
  /// The page's position in its list, or `nil` if the server doesn't report it.
  public let pagination: Pagination?

  /// Creates a page.
  public init(items: [Item], pagination: Pagination?) {
    self.items = items
    self.pagination = pagination
  }
}

extension Page: Sendable where Item: Sendable {}
extension Page: Equatable where Item: Equatable {}

/// The position of a page in its list.
public struct Pagination: Codable, Sendable, Hashable {
  /// The page number. The first page is 1.
  public let page: Int
  /// The number of items on a full page.
  public let perPage: Int
  /// The number of items in the whole list.
  public let total: Int
  /// The number of pages in the whole list.
  public let pages: Int

  /// Creates a position.
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

  /// A Boolean value that indicates whether there is a next page.
  public var hasNext: Bool { page < pages }
}
