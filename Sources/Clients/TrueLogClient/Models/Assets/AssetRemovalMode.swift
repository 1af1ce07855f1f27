import PlumblineAPIClient

/// The way to remove an asset: by archiving or by deleting it.
public struct AssetRemovalMode: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a mode from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `archive`
  public static let archive = Self(rawValue: "archive")
  /// `delete`
  public static let delete = Self(rawValue: "delete")

  /// The modes that the documentation names.
  public static let known: [Self] = [.archive, .delete]
}
