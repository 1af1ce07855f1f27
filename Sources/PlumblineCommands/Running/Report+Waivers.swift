import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineRecordings
import PlumblineReporting

extension Report {
  /// Gives drift the severities of the services' policies, excuses what their waivers excuse, and adds what is to be said
  /// of the waivers.
  ///
  /// - Parameters:
  ///   - noted: Drift that isn't in the report, but for which a waiver may be.
  ///   - sawAll: Whether the run looked at all that a service's endpoints that fit a pattern can show.
  mutating func applyWaivers(
    of services: [LoadedServices.Service], today: String, noted: [Drift] = [],
    sawAll: (_ service: LoadedServices.Service, _ endpoints: Wildcard?) -> Bool
  ) {
    var ledger = WaiverLedger(services.compactMap(\.waivers), today: today)
    ledger.apply(to: &drift)
    ledger.note(noted)
    drift += ledger.findings { name, endpoints in
      services.first { $0.contract.service == name }.map { sawAll($0, endpoints) } ?? false
    }
  }
}

extension LoadedServices.Service {
  /// What the recordings show that their contract doesn't have.
  func recordingDrift(today: String) -> [Drift] {
    let inspector = Inspector(contract, options: Inspector.Options(today: today))
    return recordings.flatMap { inspector.inspect($0) }
  }
}
