import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineReporting
import PlumblineVerification

/// The effects of contract changes on released versions of clients, determined from the field usage maps of those
/// versions.
struct ReleaseImpacts {
  /// The calls that break, in the order of the services and their releases.
  private(set) var lines: [Report.ImpactLine] = []
  /// The released versions that were checked.
  private(set) var releases: [Report.Release] = []

  init(of services: [ClientImpacts.Compared], _ changes: [Drift]) {
    for service in services {
      let name = service.old.service
      let own = changes.filter { $0.service == name }
      for map in service.releases {
        releases.append(Report.Release(service: name, version: map.version))
        for change in own {
          lines += Self.impacts(of: change, in: service.new, on: map).map {
            Report.ImpactLine($0, of: name, at: change.changedPlace, release: map.version)
          }
        }
      }
    }
  }

  private static func impacts(of change: Drift, in new: Contract?, on map: ReleasedMap) -> [CallImpact] {
    let lost = [Rule.change.endpoint.removed, Rule.change.endpoint.moved]
    if change.rule == Rule.change.service.removed { return map.impacts(ofLosingAll: change.fingerprint) }
    if lost.contains(change.rule) { return map.impacts(ofLosing: change.endpoint, change: change.fingerprint) }
    return change.changedAnswer(in: new).map(map.impacts) ?? []
  }
}
