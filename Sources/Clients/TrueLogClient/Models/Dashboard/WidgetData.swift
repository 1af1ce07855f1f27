import Foundation

/// What a widget of no special shape shows.
public struct WidgetData: Codable, Sendable, Hashable {
  /// The widget's id.
  public let widgetId: String
  /// When it was counted.
  public let updatedAt: Date
  /// The number to show.
  public let value: Double?

  /// Takes every field; those that may be missing are nil when left out.
  public init(widgetId: String, updatedAt: Date, value: Double? = nil) {
    self.widgetId = widgetId
    self.updatedAt = updatedAt
    self.value = value
  }

  enum CodingKeys: String, CodingKey {
    case widgetId = "widget_id"
    case updatedAt = "updated_at"
    case value
  }
}
