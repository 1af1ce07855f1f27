import PlumblineJSONTree

extension Report {
  /// Exchanges that say nothing of the contract, because the server wasn't there to keep it. They are no drift.
  package struct OutageLine: Sendable, Hashable {
    package var service: String
    /// The endpoint's id; the method and path where no endpoint has it.
    package var endpoint: String
    /// What happened, as one sentence: "The server is out of order: 502 Bad Gateway."
    package var cause: String
    /// Where each of the exchanges stands in its file.
    package var places: [SourceLocation]

    package init(service: String, endpoint: String, cause: String, places: [SourceLocation]) {
      self.service = service
      self.endpoint = endpoint
      self.cause = cause
      self.places = places
    }

    /// How many exchanges it stands for.
    package var count: Int { places.count }

    /// The first places, and how many more there are: `a.har:4:7, a.har:90:7 and 3 more`.
    var placesText: String {
      let shown = places.prefix(3).map(\.description).joined(separator: ", ")
      return places.count > 3 ? "\(shown) and \(places.count - 3) more" : shown
    }

    /// The cause, how often, where, and that it is no drift.
    var sentence: String {
      let times = count > 1 ? " \(count) exchanges:" : ""
      return "\(cause)\(times) \(placesText). An outage is no drift: nothing of it was judged."
    }
  }

  /// Counts an outage: the same at the same endpoint is one line.
  package mutating func note(_ cause: String, service: String, endpoint: String, at place: SourceLocation) {
    let index = outages.firstIndex { $0.service == service && $0.endpoint == endpoint && $0.cause == cause }
    if let index {
      outages[index].places.append(place)
    } else {
      outages.append(OutageLine(service: service, endpoint: endpoint, cause: cause, places: [place]))
    }
  }

  /// Brings the outages, and the places of each, into the order of their places, however they were found.
  package mutating func sortOutages() {
    for index in outages.indices { outages[index].places.sort() }
    outages.sort { left, right in
      if (left.service, left.endpoint) != (right.service, right.endpoint) {
        return (left.service, left.endpoint) < (right.service, right.endpoint)
      }
      if let first = left.places.first, let other = right.places.first, first != other { return first < other }
      return left.cause < right.cause
    }
  }
}
