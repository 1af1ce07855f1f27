import Foundation
import PlumblineAPIClient

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
