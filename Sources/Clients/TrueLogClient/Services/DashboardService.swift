import PlumblineAPIClient

/// The requests for the dashboard.
public struct DashboardService: Sendable {
  let api: APIClient

  /// Returns the dashboard's widgets. `GET /api/v2/dashboard/widgets`
  public func listWidgets() async throws -> [Widget] {
    try await api.get("/api/v2/dashboard/widgets")
  }

  /// Returns a widget's data. The widget's ID determines its shape. `GET /api/v2/dashboard/widgets/{widget_id}/data`
  public func getWidgetData(widgetId: String) async throws -> WidgetContent {
    let path: EndpointPath = "/api/v2/dashboard/widgets/\(widgetId)/data"
    switch widgetId {
    case "ticket_counts": return .ticketCounts(try await api.get(path))
    case "asset_counts": return .assetCounts(try await api.get(path))
    default: return .other(try await api.get(path))
    }
  }
}
