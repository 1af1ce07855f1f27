/// The body that an endpoint expects in a request.
package struct RequestBody: Sendable {
  /// The accepted media types, the preferred one first; never empty.
  package let content: [MediaContent]
  package let isRequired: Bool

  package init(content: [MediaContent], isRequired: Bool) {
    self.content = content
    self.isRequired = isRequired
  }

  /// Returns the content of a media type given as its essence.
  package func content(for mediaType: String) -> MediaContent? { content.first { $0.mediaType == mediaType } }

  /// The JSON content, if JSON is accepted, under any media type.
  package var json: MediaContent? {
    content(for: "application/json") ?? content.first { MediaType.isJSON($0.mediaType) }
  }

  /// The content whose value has members: JSON if it is accepted, otherwise a form.
  package var structured: MediaContent? { json ?? content.first { BodyForm($0.mediaType).hasFields } }
}

extension RequestBody {
  /// Returns the content for a request's media type (an essence): the same type, otherwise any JSON type if JSON is accepted,
  /// otherwise a range such as `image/*`.
  package func content(accepting mediaType: String) -> MediaContent? {
    if let same = content(for: mediaType) { return same }
    if MediaType.isJSON(mediaType), let json = content(for: "application/json") { return json }
    return content.first { MediaType.isInRange(mediaType, $0.mediaType) }
  }
}
