import PlumblineContractModel
import PlumblineJSONTree

/// A namespace for changes to a whole service, or to a part that isn't compared.
package enum ServicePresence {
  /// The name that stands in for an endpoint in such findings.
  static let name = "service"

  /// Returns the finding that NEW lacks a service.
  package static func removal(of contract: Contract) -> Drift {
    var drift = Drift(
      rule: Rule.change.service.removed, service: contract.service, endpoint: name, expected: contract.title,
      message: "The service \(contract.service) was removed. Clients that call it fail.")
    drift.old = contract.location
    return drift
  }

  /// Returns the change to a part that can't be represented or read, and therefore isn't compared.
  ///
  /// - Parameters:
  ///   - message: The message about the part.
  ///   - old: The part's location in OLD, or `nil` if OLD doesn't have the part.
  package static func change(
    ofUnread message: String, in contract: Contract, old: SourceLocation?, new: SourceLocation?
  ) -> Drift {
    var drift = Drift(
      rule: Rule.change.service.notCompared, service: contract.service, endpoint: name,
      message: "A part that can't be compared has changed. \(message)", contract: new, detail: message)
    drift.old = old
    return drift
  }

  /// Returns the finding that OLD lacks a service.
  package static func addition(of contract: Contract) -> Drift {
    Drift(
      rule: Rule.change.service.added, service: contract.service, endpoint: name, actual: contract.title,
      message: "New service: \(contract.service).", contract: contract.location)
  }
}
