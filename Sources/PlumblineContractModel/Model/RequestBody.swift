/// The body that an endpoint expects in a request.
package struct RequestBody: Sendable {
  /// The accepted media types, preferred ones first. The array is never empty.
  package let content: [MediaContent]
  package let isRequired: Bool

  package init(content: [MediaContent], isRequired: Bool) {
    self.content = content
    self.isRequired = isRequired
  }

  /// Returns the content for the given media type, which must not have parameters.
  package func content(for mediaType: String) -> MediaContent? { content.first { $0.mediaType == mediaType } }

  /// The JSON content, with any JSON media type, or `nil` if JSON isn't accepted.
  package var json: MediaContent? {
    content(for: "application/json") ?? content.first { MediaType.isJSON($0.mediaType) }
  }

  /// The content whose value has members: JSON if it is accepted, and a form otherwise.
  package var structured: MediaContent? { json ?? content.first { BodyForm($0.mediaType).hasFields } }
}

extension RequestBody {
  /// Returns the content for a request's media type, which must not have parameters. This is the content with the same
  /// type, or else any JSON type if JSON is accepted, or else a range such as `image/*`.
  package func content(accepting mediaType: String) -> MediaContent? {
    if let same = content(for: mediaType) { return same }
    if MediaType.isJSON(mediaType), let json = content(for: "application/json") { return json }
    return content.first { MediaType.isInRange(mediaType, $0.mediaType) }
  }
}
