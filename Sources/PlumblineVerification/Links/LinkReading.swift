/// What a client read in a text that it took.
public struct LinkReading: Sendable, Hashable {
  /// What it leads to or says, by the names of `links.json`: `route`, `id`, a token's claims.
  public let values: [String: String]
  /// Whether a guest is asked to log in first; `nil` where the question doesn't come up.
  public let login: Bool?
  /// Where one lands after that login, by the names of `links.json`.
  public let landing: [String: String]?

  /// Values that are `nil` weren't there.
  public init(
    _ values: [String: (any CustomStringConvertible)?], login: Bool? = nil,
    landing: [String: (any CustomStringConvertible)?]? = nil
  ) {
    self.values = Self.texts(values)
    self.login = login
    self.landing = landing.map(Self.texts)
  }

  private static func texts(_ values: [String: (any CustomStringConvertible)?]) -> [String: String] {
    values.compactMapValues { $0?.description }
  }
}
