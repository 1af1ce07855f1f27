import Foundation

/// The logged-in user.
public struct User: Codable, Sendable, Hashable, Identifiable {
  /// The server's ID. Messages identify their sender by it.
  public let id: String
  /// The name to show.
  public let name: String
  /// The email address to log in with.
  public let email: String
  /// The number to call, or `nil` if there is none.
  public let phone: String?
  /// The URL of the profile photo, or `nil` if there is none.
  public let photoURL: String?

  /// Creates a user.
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

/// A picture for the profile.
public struct ProfilePhoto: Sendable, Hashable {
  /// The picture's bytes.
  public var data: Data
  /// The media type, either `image/jpeg` or `image/png`.
  public var mediaType: String
  /// The file's name.
  public var filename: String

  /// Creates a picture for the profile.
  public init(data: Data, mediaType: String = "image/jpeg", filename: String = "photo.jpg") {
    self.data = data
    self.mediaType = mediaType
    self.filename = filename
  }
}
