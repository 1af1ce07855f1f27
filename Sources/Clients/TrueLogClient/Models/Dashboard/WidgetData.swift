import Foundation
import PlumblineAPIClient

/// The data of a widget without its own shape.
public struct WidgetData: Codable, Sendable, Hashable {
  /// The widget's id.
  public let widgetId: String
  /// The time of the count.
  public let updatedAt: Date
  /// The number to show.
  public let value: Double?

  /// Creates a value from its fields; optional ones default to `nil`.
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

/// The data of a widget; the widget's id determines the shape.
public enum WidgetContent: Sendable, Hashable {
  /// `ticket_counts`
  case ticketCounts(TicketCounts)
  /// `asset_counts`
  case assetCounts(AssetCounts)
  /// Any other widget.
  case other(WidgetData)
}

/// The number of assets, in total and by status.
public typealias AssetCounts = StatusCounts<AssetStatus>

/// The number of tickets, in total and by status.
public typealias TicketCounts = StatusCounts<TicketStatus>

/// The number of items, in total and by status.
public struct StatusCounts<Status: OpenEnum>: Codable, Sendable, Hashable {
  /// The widget's id.
  public let widgetId: String
  /// The time of the count.
  public let updatedAt: Date
  /// All items.
  public let total: Int
  /// The number for each status, including statuses that this client doesn't know.
  public let byStatus: [Status: Int]

  /// Creates a value from its fields.
  public init(widgetId: String, updatedAt: Date, total: Int, byStatus: [Status: Int]) {
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
