/// Changes to the settings. Parts that are `nil` aren't sent and keep their values.
///
///     PreferencesUpdate(theme: .init(mode: .dark))
public struct PreferencesUpdate: Encodable, Sendable, Hashable {
  /// Changes to the app's appearance.
  public struct Theme: Encodable, Sendable, Hashable {
    /// The color scheme: light, dark, or the device's setting.
    public var mode: ThemeMode?

    /// Creates changes to the app's appearance.
    public init(mode: ThemeMode? = nil) {
      self.mode = mode
    }
  }

  /// Changes to the app's layout.
  public struct Layout: Encodable, Sendable, Hashable {
    /// The page that the app opens with.
    public var defaultHomepage: Homepage?

    /// Creates changes to the app's layout.
    public init(defaultHomepage: Homepage? = nil) {
      self.defaultHomepage = defaultHomepage
    }

    enum CodingKeys: String, CodingKey {
      case defaultHomepage = "default_homepage"
    }
  }

  /// Changes to the channels that notify the user.
  public struct Notifications: Encodable, Sendable, Hashable {
    /// A Boolean value that indicates whether notifications are sent by email.
    public var emailEnabled: Bool?
    /// A Boolean value that indicates whether notifications make a sound.
    public var soundEnabled: Bool?

    /// Creates changes to the channels that notify the user.
    public init(emailEnabled: Bool? = nil, soundEnabled: Bool? = nil) {
      self.emailEnabled = emailEnabled
      self.soundEnabled = soundEnabled
    }

    enum CodingKeys: String, CodingKey {
      case emailEnabled = "email_enabled"
      case soundEnabled = "sound_enabled"
    }
  }

  /// The changes to the app's appearance, or `nil` to keep it.
  public var theme: Theme?
  /// The changes to the app's layout, or `nil` to keep it.
  public var layout: Layout?
  /// The changes to the channels that notify the user, or `nil` to keep them.
  public var notifications: Notifications?

  /// Creates changes to the settings.
  public init(theme: Theme? = nil, layout: Layout? = nil, notifications: Notifications? = nil) {
    self.theme = theme
    self.layout = layout
    self.notifications = notifications
  }
}
