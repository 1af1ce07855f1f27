extension Report {
  /// Everything that is known about one endpoint, from its contract to the servers it was verified against.
  package struct CoverageLine: Sendable, Hashable {
    /// The result of a client's runs against one kind of server.
    package enum Verified: String, Sendable, Hashable, CaseIterable {
      /// Calls ran, and none of them drifted.
      case passed
      case drifted, failed
      /// None of the endpoint's calls ran, or there is no report.
      case never
    }

    package var endpoint: EndpointLine
    /// The number of the endpoint's recordings.
    package var recordings: Int
    /// The number of calls in the client's suite for the endpoint.
    package var calls: Int
    package var mock: Verified
    package var server: Verified
    /// The number of documented parts that were seen. Parts are statuses, optional fields, null states, and values.
    package var seen: Int
    package var documented: Int

    package init(
      endpoint: EndpointLine, recordings: Int, calls: Int, mock: Verified, server: Verified, seen: Int, documented: Int
    ) {
      self.endpoint = endpoint
      self.recordings = recordings
      self.calls = calls
      self.mock = mock
      self.server = server
      self.seen = seen
      self.documented = documented
    }
  }
}
