import PlumblineAPIClient

/// How far an inquiry has come.
public struct InquiryStatus: OpenEnum {
  /// The string on the wire.
  public let rawValue: String

  /// Keeps any string, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Nobody has answered yet.
  public static let pending = Self(rawValue: "pending")
  /// There is an answer.
  public static let replied = Self(rawValue: "replied")
  /// Nothing more will come.
  public static let closed = Self(rawValue: "closed")

  /// The values that the documentation names.
  public static let known: [Self] = [.pending, .replied, .closed]
}
