/// The agent or the owner to contact about a listing.
public struct Agent: Codable, Sendable, Hashable, Identifiable {
  /// The server's id.
  public let id: String
  /// The name to show.
  public let name: String
  /// The address to write to.
  public let email: String
  /// The number to call; nil when none was given.
  public let phone: String?

  /// Takes every field.
  public init(
    id: String, name: String, email: String, phone: String?
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.phone = phone
  }
}
