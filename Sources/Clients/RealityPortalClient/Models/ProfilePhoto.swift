import Foundation

/// A picture for the profile.
public struct ProfilePhoto: Sendable, Hashable {
  /// The picture's bytes.
  public var data: Data
  /// What they are: `image/jpeg` or `image/png`.
  public var mediaType: String
  /// What the file is called.
  public var filename: String

  /// Takes every field.
  public init(data: Data, mediaType: String = "image/jpeg", filename: String = "photo.jpg") {
    self.data = data
    self.mediaType = mediaType
    self.filename = filename
  }
}
