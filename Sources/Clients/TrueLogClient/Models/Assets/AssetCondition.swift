import PlumblineAPIClient

/// The state that an asset is in.
public struct AssetCondition: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `NEW`
  public static let new = Self(rawValue: "NEW")
  /// `GOOD`
  public static let good = Self(rawValue: "GOOD")
  /// `FAIR`
  public static let fair = Self(rawValue: "FAIR")
  /// `POOR`
  public static let poor = Self(rawValue: "POOR")

  /// The values that the documentation names.
  public static let known: [Self] = [.new, .good, .fair, .poor]
}
