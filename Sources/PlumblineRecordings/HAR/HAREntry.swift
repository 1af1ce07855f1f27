import PlumblineHTTPMessages
import PlumblineJSONTree

/// An exchange that a browser or a proxy captured.
package struct HAREntry: Sendable {
  /// The member for data that HAR has no field for, in entries that Plumbline exported.
  static let ownKey = "_plumbline"

  /// The URL that was requested, including its query.
  package let url: String
  package let exchange: Exchange
  /// The JSON of the entry, including members that an exchange doesn't contain, such as timings.
  package let source: JSON
  /// The location of the entry in the file.
  package var location: SourceLocation { source.location }
}
