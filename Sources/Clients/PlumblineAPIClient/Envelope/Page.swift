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
