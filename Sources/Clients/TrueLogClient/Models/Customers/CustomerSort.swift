import PlumblineAPIClient

/// What a list of customers is sorted by.
public struct CustomerSort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `name`
  public static let name = Self(rawValue: "name")
  /// `created_at`
  public static let createdAt = Self(rawValue: "created_at")

  /// The values that the documentation names.
  public static let known: [Self] = [.name, .createdAt]
}
