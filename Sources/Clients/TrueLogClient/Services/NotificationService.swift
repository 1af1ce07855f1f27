import PlumblineAPIClient

/// The requests for notifications.
public struct NotificationService: Sendable {
  let api: APIClient

  /// Returns the user's notifications. `GET /api/v2/notifications`
  public func listNotifications() async throws -> [NotificationItem] {
    try await api.get("/api/v2/notifications")
  }
}
