import PlumblineContractModel

extension MediaContent {
  /// The media type to send a generated body with. The documented type may be a range, but a response needs a specific
  /// type.
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
