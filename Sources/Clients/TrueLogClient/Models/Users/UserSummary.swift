/// A user as lists, tickets and comments show one.
public struct UserSummary: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: Int
  /// The name to show.
  public let name: String
  /// The address to write to.
  public let email: String
  /// What kind of user this is.
  public let type: UserType

  /// Takes every field.
  public init(id: Int, name: String, email: String, type: UserType) {
    self.id = id
    self.name = name
    self.email = email
    self.type = type
  }

  enum CodingKeys: String, CodingKey {
    case id
    case name
    case email
    case type
  }
}
