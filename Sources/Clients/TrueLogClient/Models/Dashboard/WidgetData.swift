import Foundation
import PlumblineAPIClient

/// The data of a widget that has no dedicated type.
public struct WidgetData: Codable, Sendable, Hashable {
  /// The widget's ID.
  public let widgetId: String
  /// The time at which the items were counted.
  public let updatedAt: Date
  /// The number to show.
  public let value: Double?

  /// Creates a widget's data.
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

/// The data of a widget. The widget's ID determines its shape.
public enum WidgetContent: Sendable, Hashable {
  /// `ticket_counts`
  case ticketCounts(TicketCounts)
  /// `asset_counts`
  case assetCounts(AssetCounts)
  /// The data of any other widget.
  case other(WidgetData)
}

/// The number of assets, in total and by status.
public typealias AssetCounts = StatusCounts<AssetStatus>

/// The number of tickets, in total and by status.
public typealias TicketCounts = StatusCounts<TicketStatus>

/// The number of items, in total and by status.
public struct StatusCounts<Status: OpenEnum>: Codable, Sendable, Hashable {
  /// The widget's ID.
  public let widgetId: String
  /// The time at which the items were counted.
  public let updatedAt: Date
  /// The total number of items.
  public let total: Int
  /// The number of items for each status, including statuses that this client doesn't know.
  public let byStatus: [Status: Int]

  /// Creates the counts of a widget.
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
