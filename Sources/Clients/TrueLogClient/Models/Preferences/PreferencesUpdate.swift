/// Changes to the settings. Parts that are `nil` aren't sent and keep their value.
///
///     PreferencesUpdate(theme: .init(mode: .dark))
public struct PreferencesUpdate: Encodable, Sendable, Hashable {
  /// The app's appearance.
  public struct Theme: Encodable, Sendable, Hashable {
    /// The color scheme: light, dark, or the device's setting.
    public var mode: ThemeMode?

    /// Creates a value from its fields.
    public init(mode: ThemeMode? = nil) {
      self.mode = mode
    }
  }

  /// The app's layout.
  public struct Layout: Encodable, Sendable, Hashable {
    /// The page that the app opens with.
    public var defaultHomepage: Homepage?

    /// Creates a value from its fields.
    public init(defaultHomepage: Homepage? = nil) {
      self.defaultHomepage = defaultHomepage
    }

    enum CodingKeys: String, CodingKey {
      case defaultHomepage = "default_homepage"
    }
  }

  /// The channels that notify the user.
  public struct Notifications: Encodable, Sendable, Hashable {
    /// A Boolean value that indicates whether notifications are sent by email.
    public var emailEnabled: Bool?
    /// A Boolean value that indicates whether notifications make a sound.
    public var soundEnabled: Bool?

    /// Creates a value from its fields.
    public init(emailEnabled: Bool? = nil, soundEnabled: Bool? = nil) {
      self.emailEnabled = emailEnabled
      self.soundEnabled = soundEnabled
    }

    enum CodingKeys: String, CodingKey {
      case emailEnabled = "email_enabled"
      case soundEnabled = "sound_enabled"
    }
  }

  /// The app's appearance.
  public var theme: Theme?
  /// The app's layout.
  public var layout: Layout?
  /// The channels that notify the user.
  public var notifications: Notifications?

  /// Creates a value from its fields.
  public init(theme: Theme? = nil, layout: Layout? = nil, notifications: Notifications? = nil) {
    self.theme = theme
    self.layout = layout
    self.notifications = notifications
  }
}
