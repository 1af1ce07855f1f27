import PlumblineAPIClient

/// What a list of assets is sorted by.
public struct AssetSort: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `created_at`
  public static let createdAt = Self(rawValue: "created_at")
  /// `updated_at`
  public static let updatedAt = Self(rawValue: "updated_at")
  /// `asset_tag`
  public static let assetTag = Self(rawValue: "asset_tag")
  /// `name`
  public static let name = Self(rawValue: "name")

  /// The values that the documentation names.
  public static let known: [Self] = [.createdAt, .updatedAt, .assetTag, .name]
}
