import PlumblineAPIClient

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

  /// The values that the documentation names.
  public static let known: [Self] = [.price, .listedAt]
}
