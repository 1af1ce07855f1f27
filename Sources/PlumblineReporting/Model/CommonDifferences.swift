import PlumblineDriftDetection

extension [Drift] {
  /// Returns the findings, each with the difference that it has in common with most other findings of its endpoint or
  /// service.
  ///
  /// A difference is common if it explains at least three findings of an endpoint or service, and at least half of all
  /// counted findings there. It is then considered the explanation for all findings in the service that have it.
  /// Findings that already share a cause, waived findings, and notices remain unchanged.
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
  /// A Boolean value that indicates whether the finding can be explained by a common difference.
  fileprivate var mayShareDifference: Bool {
    waived == nil && severity > .notice && !rule.isOfChanges && !rule.isOfWaivers
  }
}

/// The number of findings of an endpoint or service, and the number that each difference explains.
private struct Signs {
  /// The minimum number of findings. A smaller number may be a coincidence.
  private static let fewest = 3

  private var all = 0
  private var counts: [Difference: Int] = [:]

  mutating func add(_ difference: Difference?) {
    all += 1
    if let difference { counts[difference, default: 0] += 1 }
  }

  /// The differences that explain at least half of the findings.
  var common: Set<Difference> {
    Set(counts.filter { $0.value >= Self.fewest && 2 * $0.value >= all }.keys)
  }
}
