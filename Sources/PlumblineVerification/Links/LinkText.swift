/// A text that a client is to take or to refuse, and what it knows besides.
public struct LinkText: Sendable {
  /// The text as it would reach the client.
  public let text: String
  /// What the client knows besides, by the names of `links.json`: the nonce that it sent, the time.
  public let given: [String: String]

  public init(_ text: String, given: [String: String] = [:]) {
    self.text = text
    self.given = given
  }
}
