import PlumblineJSONSchema
import PlumblineJSONTree

/// One media type that a body may have.
package struct MediaContent: Sendable {
  /// The essence in lower case, without parameters: `text/csv` (RFC 9110 section 8.3.1).
  package let mediaType: String
  /// What a JSON body of it must fit; `nil` when nothing is said.
  package let schema: Schema?
  /// Where the contract says so.
  package let location: SourceLocation

  package init(mediaType: String, schema: Schema?, location: SourceLocation) {
    self.mediaType = mediaType
    self.schema = schema
    self.location = location
  }
}
