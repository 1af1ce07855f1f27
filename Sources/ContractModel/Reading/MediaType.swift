/// What a media type's essence (`type/subtype` in lower case, RFC 9110 section 8.3.1) says of a body.
package enum MediaType {
  /// True for `application/json`, `text/json` and every `…+json` (RFC 6839).
  package static func isJSON(_ essence: String) -> Bool {
    essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
  }
}
