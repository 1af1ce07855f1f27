/// Changes to the settings; nil parts are not sent and stay as they are.
///
///     PreferencesUpdate(theme: .init(mode: .dark))
public struct PreferencesUpdate: Encodable, Sendable, Hashable {
  /// How the app looks.
  public struct Theme: Encodable, Sendable, Hashable {
    /// Light, dark or as the device.
    public var mode: ThemeMode?

    /// Takes every field.
    public init(mode: ThemeMode? = nil) {
      self.mode = mode
    }
  }

  /// How the app is laid out.
  public struct Layout: Encodable, Sendable, Hashable {
    /// The page that the app opens with.
    public var defaultHomepage: Homepage?

    /// Takes every field.
    public init(defaultHomepage: Homepage? = nil) {
      self.defaultHomepage = defaultHomepage
    }

    enum CodingKeys: String, CodingKey {
      case defaultHomepage = "default_homepage"
    }
  }

  /// What the user is told, and how.
  public struct Notifications: Encodable, Sendable, Hashable {
    /// A Boolean value that indicates whether news come by email.
    public var emailEnabled: Bool?
    /// A Boolean value that indicates whether news make a sound.
    public var soundEnabled: Bool?

    /// Takes every field.
    public init(emailEnabled: Bool? = nil, soundEnabled: Bool? = nil) {
      self.emailEnabled = emailEnabled
      self.soundEnabled = soundEnabled
    }

    enum CodingKeys: String, CodingKey {
      case emailEnabled = "email_enabled"
      case soundEnabled = "sound_enabled"
    }
  }

  /// How the app looks.
  public var theme: Theme?
  /// How the app is laid out.
  public var layout: Layout?
  /// What the user is told, and how.
  public var notifications: Notifications?

  /// Takes every field.
  public init(theme: Theme? = nil, layout: Layout? = nil, notifications: Notifications? = nil) {
    self.theme = theme
    self.layout = layout
    self.notifications = notifications
  }
}
