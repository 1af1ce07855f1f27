import PlumblineVerification

/// The calls for the dashboard's widgets and their contents.
enum DashboardCalls {
  static var all: [Call] { widgets.calls + data.calls }

  private static var widgets: EndpointCalls {
    EndpointCalls("dashboard.widgets")
      .ordinary("lists widgets") { client, _ in try await client.dashboard.listWidgets() }
  }

  private static var data: EndpointCalls {
    EndpointCalls("dashboard.widgetData")
      .ordinary("reads the ticket counts") { client, _ in
        try await client.dashboard.getWidgetData(widgetId: "ticket_counts")
      }
      .success("reads the asset counts") { client, _ in
        try await client.dashboard.getWidgetData(widgetId: "asset_counts")
      }
      .success("reads another widget") { client, context in
        try await client.dashboard.getWidgetData(widgetId: context.text("widget_id", default: "accessories_out"))
      }
      .success("reads a widget without a value") { client, context in
        try await client.dashboard.getWidgetData(widgetId: context.text("valueless_widget_id", default: "last_sync"))
      }
      .failure("notFound", "reads a widget that doesn't exist") { client, _ in
        try await client.dashboard.getWidgetData(widgetId: "nope")
      }
  }
}
