import PlumblineContractModel

extension MediaContent {
  /// The media type that a generated body is sent with, since a body's type can't be a range.
  var sentType: String {
    guard mediaType.hasSuffix("/*") else { return mediaType }
    switch mediaType {
    case "image/*": return "image/png"
    case "text/*": return "text/plain"
    case "audio/*": return "audio/mpeg"
    case "video/*": return "video/mp4"
    default: return "application/octet-stream"
    }
  }
}
