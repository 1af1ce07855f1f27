import PlumblineDriftDetection

extension Report {
  /// Combines findings with the same cause into one that lists the locations of the others. This way, a schema change
  /// that affects hundreds of endpoints is reported as one change.
  ///
  /// Findings with different severities or waivers stay separate. After this, a waiver can no longer apply to a single
  /// location.
  package mutating func foldCauses() {
    struct Key: Hashable {
      let cause: String
      let severity: Severity
      let waived: Waived?
      let isUndecided: Bool
    }
    var order: [Key] = []
    var groups: [Key: [Drift]] = [:]
    for finding in findings {
      let key = Key(
        cause: finding.cause, severity: finding.severity, waived: finding.waived, isUndecided: finding.undecided != nil)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(finding)
    }
    drift = order.compactMap { key -> Drift? in
      guard let group = groups[key], var first = group.first else { return nil }
      first.others = group.dropFirst().map { other in
        Drift.Place(
          endpoint: other.endpoint, status: other.status, pointer: other.pointer, fingerprint: other.fingerprint)
      }
      let named = Set(group.map(\.endpoint))
      var seen: Set<String> = []
      first.elsewhere = group.flatMap(\.elsewhere).filter { !named.contains($0) && seen.insert($0).inserted }
      first.count = group.reduce(0) { $0.addingReportingOverflow($1.count).partialValue } + first.elsewhere.count
      return first
    }
  }
}
