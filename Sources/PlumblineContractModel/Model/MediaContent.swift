import PlumblineJSONSchema
import PlumblineJSONTree

/// One of the media types that a body may have.
package struct MediaContent: Sendable {
  /// The encoding of a form field (OpenAPI's Encoding Object).
  package struct Encoding: Sendable {
    /// The serialization style of the field's value, or `nil` if the contract has none.
    package let style: ParameterStyle?
    /// The media type of the field's part or string.
    package let contentType: String?
  }

  /// The media type in lowercase without parameters, such as `text/csv` (RFC 9110 section 8.3.1).
  package let mediaType: String
  /// The schema of the body's value (``BodyForm``), or `nil` if there is none.
  package let schema: Schema?
  /// The schema of the value inside a string, from `contentSchema`. It is used to generate XML, not to validate it.
  package let inner: Schema?
  /// The encodings of a form's fields, by name.
  package let encoding: [String: Encoding]
  /// The location of the declaration in the contract.
  package let location: SourceLocation

  package init(
    mediaType: String, schema: Schema?, inner: Schema? = nil, encoding: [String: Encoding] = [:],
    location: SourceLocation
  ) {
    self.mediaType = mediaType
    self.schema = schema
    self.inner = inner
    self.encoding = encoding
    self.location = location
  }
}

extension MediaContent {
  /// Returns the form of a body with this content.
  ///
  /// - Parameter came: The media type of the message without parameters, or `nil` if it has none.
  package func form(as came: String? = nil) -> BodyForm {
    let type = came ?? mediaType
    let listsEvents = type == MediaType.eventStream && schema?.source["type"]?.string == "array"
    return listsEvents ? .events : BodyForm(type)
  }
}
