import PlumblineJSONTree

extension Report {
  /// Exchanges that say nothing about the contract because the server was unavailable. They aren't drift.
  package struct OutageLine: Sendable, Hashable {
    package var service: String
    /// The endpoint's id, or the method and path if no endpoint matches.
    package var endpoint: String
    /// The cause as a sentence, such as "The server is out of order: 502 Bad Gateway."
    package var cause: String
    /// The locations of the exchanges in their files, limited to the first ``mostPlaces``.
    package private(set) var places: [SourceLocation]
    /// The number of exchanges that the line covers.
    package private(set) var count: Int

    /// The maximum number of locations stored for an outage.
    package static let mostPlaces = 100

    /// - Parameter count: The number of exchanges, or `nil` to use the number of locations.
    package init(service: String, endpoint: String, cause: String, places: [SourceLocation], count: Int? = nil) {
      self.service = service
      self.endpoint = endpoint
      self.cause = cause
      self.places = places
      self.count = max(count ?? places.count, places.count)
    }

    /// Adds further exchanges with the same outage.
    fileprivate mutating func add(_ others: some Collection<SourceLocation>, count: Int) {
      places += others
      self.count = self.count.addingCapped(count)
      // Sort and limit the locations periodically. Those that are dropped here would be dropped at the end anyway.
      if places.count >= 4 * Self.mostPlaces { arrange() }
    }

    fileprivate mutating func arrange() {
      places.sort()
      if places.count > Self.mostPlaces { places.removeLast(places.count - Self.mostPlaces) }
    }

    /// The first locations and the number of others, such as `a.har:4:7, a.har:90:7 and 3 more`.
    var placesText: String {
      let shown = places.prefix(3).map(\.description).joined(separator: ", ")
      return count > 3 ? "\(shown) and \(count - 3) more" : shown
    }

    /// A sentence with the cause, the count, and the locations. It says that this isn't drift.
    var sentence: String {
      let times = count > 1 ? " \(count) exchanges:" : ""
      return "\(cause)\(times) \(placesText). An outage isn't drift, so these responses weren't checked."
    }
  }

  /// Adds an outage. Outages with the same cause at the same endpoint share a line.
  package mutating func note(_ cause: String, service: String, endpoint: String, at place: SourceLocation) {
    note(OutageLine(service: service, endpoint: endpoint, cause: cause, places: [place]))
  }

  /// Adds outages that were counted elsewhere.
  package mutating func note(_ line: OutageLine) {
    let index = outages.firstIndex {
      $0.service == line.service && $0.endpoint == line.endpoint && $0.cause == line.cause
    }
    if let index {
      outages[index].add(line.places, count: line.count)
    } else {
      outages.append(line)
    }
  }

  /// Sorts the outages and their locations by location, so that their order doesn't depend on when they were detected.
  package mutating func sortOutages() {
    for index in outages.indices { outages[index].arrange() }
    outages.sort { left, right in
      if (left.service, left.endpoint) != (right.service, right.endpoint) {
        return (left.service, left.endpoint) < (right.service, right.endpoint)
      }
      if let first = left.places.first, let other = right.places.first, first != other { return first < other }
      return left.cause < right.cause
    }
  }
}
