import PlumblineAPIClient

/// The page that the app opens with.
public struct Homepage: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `dashboard`
  public static let dashboard = Self(rawValue: "dashboard")
  /// `tickets`
  public static let tickets = Self(rawValue: "tickets")
  /// `inventory`
  public static let inventory = Self(rawValue: "inventory")

  /// The values that the documentation names.
  public static let known: [Self] = [.dashboard, .tickets, .inventory]
}
