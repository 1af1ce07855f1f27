import PlumblineAPIClient

/// The user's settings.
public struct Preferences: Codable, Sendable, Hashable {
  /// The app's appearance.
  public let theme: ThemePreference
  /// The app's layout.
  public let layout: LayoutPreference
  /// The channels that notify the user.
  public let notifications: NotificationPreference

  /// Creates the user's settings.
  public init(theme: ThemePreference, layout: LayoutPreference, notifications: NotificationPreference) {
    self.theme = theme
    self.layout = layout
    self.notifications = notifications
  }

  enum CodingKeys: String, CodingKey {
    case theme, layout, notifications
  }
}

/// The app's appearance.
public struct ThemePreference: Codable, Sendable, Hashable {
  /// The color scheme: light, dark, or the device's setting.
  public let mode: ThemeMode

  /// Creates the app's appearance.
  public init(mode: ThemeMode) {
    self.mode = mode
  }

  enum CodingKeys: String, CodingKey {
    case mode
  }
}

/// The color scheme of the app.
public struct ThemeMode: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a color scheme from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `light`
  public static let light = Self(rawValue: "light")
  /// `dark`
  public static let dark = Self(rawValue: "dark")
  /// `auto`
  public static let auto = Self(rawValue: "auto")

  /// The color schemes that the documentation names.
  public static let known: [Self] = [.light, .dark, .auto]
}

/// The app's layout.
public struct LayoutPreference: Codable, Sendable, Hashable {
  /// The page that the app opens with.
  public let defaultHomepage: Homepage

  /// Creates the app's layout.
  public init(defaultHomepage: Homepage) {
    self.defaultHomepage = defaultHomepage
  }

  enum CodingKeys: String, CodingKey {
    case defaultHomepage = "default_homepage"
  }
}

/// The page that the app opens with.
public struct Homepage: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Creates a page from any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `dashboard`
  public static let dashboard = Self(rawValue: "dashboard")
  /// `tickets`
  public static let tickets = Self(rawValue: "tickets")
  /// `inventory`
  public static let inventory = Self(rawValue: "inventory")

  /// The pages that the documentation names.
  public static let known: [Self] = [.dashboard, .tickets, .inventory]
}

/// The channels that notify the user.
public struct NotificationPreference: Codable, Sendable, Hashable {
  /// A Boolean value that indicates whether notifications are sent by email.
  public let emailEnabled: Bool
  /// A Boolean value that indicates whether notifications make a sound.
  public let soundEnabled: Bool

  /// Creates the channels that notify the user.
  public init(emailEnabled: Bool, soundEnabled: Bool) {
    self.emailEnabled = emailEnabled
    self.soundEnabled = soundEnabled
  }

  enum CodingKeys: String, CodingKey {
    case emailEnabled = "email_enabled"
    case soundEnabled = "sound_enabled"
  }
}
