import PlumblineAPIClient

/// How somebody who asks wants to be answered.
public struct ContactPreference: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// By email.
  public static let email = Self(rawValue: "email")
  /// By phone.
  public static let phone = Self(rawValue: "phone")
  /// Either way.
  public static let either = Self(rawValue: "either")

  /// The values that the documentation names.
  public static let known: [Self] = [.email, .phone, .either]
}
