/// How the app looks.
public struct ThemePreference: Codable, Sendable, Hashable {
  /// Light, dark or as the device.
  public let mode: ThemeMode

  /// Takes every field.
  public init(mode: ThemeMode) {
    self.mode = mode
  }

  enum CodingKeys: String, CodingKey {
    case mode
  }
}
