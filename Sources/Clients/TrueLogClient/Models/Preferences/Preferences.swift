/// The user's settings.
public struct Preferences: Codable, Sendable, Hashable {
  /// How the app looks.
  public let theme: ThemePreference
  /// How the app is laid out.
  public let layout: LayoutPreference
  /// What the user is told, and how.
  public let notifications: NotificationPreference

  /// Takes every field.
  public init(theme: ThemePreference, layout: LayoutPreference, notifications: NotificationPreference) {
    self.theme = theme
    self.layout = layout
    self.notifications = notifications
  }

  enum CodingKeys: String, CodingKey {
    case theme
    case layout
    case notifications
  }
}
