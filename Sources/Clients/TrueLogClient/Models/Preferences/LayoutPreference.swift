/// How the app is laid out.
public struct LayoutPreference: Codable, Sendable, Hashable {
  /// The page that the app opens with.
  public let defaultHomepage: Homepage

  /// Takes every field.
  public init(defaultHomepage: Homepage) {
    self.defaultHomepage = defaultHomepage
  }

  enum CodingKeys: String, CodingKey {
    case defaultHomepage = "default_homepage"
  }
}
