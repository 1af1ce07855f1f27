import PlumblineAPIClient

/// Where an asset stands in its life.
public struct AssetStatus: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `IN_STOCK`
  public static let inStock = Self(rawValue: "IN_STOCK")
  /// `DEPLOYED`
  public static let deployed = Self(rawValue: "DEPLOYED")
  /// `READY_TO_DEPLOY`
  public static let readyToDeploy = Self(rawValue: "READY_TO_DEPLOY")
  /// `REPAIR`
  public static let repair = Self(rawValue: "REPAIR")
  /// `ARCHIVED`
  public static let archived = Self(rawValue: "ARCHIVED")
  /// `DISPOSED`
  public static let disposed = Self(rawValue: "DISPOSED")

  /// The values that the documentation names.
  public static let known: [Self] = [.inStock, .deployed, .readyToDeploy, .repair, .archived, .disposed]
}
