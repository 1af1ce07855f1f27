/// What an endpoint wants in a request's body.
package struct RequestBody: Sendable {
  /// The media types that it takes, the preferred one first; never empty.
  package let content: [MediaContent]
  package let isRequired: Bool

  package init(content: [MediaContent], isRequired: Bool) {
    self.content = content
    self.isRequired = isRequired
  }

  /// The content of a media type given as its essence.
  package func content(for mediaType: String) -> MediaContent? { content.first { $0.mediaType == mediaType } }

  /// The JSON content, if JSON is taken.
  package var json: MediaContent? { content(for: "application/json") }
}
