import PlumblineJSONTree

/// A place where a service runs.
package struct Server: Sendable {
  /// The name that `--server` takes: `testing`.
  package let name: String
  /// The base URL, without a slash at its end.
  package let url: String
  /// False when the contract says `"writes": "never"`: then nothing may change this server, whatever the flags say.
  package let allowsWrites: Bool
  /// Where the contract says so.
  package let location: SourceLocation

  package init(name: String, url: String, allowsWrites: Bool, location: SourceLocation) {
    self.name = name
    self.url = url
    self.allowsWrites = allowsWrites
    self.location = location
  }
}
