import PlumblineContractModel

extension MediaContent {
  /// The media type that a generated body is sent with: a body can't have a range as its type.
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
