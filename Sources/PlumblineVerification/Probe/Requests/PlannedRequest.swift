import PlumblineHTTPMessages

/// A request as a dry run shows it: what would be sent, when, and why it can't have an effect.
package struct PlannedRequest: Sendable {
  /// What it is for, and when it is sent.
  package let purpose: String
  package let harmlessness: Harmlessness
  /// `PUT /api/v2/notes/1987654321`; what only an answer can tell stands in braces.
  package let line: String
  /// The header fields in order, credentials masked.
  package let headers: [(name: String, value: String)]
  package let body: String
  /// The method and the path, percent-encoded, without the base URL's own.
  package let method: HTTPMethod
  package let path: String
}
