import PlumblineDriftDetection

extension [Drift] {
  /// Returns the findings, each with the difference that it shares with most others of an endpoint, or of its service.
  ///
  /// A difference is common if at least three findings of an endpoint or of a service are signs of it, and at least
  /// half of all counted findings there. It then explains all of its signs in the service. Findings that already share
  /// a cause, waived findings and notices remain unchanged.
  func namingCommonDifferences() -> [Drift] {
    var services: [String: Signs] = [:]
    var endpoints: [Report.EndpointName: Signs] = [:]
    for finding in self where finding.mayShareDifference {
      let difference = finding.difference
      services[finding.service, default: Signs()].add(difference)
      endpoints[finding.endpointName, default: Signs()].add(difference)
    }
    var common: [String: Set<Difference>] = [:]
    for (service, signs) in services { common[service, default: []].formUnion(signs.common) }
    for (endpoint, signs) in endpoints { common[endpoint.service, default: []].formUnion(signs.common) }
    var named = self
    var causes: [String: Set<String>] = [:]
    for index in indices where self[index].mayShareDifference {
      let finding = self[index]
      guard let difference = finding.difference, common[finding.service]?.contains(difference) == true else { continue }
      named[index].common = difference
      causes[named[index].cause, default: []].insert("\(finding.severity.rawValue) \(finding.cause)")
    }
    for index in indices where named[index].common != nil && causes[named[index].cause]?.count == 1 {
      named[index].common = nil
    }
    return named
  }
}

extension Drift {
  /// A Boolean value that indicates whether a difference may explain the finding.
  fileprivate var mayShareDifference: Bool {
    waived == nil && severity > .notice && !rule.isOfChanges && !rule.isOfWaivers
  }
}

/// The number of findings in one place, and the number that are signs of each difference.
private struct Signs {
  /// The minimum number of findings. Fewer may be a coincidence.
  private static let fewest = 3

  private var all = 0
  private var counts: [Difference: Int] = [:]

  mutating func add(_ difference: Difference?) {
    all += 1
    if let difference { counts[difference, default: 0] += 1 }
  }

  /// The differences that at least half of the findings are signs of.
  var common: Set<Difference> {
    Set(counts.filter { $0.value >= Self.fewest && 2 * $0.value >= all }.keys)
  }
}
