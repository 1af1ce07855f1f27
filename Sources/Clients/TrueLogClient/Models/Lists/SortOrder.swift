import PlumblineAPIClient

/// The direction of a sorted list.
public struct SortOrder: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a direction from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `asc`
  public static let asc = Self(rawValue: "asc")
  /// `desc`
  public static let desc = Self(rawValue: "desc")

  /// The known values. The contract assumes them, because no document names them.
  public static let known: [Self] = [.asc, .desc]
}
