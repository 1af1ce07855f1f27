import PlumblineAPIClient

/// A widget of the dashboard.
public struct Widget: Codable, Sendable, Hashable, Identifiable {
  /// The ID for requesting the widget's data, such as `ticket_counts`.
  public let id: String
  /// The heading.
  public let title: String
  /// The form in which the widget shows its data.
  public let kind: WidgetKind

  /// Creates a widget.
  public init(id: String, title: String, kind: WidgetKind) {
    self.id = id
    self.title = title
    self.kind = kind
  }

  enum CodingKeys: String, CodingKey {
    case id, title, kind
  }
}

/// The form in which a dashboard widget shows its data.
public struct WidgetKind: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a kind from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `count`
  public static let count = Self(rawValue: "count")
  /// `chart`
  public static let chart = Self(rawValue: "chart")

  /// The known values. The contract assumes them, because no document names them.
  public static let known: [Self] = [.count, .chart]
}
