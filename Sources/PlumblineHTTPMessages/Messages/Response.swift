/// An HTTP response.
package struct Response: Sendable {
  /// The status code, from 100 to 599.
  package var status: Int
  package var headers: HeaderFields
  package var body: Body
  /// The fields after a chunked body.
  package var trailers: HeaderFields

  package init(
    status: Int, headers: HeaderFields = HeaderFields(), body: Body = .empty,
    trailers: HeaderFields = HeaderFields()
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.trailers = trailers
  }

  /// The content type with its parameters, as sent.
  package var contentType: String? { headers.contentType }

  /// The content type in lowercase without its parameters.
  package var mediaType: String? { headers.mediaType }

  /// The standard reason phrase of the status.
  package var reasonPhrase: String { HTTPStatus.reason(for: status) }

  /// A Boolean value that indicates whether the response asks the caller to come back later. This is a 429 (RFC 6585
  /// section 4) or a 503 (RFC 9110 section 15.6.4) with a `Retry-After` field.
  package var asksToWait: Bool { (status == 429 || status == 503) && headers.contains("retry-after") }
}
