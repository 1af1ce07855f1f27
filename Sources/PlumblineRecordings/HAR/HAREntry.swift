import PlumblineHTTPMessages
import PlumblineJSONTree

/// One exchange that a browser or a proxy captured.
package struct HAREntry: Sendable {
  /// The member of an entry of our own making that has what HAR has no word for.
  static let ownKey = "_plumbline"

  /// The URL as it was called, with its query.
  package let url: String
  package let exchange: Exchange
  /// The entry's own text: what no exchange holds, such as timings, is in it.
  package let source: JSON
  /// Where the entry begins in its file.
  package var location: SourceLocation { source.location }

  package init(url: String, exchange: Exchange, source: JSON) {
    self.url = url
    self.exchange = exchange
    self.source = source
  }
}
