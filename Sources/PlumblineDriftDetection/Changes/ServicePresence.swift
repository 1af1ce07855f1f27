import PlumblineContractModel

/// That only one side of a comparison has a service.
package enum ServicePresence {
  /// What such a finding stands under, as it is no endpoint's.
  private static let name = "service"

  /// NEW has no such service.
  package static func removal(of contract: Contract) -> Drift {
    Drift(
      rule: Rule.change.service.removed, service: contract.service, endpoint: name, expected: contract.title,
      message: "The service \(contract.service) is gone. Whoever calls it fails.", old: contract.location)
  }

  /// OLD has no such service.
  package static func addition(of contract: Contract) -> Drift {
    Drift(
      rule: Rule.change.service.added, service: contract.service, endpoint: name, actual: contract.title,
      message: "There is one more service: \(contract.service).", contract: contract.location)
  }
}
