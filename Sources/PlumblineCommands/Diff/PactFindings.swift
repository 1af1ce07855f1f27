import PlumblineDriftDetection
import PlumblineReporting

/// The findings about a pact so far, with identical findings from several interactions combined.
struct PactFindings {
  private var found: [(drift: Drift, names: [String])] = []
  private var places: [String: Int] = [:]

  mutating func add(_ drift: Drift, of interaction: String) {
    let key = "\(drift.fingerprint)"
    if let place = places[key] {
      found[place].names.append(interaction)
    } else {
      places[key] = found.count
      found.append((drift, [interaction]))
    }
  }

  /// The findings sorted by endpoint, most severe first. Each names the first of its interactions.
  var drift: [Drift] {
    found.enumerated().sorted { left, right in
      let (one, other) = (left.element.drift, right.element.drift)
      if one.endpoint != other.endpoint { return one.endpoint < other.endpoint }
      return one.severity == other.severity ? left.offset < right.offset : one.severity > other.severity
    }.map { entry in
      var drift = entry.element.drift
      let names = entry.element.names
      let more = names.count > 1 ? " and \(String.count(names.count - 1, "more interaction"))" : ""
      if drift.message.last != "." { drift.message += "." }
      drift.message += " Interaction \"\(names[0])\"\(more)."
      drift.count = names.count
      return drift
    }
  }
}
