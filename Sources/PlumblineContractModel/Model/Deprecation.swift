import PlumblineJSONTree

/// That an endpoint is on its way out.
package struct Deprecation: Sendable {
  /// The version or the day since which it is deprecated.
  package let since: String?
  /// The day from which it may be gone, as `YYYY-MM-DD`.
  package let sunset: String?
  /// The id of the endpoint to call instead.
  package let successor: String?
  /// Where the contract says so.
  package let location: SourceLocation

  package init(since: String?, sunset: String?, successor: String?, location: SourceLocation) {
    self.since = since
    self.sunset = sunset
    self.successor = successor
    self.location = location
  }
}
