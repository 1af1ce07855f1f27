/// Who is logged in.
public struct User: Codable, Sendable, Hashable, Identifiable {
  /// The server's id: messages tell by it whose they are.
  public let id: String
  /// The name to show.
  public let name: String
  /// The address to log in with.
  public let email: String
  /// The number to call; nil when none was given.
  public let phone: String?
  /// Where the profile photo is; nil when there is none.
  public let photoURL: String?

  /// Takes every field.
  public init(
    id: String, name: String, email: String, phone: String?, photoURL: String?
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.phone = phone
    self.photoURL = photoURL
  }
}
