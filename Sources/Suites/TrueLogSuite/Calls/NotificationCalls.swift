import PlumblineVerification

/// The calls for notifications, about which the source is uncertain.
enum NotificationCalls {
  static var all: [Call] {
    EndpointCalls("notifications.list")
      .ordinary("lists notifications") { client, _ in try await client.notifications.listNotifications() }
      .calls
  }
}
