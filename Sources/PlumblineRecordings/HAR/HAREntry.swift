import PlumblineHTTPMessages
import PlumblineJSONTree

/// An exchange that a browser or a proxy captured.
package struct HAREntry: Sendable {
  /// The member of our own entries with the data that HAR has no field for.
  static let ownKey = "_plumbline"

  /// The URL as called, with its query.
  package let url: String
  package let exchange: Exchange
  /// The entry's own text, with members that an exchange doesn't contain, such as timings.
  package let source: JSON
  /// The place in the file where the entry begins.
  package var location: SourceLocation { source.location }
}
