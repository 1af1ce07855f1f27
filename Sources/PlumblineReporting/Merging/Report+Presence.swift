import PlumblineDriftDetection

extension Report {
  /// Replaces a finding about a missing endpoint if other exchanges in the report had a success there. The 404 is then
  /// reported as an undocumented status, or as a documented status with a different shape.
  ///
  /// This depends only on the findings and the evidence, so merging the parts of a capture has the same result as a
  /// single report about the whole capture.
  ///
  /// - Returns: A Boolean value that indicates whether a finding has changed.
  @discardableResult package mutating func settleAbsences() -> Bool {
    let seen = evidence.filter { $0.kind == .status && $0.seen > 0 && (200..<300).contains($0.status) }
    let present = Set(seen.map { EndpointName(service: $0.service, id: $0.endpoint) })
    func isThere(_ drift: Drift) -> Bool {
      drift.rule == .endpoint.missing && present.contains(EndpointName(service: drift.service, id: drift.endpoint))
    }
    guard drift.contains(where: isThere) else { return false }
    var merge = DriftMerge(choosing: .least)
    merge.add(drift.map { isThere($0) ? statusDrift(in: $0) : $0 })
    drift = merge.drift
    return true
  }

  private func statusDrift(in missing: Drift) -> Drift {
    let statuses = Set(
      evidence.filter { $0.kind == .status && $0.service == missing.service && $0.endpoint == missing.endpoint }
        .map(\.status))
    var drift = missing
    let presence = "Another response shows that the endpoint exists."
    // The check of the exchange has already determined whether the contract documents the status.
    if let status = missing.status, missing.isOfUnheldStatus {
      drift.rule = .response.status.undocumented
      drift.pointer = "/response/status"
      drift.expected = ShortText.alternatives(statuses.sorted().map(String.init))
      drift.message = "The endpoint documents no response with the status \(status). \(presence)"
    } else if !missing.message.hasSuffix(presence) {
      drift.message += " " + presence
    }
    drift.severity = .warning
    return drift
  }
}
