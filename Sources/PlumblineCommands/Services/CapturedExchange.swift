import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// An exchange that somebody else captured, and what is known of where it went.
struct CapturedExchange: Sendable {
  var exchange: Exchange
  /// The URL that was called; `nil` for a recording, which has only a path.
  let url: String?
  /// The folders that the file stands in, the nearest first: a recording's service is among them.
  let folders: [String]
  /// The recording itself, where it is one.
  let recording: Recording?
  let location: SourceLocation
}
