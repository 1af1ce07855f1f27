import PlumblineJSONSchema
import PlumblineJSONTree

/// One media type that a body may have.
package struct MediaContent: Sendable {
  /// The encoding of a form field (OpenAPI's Encoding Object).
  package struct Encoding: Sendable {
    /// The serialization style of its value; `nil` if the contract has none.
    package let style: ParameterStyle?
    /// The media type of its part, or of its text.
    package let contentType: String?
  }

  /// The essence in lowercase, without parameters: `text/csv` (RFC 9110 section 8.3.1).
  package let mediaType: String
  /// The schema of the body's value (``BodyForm``); `nil` if there is none.
  package let schema: Schema?
  /// The schema of the value inside a string, from `contentSchema`. It is used to generate XML, not to validate it.
  package let inner: Schema?
  /// The encodings of a form's fields, by name.
  package let encoding: [String: Encoding]
  /// The place in the contract where it is declared.
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
  /// - Parameter came: the essence of the message's media type, if it has one.
  package func form(as came: String? = nil) -> BodyForm {
    let type = came ?? mediaType
    let listsEvents = type == MediaType.eventStream && schema?.source["type"]?.string == "array"
    return listsEvents ? .events : BodyForm(type)
  }
}
