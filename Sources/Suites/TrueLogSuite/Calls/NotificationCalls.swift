import PlumblineVerification

/// Notifications, which the source isn't sure of.
enum NotificationCalls {
  static var all: [Call] {
    EndpointCalls("notifications.list")
      .ordinary("lists notifications") { client, _ in try await client.notifications.listNotifications() }
      .calls
  }
}
