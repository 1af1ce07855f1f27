import PlumblineContractModel

extension Report {
  /// What is known of one endpoint, from its contract to the servers it was verified against.
  package struct CoverageLine: Sendable, Hashable {
    /// What runs of a client against one kind of server showed.
    package enum Verified: String, Sendable, Hashable, CaseIterable {
      /// Calls ran and nothing drifted.
      case passed
      case drifted, failed
      /// No call of it ran, or no report is there.
      case never
    }

    package var endpoint: EndpointLine
    /// How many recordings it has.
    package var recordings: Int
    /// How many calls of the client's suite are about it.
    package var calls: Int
    package var mock: Verified
    package var server: Verified
    /// How many documented things were seen, of how many: statuses, optional fields, null states, values.
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
