import PlumblineAPIClient

/// Who said something.
public struct MessageRole: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `user`
  public static let user = Self(rawValue: "user")
  /// `assistant`
  public static let assistant = Self(rawValue: "assistant")

  /// The values that the contract names.
  public static let known: [Self] = [.user, .assistant]
}
