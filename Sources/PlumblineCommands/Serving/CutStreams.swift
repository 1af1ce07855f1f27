import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The streams of a real server that were only partly checked: those that broke off, and those closed by a client or by
/// the end of the session.
///
/// Each reload of a page closes its stream, so an endpoint's streams are counted and only the last one is described.
struct CutStreams: Sendable {
  private struct Entry {
    var count = 0
    var last = ""
    let location: SourceLocation
  }

  /// The entries by endpoint ID. Streams without an endpoint share one entry.
  private var entries: [String: Entry] = [:]

  /// Records an interrupted stream.
  ///
  /// - Parameter end: The reason that the stream ended, with the point that it had reached.
  mutating func note(_ end: TransportFailure, endpoint: Endpoint?, of contract: Contract) {
    let name = endpoint?.id ?? "a path that has no endpoint"
    var entry = entries[name] ?? Entry(location: endpoint?.location ?? contract.location)
    entry.count += 1
    entry.last = end.message
    entries[name] = entry
  }

  /// The problems, one warning per endpoint.
  var problems: [Problem] {
    entries.sorted { $0.key < $1.key }.map { name, entry in
      let sentence =
        entry.count == 1
        ? "\(name): \(entry.last)"
        : "\(name): \(entry.count) streams were checked only up to where they ended. The last one: \(entry.last)"
      return Problem(entry.location, sentence, level: .warning)
    }
  }
}
