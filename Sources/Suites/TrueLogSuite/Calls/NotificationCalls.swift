import PlumblineVerification

/// The calls for notifications. The source is uncertain about these endpoints.
enum NotificationCalls {
  static var all: [Call] {
    EndpointCalls("notifications.list")
      .ordinary("lists notifications") { client, _ in try await client.notifications.listNotifications() }
      .calls
  }
}
