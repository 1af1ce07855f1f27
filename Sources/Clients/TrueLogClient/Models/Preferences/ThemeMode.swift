import PlumblineAPIClient

/// How the app looks.
public struct ThemeMode: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `light`
  public static let light = Self(rawValue: "light")
  /// `dark`
  public static let dark = Self(rawValue: "dark")
  /// `auto`
  public static let auto = Self(rawValue: "auto")

  /// The values that the documentation names.
  public static let known: [Self] = [.light, .dark, .auto]
}
