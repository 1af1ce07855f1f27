import PlumblineDriftDetection

extension Report {
  /// The drift as people should see it: one finding a fingerprint, with the counts added up, in a fixed order.
  ///
  /// Services and endpoints come in the order of the contracts, what nobody documented after them; then the most
  /// severe first.
  package var findings: [Drift] { folded(drift) }

  /// Some of the report's drift, folded and ordered like ``findings``.
  package func folded(_ drift: [Drift]) -> [Drift] {
    let findings = DriftMerge.merged(drift)
    var ranks: [EndpointName: Int] = [:]
    for (rank, line) in endpoints.enumerated() {
      ranks[EndpointName(service: line.service, id: line.id)] = rank
    }
    var serviceRanks: [String: Int] = [:]
    for (rank, name) in serviceNames.enumerated() { serviceRanks[name] = rank }
    let keyed = findings.map { finding in
      let name = EndpointName(service: finding.service, id: finding.endpoint)
      return (
        finding: finding, service: serviceRanks[finding.service] ?? .max, endpoint: ranks[name] ?? .max,
        tail: [
          finding.endpoint, finding.rule.id, finding.status.map(String.init) ?? "",
          finding.pointer?.description ?? "", finding.detail ?? "", finding.fingerprint,
        ]
      )
    }
    let sorted = keyed.sorted { left, right in
      if left.service != right.service { return left.service < right.service }
      if left.endpoint != right.endpoint { return left.endpoint < right.endpoint }
      if left.endpoint == .max, left.tail[0] != right.tail[0] { return left.tail[0] < right.tail[0] }
      if left.finding.severity != right.finding.severity { return left.finding.severity > right.finding.severity }
      return left.tail.lexicographicallyPrecedes(right.tail)
    }
    return sorted.map(\.finding)
  }

  /// The drift that one call caused.
  package func drift(of call: CallLine) -> [Drift] {
    folded(drift.filter { $0.service == call.service && $0.call == call.label })
  }

  /// An endpoint's id within its service, as a key.
  package struct EndpointName: Sendable, Hashable {
    package let service: String
    package let id: String

    package init(service: String, id: String) {
      self.service = service
      self.id = id
    }
  }
}

extension Report.CallLine {
  /// What `Drift.call` holds for drift that this call caused: `tickets.update: edits a ticket`.
  package var label: String { "\(endpoint): \(name)" }

  /// The endpoint that the call is about.
  package var endpointName: Report.EndpointName { Report.EndpointName(service: service, id: endpoint) }
}

extension Report.EndpointLine {
  /// The endpoint's id within its service.
  package var name: Report.EndpointName { Report.EndpointName(service: service, id: id) }
}

extension Drift {
  /// The endpoint where the drift showed.
  package var endpointName: Report.EndpointName { Report.EndpointName(service: service, id: endpoint) }
}
