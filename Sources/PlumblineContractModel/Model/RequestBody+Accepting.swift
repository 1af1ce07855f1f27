extension RequestBody {
  /// The content that a request's media type (an essence) falls under: the same type, else any JSON type where JSON is
  /// taken, else a range such as `image/*`.
  package func content(accepting mediaType: String) -> MediaContent? {
    if let same = content(for: mediaType) { return same }
    if MediaType.isJSON(mediaType), let json { return json }
    return content.first { MediaType.isInRange(mediaType, $0.mediaType) }
  }
}
