import PlumblineJSONTree

extension Report {
  /// A recording that conforms to the older contract but not to the newer one.
  package struct StaleRecording: Sendable, Hashable {
    package var service: String
    /// The name within the service, such as `tickets.get/ok`.
    package var name: String
    package var location: SourceLocation
    /// The id of the rule that the recording violates.
    package var rule: String
    /// The reason as a sentence.
    package var reason: String

    package init(service: String, name: String, location: SourceLocation, rule: String, reason: String) {
      self.service = service
      self.name = name
      self.location = location
      self.rule = rule
      self.reason = reason
    }
  }

  /// The stale recordings of one service that have the same reason.
  struct StaleGroup {
    /// The maximum number of recordings to name.
    private static let named = 40

    let first: StaleRecording
    var names: [String]

    /// The recordings as a phrase, such as `comments.add/success, comments.list/success and 3 more`.
    var list: String {
      names.prefix(Self.named).joined(separator: ", ")
        + (names.count > Self.named ? " and \(names.count - Self.named) more" : "")
    }
  }

  /// The stale recordings, grouped by reason, in the order of the first recording in each group.
  var staleGroups: [StaleGroup] {
    var groups: [StaleGroup] = []
    var places: [[String]: Int] = [:]
    for recording in staleRecordings {
      let key = [recording.service, recording.rule, recording.reason]
      if let place = places[key] {
        groups[place].names.append(recording.name)
      } else {
        places[key] = groups.count
        groups.append(StaleGroup(first: recording, names: [recording.name]))
      }
    }
    return groups
  }

  /// The heading above the stale recordings, such as "2 recordings are stale".
  var staleTitle: String { .count(staleRecordings.count, "recording is", plural: "recordings are") + " stale" }
}
