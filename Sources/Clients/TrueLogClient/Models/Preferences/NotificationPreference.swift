/// What the user is told, and how.
public struct NotificationPreference: Codable, Sendable, Hashable {
  /// Whether news come by email.
  public let emailEnabled: Bool
  /// Whether news make a sound.
  public let soundEnabled: Bool

  /// Takes every field.
  public init(emailEnabled: Bool, soundEnabled: Bool) {
    self.emailEnabled = emailEnabled
    self.soundEnabled = soundEnabled
  }

  enum CodingKeys: String, CodingKey {
    case emailEnabled = "email_enabled"
    case soundEnabled = "sound_enabled"
  }
}
