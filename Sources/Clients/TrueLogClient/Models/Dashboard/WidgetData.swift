import Foundation
import PlumblineAPIClient

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

/// The data of a widget, in the shape that its id stands for.
public enum WidgetContent: Sendable, Hashable {
  /// `ticket_counts`
  case ticketCounts(TicketCounts)
  /// `asset_counts`
  case assetCounts(AssetCounts)
  /// Any other widget.
  case other(WidgetData)
}

/// How many assets there are, in all and by status.
public struct AssetCounts: Codable, Sendable, Hashable {
  /// The widget's id.
  public let widgetId: String
  /// When they were counted.
  public let updatedAt: Date
  /// All assets.
  public let total: Int
  /// The number for each status, statuses that nobody knew yet too.
  public let byStatus: [AssetStatus: Int]

  /// Takes every field.
  public init(widgetId: String, updatedAt: Date, total: Int, byStatus: [AssetStatus: Int]) {
    self.widgetId = widgetId
    self.updatedAt = updatedAt
    self.total = total
    self.byStatus = byStatus
  }

  enum CodingKeys: String, CodingKey {
    case widgetId = "widget_id"
    case updatedAt = "updated_at"
    case total
    case byStatus = "by_status"
  }
}

/// How many tickets there are, in all and by status.
public struct TicketCounts: Codable, Sendable, Hashable {
  /// The widget's id.
  public let widgetId: String
  /// When they were counted.
  public let updatedAt: Date
  /// All tickets.
  public let total: Int
  /// The number for each status, statuses that nobody knew yet too.
  public let byStatus: [TicketStatus: Int]

  /// Takes every field.
  public init(widgetId: String, updatedAt: Date, total: Int, byStatus: [TicketStatus: Int]) {
    self.widgetId = widgetId
    self.updatedAt = updatedAt
    self.total = total
    self.byStatus = byStatus
  }

  enum CodingKeys: String, CodingKey {
    case widgetId = "widget_id"
    case updatedAt = "updated_at"
    case total
    case byStatus = "by_status"
  }
}
