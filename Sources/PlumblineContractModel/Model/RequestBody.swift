/// The body that an endpoint expects of a request.
package struct RequestBody: Sendable {
  /// The accepted media types, preferred one first. The array is never empty.
  package let content: [MediaContent]
  package let isRequired: Bool

  package init(content: [MediaContent], isRequired: Bool) {
    self.content = content
    self.isRequired = isRequired
  }

  /// Returns the content of a media type, which is given without parameters.
  package func content(for mediaType: String) -> MediaContent? { content.first { $0.mediaType == mediaType } }

  /// The JSON content under any media type, if JSON is accepted.
  package var json: MediaContent? {
    content(for: "application/json") ?? content.first { MediaType.isJSON($0.mediaType) }
  }

  /// The content whose value has members, which is JSON if it is accepted and a form otherwise.
  package var structured: MediaContent? { json ?? content.first { BodyForm($0.mediaType).hasFields } }
}

extension RequestBody {
  /// Returns the content for a request's media type, given without parameters. It is the same type, or else any JSON
  /// type if JSON is accepted, or else a range such as `image/*`.
  package func content(accepting mediaType: String) -> MediaContent? {
    if let same = content(for: mediaType) { return same }
    if MediaType.isJSON(mediaType), let json = content(for: "application/json") { return json }
    return content.first { MediaType.isInRange(mediaType, $0.mediaType) }
  }
}
