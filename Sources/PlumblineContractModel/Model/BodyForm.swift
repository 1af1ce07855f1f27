import PlumblineJSONTree

/// The form of a body for validation with a schema, depending on the media type.
///
/// | media type | the value that a schema validates |
/// |---|---|
/// | `application/json`, `…+json`, `application/x-amz-json-1.0` | the JSON value |
/// | `application/x-ndjson`, `application/jsonl`, `application/json-seq` | an array of the lines' values |
/// | `application/x-www-form-urlencoded` | an object of the fields |
/// | `multipart/form-data` | an object of the parts |
/// | `text/event-stream` with a schema of type array | an array of the events (``EventStream``) |
/// | `text/…`, XML | a string |
/// | any other | nothing, because the body isn't inspected |
package enum BodyForm: Sendable, Hashable {
  case json, jsonLines, events, form, multipart, text, opaque

  /// Creates the form of a media type, regardless of schemas. For a `MediaContent`, use ``MediaContent/form(as:)``.
  ///
  /// - Parameter mediaType: A media type without parameters.
  package init(_ mediaType: String) {
    if MediaType.isJSON(mediaType) {
      self = .json
    } else if mediaType == MediaType.form {
      self = .form
    } else if MediaType.isMultipart(mediaType) {
      self = .multipart
    } else if MediaType.isJSONLines(mediaType) {
      self = .jsonLines
    } else {
      self = MediaType.isText(mediaType) ? .text : .opaque
    }
  }

  /// A Boolean value that indicates whether a body in this form has fields. An `encoding` may describe their values.
  package var hasFields: Bool { self == .form || self == .multipart }
}

/// The reason that a body doesn't conform to its media type.
package struct BodyFault: Error, Sendable {
  /// A short description of a correct body.
  package let expected: String
  /// A short description of the actual body.
  package let found: String
  /// A phrase that completes "the body is".
  package let message: String

  init(_ error: JSONSyntaxError, line: Int? = nil) {
    expected = error.expected
    found = error.found
    let place = "line \(line ?? error.location.line), column \(error.location.column)"
    message = "\(line == nil ? "not JSON" : "not one JSON text per line") at \(place): \(error.message)"
  }

  init(expected: String, found: String, message: String) {
    self.expected = expected
    self.found = found
    self.message = message
  }
}
