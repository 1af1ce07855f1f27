import PlumblineJSONTree

extension Report {
  /// A recording that kept the older contract and doesn't keep the newer one.
  package struct StaleRecording: Sendable, Hashable {
    package var service: String
    /// Within its service: `tickets.get/ok`.
    package var name: String
    package var location: SourceLocation
    /// The rule that finds it.
    package var rule: String
    /// Why, as one sentence.
    package var reason: String

    package init(service: String, name: String, location: SourceLocation, rule: String, reason: String) {
      self.service = service
      self.name = name
      self.location = location
      self.rule = rule
      self.reason = reason
    }
  }

  /// What stands above the recordings that are stale: "2 recordings are stale".
  var staleTitle: String { .count(staleRecordings.count, "recording is", plural: "recordings are") + " stale" }
}
