import PlumblineJSONSchema
import PlumblineJSONTree

/// One media type that a body may have.
package struct MediaContent: Sendable {
  /// How a form's field is written (OpenAPI's Encoding Object).
  package struct Encoding: Sendable {
    /// How its value becomes text; `nil` where the contract says nothing.
    package let style: ParameterStyle?
    /// The media type of its part, or of its text.
    package let contentType: String?

    package init(style: ParameterStyle?, contentType: String?) {
      self.style = style
      self.contentType = contentType
    }
  }

  /// The essence in lower case, without parameters: `text/csv` (RFC 9110 section 8.3.1).
  package let mediaType: String
  /// What the body's value must fit (``BodyForm``); `nil` when nothing is said.
  package let schema: Schema?
  /// The schema of what is written in a text, by its `contentSchema`: texts in XML are made by it, and none of them is judged.
  package let inner: Schema?
  /// How a form's fields are written, by their names.
  package let encoding: [String: Encoding]
  /// Where the contract says so.
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
  /// The form of a body of this content.
  ///
  /// - Parameter came: the essence that a message says it has, where one says so.
  package func form(as came: String? = nil) -> BodyForm {
    let type = came ?? mediaType
    let listsEvents = type == MediaType.eventStream && schema?.source["type"]?.string == "array"
    return listsEvents ? .events : BodyForm(type)
  }
}
