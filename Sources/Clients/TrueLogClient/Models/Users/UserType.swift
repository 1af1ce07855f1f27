import PlumblineAPIClient

/// What kind of user somebody is.
public struct UserType: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `AGENT`
  public static let agent = Self(rawValue: "AGENT")
  /// `VIEWER`
  public static let viewer = Self(rawValue: "VIEWER")
  /// `CLIENT`
  public static let client = Self(rawValue: "CLIENT")

  /// The values that the documentation names.
  public static let known: [Self] = [.agent, .viewer, .client]
}
