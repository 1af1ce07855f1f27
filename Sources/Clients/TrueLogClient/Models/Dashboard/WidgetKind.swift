import PlumblineAPIClient

/// How a dashboard widget shows its data.
public struct WidgetKind: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `count`
  public static let count = Self(rawValue: "count")
  /// `chart`
  public static let chart = Self(rawValue: "chart")

  /// The values that the documentation names.
  public static let known: [Self] = [.count, .chart]
}
