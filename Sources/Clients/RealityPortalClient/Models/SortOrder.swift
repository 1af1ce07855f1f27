import PlumblineAPIClient

/// Which end of a sorted list comes first.
public struct SortOrder: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The least first.
  public static let asc = Self(rawValue: "asc")
  /// The greatest first.
  public static let desc = Self(rawValue: "desc")

  /// The values that the documentation names.
  public static let known: [Self] = [.asc, .desc]
}
