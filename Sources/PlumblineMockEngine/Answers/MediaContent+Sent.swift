import PlumblineContractModel

extension MediaContent {
  /// The media type that a body which is made is sent with: a range is no type that anything has.
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
